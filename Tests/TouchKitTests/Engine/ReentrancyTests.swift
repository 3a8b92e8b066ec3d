import Testing

@testable import TouchKit

/// Handlers run inside the walk of an event and may change anything. `TestScreen` notes as ILLEGAL what breaks the law
/// that a touch begins once and ends once in its view, and that recognizers keep to their transitions.
@Suite struct ReentrancyTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    /// What a handler may do.
    enum Deed: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case removeView, moveView, removeRecognizers, moveRecognizers, disable, disableAndEnable, addRecognizer, addView
        case closeWindow, deliverFrames, advance, requireFailure, dropRequirement, perform, hide, cancelPerforms, swap

        var testDescription: String { rawValue }
    }

    /// Where it does it.
    enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case action, failure, touchesBegan, touchesMoved, touchesEnded, touchesCancelled, recognizerBegan
        case recognizerMoved, recognizerEnded, recognizerCancelled, reset, deadline, shouldBegin, receivesTouch
        case simultaneous, requires, perform, observer, hitTest

        var testDescription: String { rawValue }
    }

    /// A screen with two views and one recognizer of every kind on each.
    private final class Stage {
        let screen = TestScreen()
        let outer: TestView
        let inner: TestView
        var budget = 6
        var isCalm = false
        private var spare = 0

        init(_ deed: Deed, at place: Place) {
            outer = screen.view("outer", 0, 0, 400, 400)
            inner = screen.view("inner", 50, 50, 200, 200, in: outer)
            for view in [outer, inner] {
                view.isMultipleTouchEnabled = true
                let single = screen.tap("single", on: view)
                single.require(toFail: screen.tap("double", on: view, taps: 2))
                screen.press("press", on: view).minimumPressDuration = .milliseconds(200)
                screen.pan("pan", on: view)
                screen.add(PinchGestureRecognizer(), "pinch", to: view)
                let probe = screen.add(Probe(), "probe", to: view)
                probe.on[.began] = { probe, _, event in
                    probe.deadline = event.timestamp.advanced(by: .milliseconds(90))
                }
                probe.onDeadline = { $0.fail(.other("late")) }
                for recognizer in view.gestureRecognizers { recognizer.delegate = screen.delegate }
            }
            arm(deed, at: place)
        }

        private func arm(_ deed: Deed, at place: Place) {
            let act = { [unowned self] in
                guard !isCalm, budget > 0 else { return }
                budget -= 1
                perform(deed)
            }
            let recognizers = outer.gestureRecognizers + inner.gestureRecognizers
            let probes = recognizers.compactMap { $0 as? Probe }
            func onTouch(_ wanted: ViewStream.Call) {
                for view in [outer, inner] { view.onTouch = { call, _, _ in if call == wanted { act() } } }
            }
            func onProbe(_ phase: Touch.Phase) {
                for probe in probes {
                    let before = probe.on[phase]
                    probe.on[phase] = {
                        before?($0, $1, $2)
                        act()
                    }
                }
            }
            switch place {
            case .action: for recognizer in recognizers { recognizer.addAction { _ in act() } }
            case .failure: screen.dispatcher.addObserver { if $0.to == .failed { act() } }
            case .observer: screen.dispatcher.addObserver { _ in act() }
            case .touchesBegan: onTouch(.began)
            case .touchesMoved: onTouch(.moved)
            case .touchesEnded: onTouch(.ended)
            case .touchesCancelled: onTouch(.cancelled)
            case .recognizerBegan: onProbe(.began)
            case .recognizerMoved: onProbe(.moved)
            case .recognizerEnded: onProbe(.ended)
            case .recognizerCancelled: onProbe(.cancelled)
            case .reset: for probe in probes { probe.onReset = { _ in act() } }
            case .deadline:
                for probe in probes {
                    probe.onDeadline = {
                        act()
                        $0.fail(.other("late"))
                    }
                }
            case .shouldBegin:
                screen.delegate.shouldBegin = { _ in
                    act()
                    return true
                }
            case .receivesTouch:
                screen.delegate.receivesTouch = { _, _ in
                    act()
                    return true
                }
            case .simultaneous:
                screen.delegate.simultaneous = { _, _ in
                    act()
                    return false
                }
            case .requires:
                screen.delegate.requires = { _, _ in
                    act()
                    return false
                }
            case .perform: for t in [20, 100, 300] { outer.perform(after: .milliseconds(t), act) }
            case .hitTest:
                inner.onPointInside = { [unowned self] in
                    act()
                    return inner.bounds.contains($0)
                }
            }
        }

        private func perform(_ deed: Deed) {
            switch deed {
            case .removeView: inner.removeFromSuperview()
            case .moveView:
                if inner.superview === outer { screen.window.addSubview(inner) } else { outer.addSubview(inner) }
            case .removeRecognizers:
                for view in [inner, outer] { view.gestureRecognizers.forEach { view.removeGestureRecognizer($0) } }
            case .moveRecognizers:
                for recognizer in inner.gestureRecognizers { outer.addGestureRecognizer(recognizer) }
            case .disable:
                for recognizer in inner.gestureRecognizers + outer.gestureRecognizers { recognizer.isEnabled = false }
            case .disableAndEnable:
                for recognizer in inner.gestureRecognizers + outer.gestureRecognizers {
                    recognizer.isEnabled = false
                    recognizer.isEnabled = true
                }
            case .addRecognizer: screen.tap("extra", on: inner)
            case .addView:
                spare += 1
                screen.view("spare\(spare)", 0, 0, 300, 300, in: outer)
            case .closeWindow: screen.window.cancelTouches()
            case .deliverFrames:
                screen.move(0, to: (120, 90), screen.dispatcher.now.milliseconds)
                screen.tap(
                    9, at: (150, 150), from: screen.dispatcher.now.milliseconds, to: screen.dispatcher.now.milliseconds)
            case .advance: screen.wait(until: screen.dispatcher.now.milliseconds + 1000)
            case .requireFailure:
                for one in outer.gestureRecognizers {
                    for other in inner.gestureRecognizers { one.require(toFail: other) }
                }
            case .dropRequirement:
                for one in inner.gestureRecognizers + outer.gestureRecognizers {
                    for other in one.failureRequirements { one.removeFailureRequirement(other) }
                }
            case .perform: inner.perform(after: .zero) { [screen] in screen.note("performed") }
            case .hide: inner.isHidden.toggle()
            case .cancelPerforms: Responder.cancelPreviousPerforms(target: outer)
            case .swap:
                if let last = inner.gestureRecognizers.last {
                    inner.removeGestureRecognizer(last)
                    inner.addGestureRecognizer(last)
                }
                outer.insertSubview(inner, at: 0)
            }
        }

        /// Taps, a double tap, a press, a drag, a pinch, a cancel.
        func play() {
            screen.tap(at: (100, 100), from: 0, to: 50)
            screen.tap(at: (100, 100), from: 400, to: 450)
            screen.tap(at: (100, 100), from: 500, to: 550)
            screen.down(at: (100, 100), 1000)
            screen.wait(until: 1300)
            screen.move(to: (110, 100), 1310)
            screen.up(1320)
            screen.down(0, at: (100, 100), 2000)
            for step in 1...4 { screen.move(0, to: (100 + 20 * Double(step), 100), 2000 + 10 * Double(step)) }
            screen.down(1, at: (200, 200), 2050)
            for step in 1...4 { screen.move(1, to: (200 + 20 * Double(step), 200), 2050 + 10 * Double(step)) }
            screen.up(0, 2100)
            screen.up(1, 2110)
            screen.down(0, at: (20, 20), 3000)
            screen.down(1, at: (100, 100), 3000)
            screen.cancel(3020)
            screen.down(0, at: (100, 100), 3500)
            screen.move(0, to: (130, 100), 3510)
            screen.cancel(3520)
            screen.down(0, at: (100, 100), 4000)
            screen.down(1, at: (200, 200), 4000)
            screen.move(0, to: (103, 100), 4010)
            screen.up(0, 4020)
            screen.up(1, 4030)
            screen.wait(until: 5000)
            isCalm = true
            screen.wait(until: 10_000)
        }
    }

    @Test(arguments: Deed.allCases, Place.allCases)
    func `whatever a handler does, wherever, nothing traps and each touch ends once`(deed: Deed, place: Place) {
        let stage = Stage(deed, at: place)
        stage.play()
        let illegal = stage.screen.log.filter { $0.contains("ILLEGAL") }
        #expect(illegal.isEmpty, "\(stage.screen.log)")
        #expect(stage.screen.isAtRest)
        #expect(stage.budget < 6, "it was never done")
        // And the screen still works.
        stage.screen.clearLog()
        let fresh = stage.screen.view("fresh", 300, 300, 50, 50)
        stage.screen.tap("after", on: fresh)
        stage.screen.tap(at: (310, 310), from: 20_000, to: 20_050)
        stage.screen.wait(until: 21_000)
        #expect(stage.screen.log.contains("20050 after ended"))
    }

    @Test func `an action that removes its view: later actions of that recognizer are dropped, the touch ends once`() {
        let pan = screen.pan("pan", on: a)
        pan.addAction { [a] _ in a.removeFromSuperview() }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        #expect(
            screen.log == ["0 a touchesBegan 0", "10 pan began", "10 a touchesCancelled 0", "10 pan cancelled"])
        #expect(screen.isAtRest)
    }

    @Test func `a held gesture whose began action disables it is cancelled, not left without an end`() {
        let held = screen.add(Probe(.began, .began), "held", to: a)
        held.isSilent = true
        held.on[.ended] = { probe, _, _ in probe.state = .ended }
        held.addAction { if $0.state == .began { $0.isEnabled = false } }
        let blocker = screen.add(Probe(), "blocker", to: a)
        blocker.isSilent = true
        blocker.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 100) }
        blocker.onDeadline = { $0.fail(.other("late")) }
        held.require(toFail: blocker)
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.wait(until: 200)
        #expect(
            screen.log(of: "held", "blocker") == ["100 blocker failed late", "100 held began", "100 held cancelled"])
    }

    @Test func `a winner that another winner's action disables in the same step fails without an action`() {
        let first = screen.add(Probe(.began, .began), "first", to: a)
        let second = screen.add(Probe(.began, .began), "second", to: screen.window)
        first.isSilent = true
        second.isSilent = true
        first.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        first.addAction { _ in second.isEnabled = false }
        screen.down(at: (10, 10), 0)
        screen.up(10)
        #expect(screen.log(of: "first", "second").prefix(2) == ["0 first began", "0 second failed disabled"])
        #expect(!screen.log.contains { $0.contains("ILLEGAL") })
    }

    @Test func `a view that puts itself elsewhere when it is taken out stays where its remover wants it`() {
        let b = screen.view("b", 100)
        a.onTouch = { [a] call, _, _ in if call == .cancelled { b.addSubview(a) } }
        screen.down(at: (10, 10), 0)
        a.removeFromSuperview()
        #expect(a.superview == nil && b.subviews.isEmpty && !screen.window.subviews.contains { $0 === a })
        screen.window.addSubview(a)
        screen.up(10)
        screen.down(at: (10, 10), 20)
        screen.window.insertSubview(a, at: 0)
        #expect(a.superview === screen.window && b.subviews.isEmpty)
        #expect(screen.window.subviews.filter { $0 === a }.count == 1)
    }

    @Test func `a view that is put into the very view that is being added to it stays there: no ring`() {
        let b = screen.view("b", 100, in: screen.addWindow("other"))
        a.onTouch = { [a] call, _, _ in if call == .cancelled { a.addSubview(b) } }
        screen.down(at: (10, 10), 0)
        b.addSubview(a)
        #expect(b.superview === a && a.superview == nil && b.subviews.isEmpty)
        screen.window.addSubview(a)
        screen.tap(at: (20, 20), from: 100, to: 110)
        #expect(screen.isAtRest)
    }

    @Test func `a view that goes elsewhere when it has left its window is in one place`() {
        final class Restless: View {
            var refuge: View?
            override func didMoveToWindow() { if window == nil { refuge?.addSubview(self) } }
        }
        let b = screen.view("b", 100)
        let restless = Restless(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        restless.refuge = b
        a.addSubview(restless)
        screen.window.addSubview(restless)
        #expect(restless.superview === screen.window && b.subviews.isEmpty && a.subviews.isEmpty)
    }

    @Test func `a recognizer that is attached elsewhere by its own cancelled action is on one view`() {
        let b = screen.view("b", 100)
        let pan = screen.pan("pan", on: a)
        pan.addAction { if $0.state == .cancelled { b.addGestureRecognizer($0) } }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        a.removeGestureRecognizer(pan)
        #expect(pan.view === b && a.gestureRecognizers.isEmpty && b.gestureRecognizers == [pan])
        screen.up(20)
        screen.down(at: (110, 10), 100)
        screen.move(to: (140, 10), 110)
        a.addGestureRecognizer(pan)
        #expect(pan.view === a && b.gestureRecognizers.isEmpty && a.gestureRecognizers == [pan])
        #expect(!screen.log.contains { $0.contains("ILLEGAL") })
    }

    @Test(arguments: [ViewStream.Call.began, .moved, .cancelled])
    func `a touch that is taken away while its view is told of it stays over`(call: ViewStream.Call) {
        let pan = screen.pan("pan", on: a)
        pan.isEnabled = call == .cancelled
        let probe = screen.add(Probe(), "probe", to: screen.window)
        probe.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        var touch: Touch?
        a.onTouch = { [a] now, touches, _ in
            touch = touches.first
            if now == call { a.removeFromSuperview() }
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        #expect(touch?.phase == .cancelled && touch?.isDown == false)
        #expect(screen.dispatcher.touches.isEmpty && probe.touches.isEmpty)
        #expect(screen.log(of: "probe").contains { $0.hasSuffix("sees cancelled 0") })
    }

    @Test func `a view that is removed when a recognizer is reset leaves no touch behind`() {
        let double = screen.tap("double", on: a, taps: 2)
        let swipe = screen.add(SwipeGestureRecognizer(), "swipe", to: a)
        screen.dispatcher.addObserver { [a] in
            if $0.recognizer === swipe, $0.to == .possible { a.removeFromSuperview() }
        }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log(of: "double") == ["10 double failed viewRemoved"])
        #expect(double.state == .possible && screen.isAtRest)
    }

    @Test func `a frame that a handler delivers is handled when the present one is done`() {
        a.onTouch = { [unowned screen] call, _, _ in
            guard call == .began else { return }
            screen.up(10)
            screen.note("handler done")
        }
        screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        #expect(screen.log == ["0 a touchesBegan 0", "0 handler done", "10 tap ended", "10 a touchesCancelled 0"])
    }

    @Test(arguments: [Place.deadline, .perform, .action])
    func `a frame that is delivered while no other one is handled is handled at once`(place: Place) {
        screen.tap("tap", on: a)
        let tap = { [unowned screen] in
            let now = screen.dispatcher.now.milliseconds
            screen.tap(7, at: (20, 20), from: now, to: now)
        }
        let press = screen.press("press", on: screen.window)
        switch place {
        case .deadline: press.addAction { if $0.state == .began { tap() } }
        case .perform: a.perform(after: .milliseconds(500), tap)
        default: press.addAction { if $0.state == .cancelled { tap() } }
        }
        press.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.down(at: (300, 300), 0)
        screen.wait(until: 600)
        press.isEnabled = false
        #expect(screen.log(of: "tap") == ["\(place == .action ? 600 : 500) tap ended"])
    }

    @Test func `frames that performs deliver keep their order`() {
        for id in [7, 8] {
            a.perform(after: .milliseconds((id - 6) * 100)) { [screen] in
                screen.hand = 1
                screen.tap(Int32(id), at: (10, 10), from: Double(id - 6) * 100, to: Double(id - 6) * 100)
                screen.hand = 0
            }
        }
        screen.wait(until: 50)
        screen.stalled { screen.tap(9, at: (10, 10), from: 300, to: 310) }
        #expect(
            screen.log
                == [7, 8, 9].flatMap { id in
                    let times = id == 9 ? ["300", "310"] : ["\(id - 6)00", "\(id - 6)00"]
                    return ["\(times[0]) a touchesBegan \(id)", "\(times[1]) a touchesEnded \(id)"]
                })
    }

    @Test func `a frame that a delegate delivers while touches are handed out waits its turn too`() {
        let tap = screen.tap("tap", on: a)
        tap.delegate = screen.delegate
        screen.delegate.receivesTouch = { [unowned screen] _, _ in
            screen.up(10)
            return true
        }
        screen.down(at: (10, 10), 0)
        #expect(screen.log == ["0 a touchesBegan 0", "10 tap ended", "10 a touchesCancelled 0"])
    }
}
