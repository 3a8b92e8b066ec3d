import Testing

@testable import TouchKit

// UIKit's rules for view controllers, scenes, animated views, estimated properties and selectors have no counterpart.
// A custom responder can stand anywhere in the chain by overriding `next`; an action is a closure.

/// The responder chain, and the delivery of touches and presses along it.
@Suite struct ResponderTests {
    @Test func `a plain responder has no next one`() {
        #expect(Responder().next == nil)
    }

    @Test func `a view's next responder is its superview, and nil when it is detached`() {
        let outer = View()
        let inner = View()
        #expect(inner.next == nil)
        outer.addSubview(inner)
        #expect(inner.next === outer)
        inner.removeFromSuperview()
        #expect(inner.next == nil)
    }

    @Test func `a window's next responder is the application, and the application says what follows`() {
        final class Application: Responder {
            let delegate = Responder()
            override var next: Responder? { delegate }
        }
        let screen = TestScreen()
        let application = Application()
        #expect(screen.window.next == nil)
        screen.window.application = application
        #expect(screen.window.next === application)
        #expect(application.next === application.delegate)
    }

    @Test func `a recognizer is no responder`() {
        #expect(!((TapGestureRecognizer() as AnyObject) is Responder))
    }

    @Test func `touches go to the view that was hit, not to the first responder`() {
        let screen = TestScreen()
        let a = screen.view("a")
        let keys = Typist(frame: Rect(x: 200, y: 0, width: 50, height: 50))
        screen.window.addSubview(keys)
        #expect(keys.becomeFirstResponder())
        screen.tap(at: (50, 50), from: 0, to: 80)
        #expect(screen.log == ["0 a touchesBegan 0", "80 a touchesEnded 0"])
        #expect(!a.isFirstResponder && keys.heard.isEmpty)
    }

