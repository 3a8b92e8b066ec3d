import Testing

@testable import TouchKit

// UIKit's rules for controls have no counterpart; `View.gestureRecognizerShouldBegin`, on which they rest, is tested.

/// Changes of recognizers, views and delegates during a gesture.
@Suite struct MidGestureTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    private func runningPan() -> PanGestureRecognizer {
        let pan = screen.pan("pan", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        return pan
    }

    @Test func `disabling a running gesture cancels it, with one action and no ended`() {
        let pan = runningPan()
        pan.isEnabled = false
        screen.move(to: (50, 10), 20)
        screen.up(30)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 pan began", "10 a touchesCancelled 0", "10 pan cancelled",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `disabling one that is possible makes it fail`() {
        let tap = screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        tap.isEnabled = false
        screen.up(10)
        #expect(screen.log == ["0 a touchesBegan 0", "0 tap failed disabled", "10 a touchesEnded 0"])
    }

    @Test func `disabling one that has seen nothing does nothing`() {
        screen.tap("tap", on: a).isEnabled = false
        #expect(screen.log.isEmpty && screen.isAtRest)
    }

    @Test func `disabling and enabling drops the touches it has; the next touch starts afresh`() {
        let pan = runningPan()
        pan.isEnabled = false
        pan.isEnabled = true
        #expect(pan.state == .possible && pan.numberOfTouches == 0)
        screen.move(to: (80, 10), 20)
        screen.down(1, at: (10, 10), 30)
        screen.move(1, to: (40, 10), 40)
        screen.up(50)
        screen.up(1, 60)
        #expect(
            screen.log(of: "pan") == ["10 pan began", "10 pan cancelled", "40 pan began", "60 pan ended"])
    }

    @Test func `removing a recognizer is as disabling it, then it is detached`() {
        let pan = runningPan()
        a.removeGestureRecognizer(pan)
        #expect(pan.view == nil && pan.state == .possible)
        screen.up(20)
        #expect(screen.log(of: "pan") == ["10 pan began", "10 pan cancelled"])
        #expect(screen.isAtRest)
    }

    @Test func `moving a running recognizer to another view does the same`() {
        let pan = runningPan()
        let b = screen.view("b", 100)
        b.addGestureRecognizer(pan)
        screen.move(to: (80, 10), 20)
        screen.up(30)
        screen.down(at: (110, 10), 100)
        screen.move(to: (140, 10), 110)
        screen.up(120)
        #expect(
            screen.log(of: "pan") == ["10 pan began", "10 pan cancelled", "110 pan began", "120 pan ended"])
    }

    @Test func `a removed view's touches are cancelled, while it is still in its window`() {
        var window: Window?
        a.onTouch = { [a] call, _, _ in if call == .cancelled { window = a.window } }
        screen.down(at: (10, 10), 0)
        a.removeFromSuperview()
        screen.move(to: (20, 10), 10)
        screen.up(20)
        #expect(screen.log == ["0 a touchesBegan 0", "0 a touchesCancelled 0"])
        #expect(window === screen.window && a.window == nil && screen.isAtRest)
    }

    @Test func `the touches in views inside a removed view are cancelled too`() {
        let b = screen.view("b", in: a)
        screen.down(at: (10, 10), 0)
        a.removeFromSuperview()
        screen.up(10)
        #expect(screen.log == ["0 b touchesBegan 0", "0 b touchesCancelled 0"] && b.superview === a)
    }

    @Test func `a touch that was lifted and whose end is withheld is cancelled too`() {
        screen.tap("double", on: screen.window, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        a.removeFromSuperview()
        screen.wait(until: 1000)
        #expect(screen.log(of: "a") == ["0 a touchesBegan 0", "80 a touchesCancelled 0"])
        #expect(screen.isAtRest)
    }

    @Test func `a removed view's recognizers are cancelled or fail, and are reset`() {
        let pan = runningPan()
        let waits = screen.add(Probe(), "waits", to: a)
        a.removeFromSuperview()
        #expect(pan.state == .possible && waits.state == .possible && screen.isAtRest)
        screen.up(20)
        #expect(screen.log(of: "pan") == ["10 pan began", "10 pan cancelled"])
    }

    @Test func `a double between its taps fails with its view`() {
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(at: (10, 10), from: 0, to: 80)
        a.removeFromSuperview()
        screen.wait(until: 1000)
        #expect(
            screen.log(of: "single", "double").sorted() == [
                "80 double failed viewRemoved", "80 single failed viewRemoved",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `a removed view's touches are cancelled for its ancestors' recognizers too`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.tap("tap", on: a)
        screen.pan("pan", on: a)
        screen.down(at: (10, 10), 0)
        screen.wait(until: 50)
        b.removeFromSuperview()
        screen.up(60)
        #expect(
            screen.log(of: "tap", "pan").sorted() == ["50 pan failed viewRemoved", "50 tap failed viewRemoved"])
    }

    @Test func `an ancestor's pan goes on with the fingers that are left`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.pan("pan", on: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (60, 10), 0)
        screen.move(0, to: (40, 10), 10)
        b.removeFromSuperview()
        screen.move(1, to: (70, 10), 20)
        screen.up(0, 30)
        screen.up(1, 40)
        #expect(screen.log(of: "pan") == ["10 pan began", "20 pan changed", "40 pan ended"])
    }

    @Test func `the compositor's cancel reaches every recognizer and every view`() {
        screen.pan("pan", on: a).delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.press("press", on: a)
        screen.view("b", 100)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (110, 10), 0)
        screen.move(0, to: (25, 10), 10)
        screen.cancel(20)
        screen.move(0, to: (60, 10), 30)
        screen.up(0, 40)
        screen.wait(until: 2000)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "0 b touchesBegan 1", "10 press failed movedTooFar", "10 pan began",
                "10 a touchesCancelled 0", "20 pan cancelled", "20 b touchesCancelled 1",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `a long press that waits is disarmed by a cancel`() {
        screen.press("press", on: a)
        screen.down(at: (10, 10), 0)
        screen.cancel(100)
        #expect(screen.dispatcher.nextDeadline == nil)
        screen.wait(until: 2000)
        #expect(screen.log(of: "press") == ["100 press failed cancelledByCompositor"])
    }

    @Test func `with one finger of several cancelled pan, pinch and rotation go on`() {
        let all = screen.view("all", 0, 0, 400, 400)
        screen.delegate.simultaneous = { _, _ in true }
        screen.pan("pan", on: all).delegate = screen.delegate
        screen.add(PinchGestureRecognizer(), "pinch", to: all).delegate = screen.delegate
        screen.add(RotationGestureRecognizer(), "rotation", to: all).delegate = screen.delegate
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (200, 100), 0)
        screen.move(1, to: (260, 160), 10)
        screen.cancel(1, 20)
        screen.move(0, to: (110, 100), 30)
        screen.up(0, 40)
        #expect(
            screen.log(of: "pan", "pinch", "rotation").sorted() == [
                "10 pan began", "10 pinch began", "10 rotation began", "30 pan changed", "30 pinch changed",
                "30 rotation changed", "40 pan ended", "40 pinch ended", "40 rotation ended",
            ])
    }

    @Test func `tap and swipe fail and a press is cancelled`() {
        screen.tap("tap", on: a, touches: 2)
        let swipe = screen.add(SwipeGestureRecognizer(), "swipe", to: a)
        swipe.numberOfTouchesRequired = 2
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (30, 10), 0)
        screen.cancel(1, 20)
        screen.up(0, 40)
        let press = screen.press("press", on: a)
        press.numberOfTouchesRequired = 2
        screen.down(0, at: (10, 10), 1000)
        screen.down(1, at: (30, 10), 1000)
        screen.wait(until: 1500)
        screen.cancel(1, 1600)
        screen.up(0, 1700)
        #expect(
            screen.log(of: "tap", "swipe", "press").filter { !$0.hasPrefix("1500 swipe") && !$0.hasPrefix("1500 tap") }
                == [
                    "20 swipe failed cancelledByCompositor", "20 tap failed cancelledByCompositor", "1500 press began",
                    "1600 press cancelled",
                ])
    }

    @Test func `delegates are held weakly`() {
        let tap = screen.tap("tap", on: a)
        do {
            let delegate = TestDelegate()
            delegate.shouldBegin = { _ in false }
            tap.delegate = delegate
            withExtendedLifetime(delegate) { screen.tap(at: (10, 10), from: 0, to: 10) }
        }
        #expect(tap.delegate == nil)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(screen.log(of: "tap") == ["10 tap failed declined", "1010 tap ended"])
    }

    @Test func `an action may change the tree, and touches that are down keep their view and recognizers`() {
        let pan = screen.pan("pan", on: a)
        pan.addAction { [unowned screen] in
            if $0.state == .began { screen.window.addSubview(View(frame: Rect(x: 0, y: 0, width: 400, height: 400))) }
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        #expect(screen.log(of: "pan") == ["10 pan began", "20 pan changed", "30 pan ended"])
    }

    @Test func `closing a window cancels everything in it`() {
        screen.pan("pan", on: a)
        screen.view("b", 100)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (110, 10), 0)
        screen.move(0, to: (40, 10), 10)
        screen.window.cancelTouches()
        screen.up(0, 20)
        screen.up(1, 20)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "0 b touchesBegan 1", "10 pan began", "10 a touchesCancelled 0",
                "10 b touchesCancelled 1", "10 pan cancelled",
            ])
        #expect(screen.isAtRest)
    }

    // MARK: Who may begin

    @Test func `gestureRecognizerShouldBegin: false makes it fail, and it is asked once`() {
        let pan = screen.pan("pan", on: a)
        pan.delegate = screen.delegate
        var asked = 0
        screen.delegate.shouldBegin = { _ in
            asked += 1
            return false
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        #expect(asked == 1)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 pan failed declined", "10 a touchesMoved 0", "20 a touchesMoved 0",
                "30 a touchesEnded 0",
            ])
    }

    @Test func `a view whose touch an ancestor's recognizer would take is asked, and its no makes that fail`() {
        screen.tap("tap", on: screen.window)
        var asked: [String?] = []
        a.shouldBegin = {
            asked.append($0.name)
            return false
        }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(asked == ["tap"])
        #expect(screen.log == ["0 a touchesBegan 0", "10 tap failed declined", "10 a touchesEnded 0"])
    }

    @Test func `a view that would lose no touch is not asked`() {
        let tap = screen.tap("tap", on: screen.window)
        tap.cancelsTouchesInView = false
        a.shouldBegin = { _ in false }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log(of: "tap") == ["10 tap ended"])
    }

    @Test func `a view is asked for its own recognizers too`() {
        screen.tap("tap", on: a)
        a.shouldBegin = { $0.view !== a }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log(of: "tap") == ["10 tap failed declined"])
    }

    @Test func `only the hit view is asked, not the view that the recognizer is attached to`() {
        screen.tap("tap", on: a)
        screen.view("inner", 0, 0, 50, 50, in: a)
        a.shouldBegin = { _ in false }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log(of: "tap") == ["10 tap ended"])
    }

    @Test func `a view whose touch is already cancelled is not asked`() {
        screen.pan("pan", on: screen.window)
        let late = screen.press("press", on: screen.window)
        late.delegate = screen.delegate
        late.allowableMovement = 1000
        screen.delegate.simultaneous = { _, _ in true }
        var asked: [String?] = []
        a.shouldBegin = {
            asked.append($0.name)
            return true
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (60, 10), 10)
        screen.wait(until: 600)
        screen.up(700)
        #expect(asked == ["pan"])
        #expect(
            screen.log(of: "pan", "press") == [
                "10 pan began", "500 press began", "700 press ended", "700 pan ended",
            ])
    }
}