    @Test func `each touch method hands the same arguments to next, and the touch stays with its view`() {
        let screen = TestScreen()
        let outer = screen.view("outer", 0, 0, 200, 200)
        let middle = View(frame: Rect(x: 0, y: 0, width: 150, height: 150))
        outer.addSubview(middle)
        let inner = screen.view("inner", 0, 0, 100, 100, in: middle)
        inner.forwards = [.began, .moved, .ended, .cancelled]
        var events: [TouchEvent] = []
        var views: [View?] = []
        inner.onTouch = { events.append($2) }
        outer.onTouch = { _, touches, event in
            #expect(event === events.last)
            views.append(touches.first?.view)
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 20), 10)
        screen.up(20)
        screen.down(at: (10, 10), 100)
        screen.cancel(110)
        #expect(
            screen.log == [
                "0 inner touchesBegan 0", "0 outer touchesBegan 0", "10 inner touchesMoved 0",
                "10 outer touchesMoved 0", "20 inner touchesEnded 0", "20 outer touchesEnded 0",
                "100 inner touchesBegan 0", "100 outer touchesBegan 0", "110 inner touchesCancelled 0",
                "110 outer touchesCancelled 0",
            ])
        #expect(views.count == 5 && views.allSatisfy { $0 === inner })
    }

    @Test func `a touch that no view handles reaches the window and the application`() {
        final class Application: Responder {
            var heard = 0
            override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { heard += touches.count }
        }
        let screen = TestScreen()
        let application = Application()
        screen.window.application = application
        screen.window.addSubview(View(frame: Rect(x: 0, y: 0, width: 50, height: 50)))
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log == ["0 window touchesBegan 0", "80 window touchesEnded 0"])
        #expect(application.heard == 1)
    }

    @Test func `a view that overrides all four without super keeps its touches to itself`() {
        let screen = TestScreen()
        let outer = screen.view("outer", 0, 0, 200, 200)
        screen.view("inner", in: outer)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log == ["0 inner touchesBegan 0", "80 inner touchesEnded 0"])
    }

    @Test func `every touch that began is closed once, by ended or by cancelled`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 20), 10)
        screen.up(0, 20)
        screen.cancel(30)
        screen.up(1, 40)
        screen.cancel(50)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesBegan 1", "20 a touchesEnded 0", "30 a touchesCancelled 1",
            ])
    }

    @Test func `methods that are not overridden still forward`() {
        final class Half: View {
            override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {}
        }
        let screen = TestScreen()
        let outer = screen.view("outer", 0, 0, 200, 200)
        outer.addSubview(Half(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log == ["80 outer touchesEnded 0"])
    }

    @Test func `touches are cancelled by the compositor, when the view leaves and when a recognizer takes them`() {
        let screen = TestScreen()
        let a = screen.view("a")
        screen.down(at: (10, 10), 0)
        screen.cancel(10)
        let tap = screen.tap("tap", on: a)
        screen.tap(at: (10, 10), from: 100, to: 120)
        tap.isEnabled = false
        screen.down(at: (10, 10), 200)
        a.removeFromSuperview()
        screen.up(210)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesCancelled 0", "100 a touchesBegan 0", "120 tap ended",
                "120 a touchesCancelled 0", "200 a touchesBegan 0", "200 a touchesCancelled 0",
            ])
    }

    @Test func `a call has the touches of one view in one phase, the event has them all`() {
        let screen = TestScreen()
        let a = screen.view("a")
        let b = screen.view("b", 100)
        a.isMultipleTouchEnabled = true
        var all: [Set<Int32>] = []
        for view in [a, b] { view.onTouch = { all.append(Set($2.allTouches.map(\.id))) } }
        screen.together {
            screen.down(0, at: (10, 10), 0)
            screen.down(1, at: (150, 10), 0)
            screen.down(2, at: (20, 20), 0)
        }
        screen.together {
            screen.move(0, to: (11, 10), 10)
            screen.up(1, 10)
            screen.move(2, to: (21, 20), 10)
            screen.down(3, at: (30, 30), 10)
        }
        #expect(
            screen.log == [
                "0 a touchesBegan 0,2", "0 b touchesBegan 1", "10 a touchesBegan 3", "10 a touchesMoved 0,2",
                "10 b touchesEnded 1",
            ])
        #expect(all == [[0, 1, 2], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]])
    }

    @Test func `presses go through their phases and up the chain`() {
        let screen = TestScreen()
        let typist = Typist(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        screen.window.addSubview(typist)
        let field = Typist(frame: .zero)
        field.forwards = true
        typist.addSubview(field)
        #expect(field.becomeFirstResponder())
        let press = Press(key: Key(name: "q", characters: "q"), at: EventTime(milliseconds: 0))
        for (phase, t) in [(Press.Phase.began, 0.0), (.changed, 500), (.changed, 530), (.ended, 600)] {
            press.advance(to: phase, at: EventTime(milliseconds: t))
            screen.window.sendEvent(PressesEvent(timestamp: EventTime(milliseconds: t), allPresses: [press]))
        }
        press.advance(to: .cancelled, at: EventTime(milliseconds: 700))
        screen.window.sendEvent(PressesEvent(timestamp: EventTime(milliseconds: 700), allPresses: [press]))
        #expect(field.heard == ["q began", "q changed", "q changed", "q ended", "q cancelled"])
        #expect(typist.heard == field.heard)
    }

    @Test func `presses start at the first responder, or at the window if there is none`() {
        final class Keys: Responder {
            var heard = 0
            override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { heard += 1 }
        }
        let screen = TestScreen()
        let application = Keys()
        screen.window.application = application
        let field = Typist(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        screen.window.addSubview(field)
        let start = EventTime(milliseconds: 0)
        let press = Press(key: Key(name: "q", characters: "q"), at: start)
        screen.window.sendEvent(PressesEvent(timestamp: start, allPresses: [press]))
        #expect(application.heard == 1 && field.heard.isEmpty)
        field.becomeFirstResponder()
        screen.window.sendEvent(PressesEvent(timestamp: start, allPresses: [press]))
        #expect(application.heard == 1 && field.heard == ["q began"])
    }

    @Test func `a press that did not change in an event causes no call`() {
        let screen = TestScreen()
        let field = Typist(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        screen.window.addSubview(field)
        field.becomeFirstResponder()
        let shift = Press(key: Key(name: "Shift_L", characters: ""), at: EventTime(milliseconds: 0))
        let q = Press(key: Key(name: "q", characters: "Q", modifiers: .shift), at: EventTime(milliseconds: 50))
        screen.window.sendEvent(PressesEvent(timestamp: EventTime(milliseconds: 0), allPresses: [shift]))
        screen.window.sendEvent(PressesEvent(timestamp: EventTime(milliseconds: 50), allPresses: [shift, q]))
        #expect(field.heard == ["Shift_L began", "q began"])
    }

    @Test func `a responder can't become first by default, and resigns when another becomes so`() {
        let screen = TestScreen()
        let plain = View()
        screen.window.addSubview(plain)
        #expect(!plain.canBecomeFirstResponder && plain.canResignFirstResponder)
        #expect(!plain.becomeFirstResponder())
        let (one, other) = (Typist(frame: .zero), Typist(frame: .zero))
        #expect(!one.becomeFirstResponder(), "it is in no window")
        screen.window.addSubview(one)
        screen.window.addSubview(other)
        #expect(one.becomeFirstResponder() && one.isFirstResponder)
        #expect(other.becomeFirstResponder() && other.isFirstResponder && !one.isFirstResponder)
        other.clings = true
        #expect(!one.becomeFirstResponder() && other.isFirstResponder)
        #expect(!other.resignFirstResponder())
        other.clings = false
        #expect(other.resignFirstResponder() && screen.window.firstResponder == nil)
    }
}

/// A view that takes keys.
private final class Typist: View {
    var heard: [String] = []
    var forwards = false
    var clings = false

    override var canBecomeFirstResponder: Bool { true }
    override var canResignFirstResponder: Bool { !clings }
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        hear(presses)
        if forwards { super.pressesBegan(presses, with: event) }
    }
    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        hear(presses)
        if forwards { super.pressesChanged(presses, with: event) }
    }
    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        hear(presses)
        if forwards { super.pressesEnded(presses, with: event) }
    }
    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        hear(presses)
        if forwards { super.pressesCancelled(presses, with: event) }
    }
    private func hear(_ presses: Set<Press>) { heard += presses.map { "\($0.key.name) \($0.phase)" } }
}
