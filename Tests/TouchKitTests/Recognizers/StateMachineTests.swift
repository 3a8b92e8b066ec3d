import Testing

@testable import TouchKit

// A discrete recognizer can fail; it cannot go from possible to cancelled. Apple's documents disagree about this. UIKit's
// system gestures have no counterpart: the compositor keeps its own gestures to itself.

/// A recognizer's members, its states, its actions and its reset.
@Suite struct StateMachineTests {
    private let screen = TestScreen()

    @Test func `members start as in UIKit`() {
        let recognizer = GestureRecognizer()
        #expect(recognizer.state == .possible && recognizer.isEnabled && recognizer.delegate == nil)
        #expect(recognizer.view == nil && recognizer.name == nil && recognizer.numberOfTouches == 0)
        #expect(recognizer.cancelsTouchesInView && !recognizer.delaysTouchesBegan && recognizer.delaysTouchesEnded)
        #expect(recognizer.allowedTouchTypes == [.direct, .stylus, .indirectPointer])
        #expect(recognizer.requiresExclusiveTouchType)
        let other = GestureRecognizer()
        #expect(recognizer.canPrevent(other) && recognizer.canBePrevented(by: other))
        #expect(!recognizer.shouldRequireFailure(of: other) && !recognizer.shouldBeRequiredToFail(by: other))
    }

    @Test func `a recognizer has any number of actions, which run in order and can be removed`() {
        let a = screen.view("a")
        let tap = screen.tap("tap", on: a)
        let token = tap.addAction { [unowned screen] _ in screen.note("second") }
        tap.addAction { [unowned screen] _ in screen.note("third") }
        screen.tap(at: (10, 10), from: 0, to: 10)
        tap.removeAction(token)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(
            screen.log(of: "tap", "second", "third") == [
                "10 tap ended", "10 second", "10 third", "1010 tap ended", "1010 third",
            ])
    }

    @Test func `a recognizer has one view; adding it to another takes it from the first`() {
        let a = screen.view("a")
        let b = screen.view("b", 100)
        let tap = screen.tap("tap", on: a)
        b.addGestureRecognizer(tap)
        #expect(tap.view === b && a.gestureRecognizers.isEmpty && b.gestureRecognizers == [tap])
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.tap(at: (110, 10), from: 20, to: 30)
        #expect(screen.log(of: "tap") == ["30 tap ended"])
    }

    @Test func `allowedTouchTypes filters, requiresExclusiveTouchType keeps to the kind of the first`() {
        let a = screen.view("a")
        let fingers = screen.add(Probe(), "fingers", to: a)
        fingers.allowedTouchTypes = [.direct]
        let exclusive = screen.add(Probe(), "exclusive", to: a)
        let mixed = screen.add(Probe(), "mixed", to: a)
        mixed.requiresExclusiveTouchType = false
        screen.down(at: (10, 10), 0)
        screen.point(at: (20, 20), 10)
        screen.press(10)
        #expect(fingers.numberOfTouches == 1 && exclusive.numberOfTouches == 1 && mixed.numberOfTouches == 2)
        #expect(exclusive.touches.map(\.type) == [.direct], "O-20: the header is right, not the speaker")
    }

    @Test func `location is the centroid of the gesture's touches, and the last one where they have gone`() {
        let a = screen.view("a", 100, 100)
        let probe = screen.add(Probe(), "probe", to: a)
        probe.on[.ended] = { probe, _, _ in if probe.numberOfTouches == 1 { probe.state = .ended } }
        screen.down(0, at: (110, 110), 0)
        screen.down(1, at: (130, 150), 0)
        #expect(probe.location(in: nil) == Point(x: 120, y: 130) && probe.location(in: a) == Point(x: 20, y: 30))
        #expect(probe.location(ofTouch: 0, in: a) == Point(x: 10, y: 10))
        #expect(probe.location(ofTouch: 1, in: nil) == Point(x: 130, y: 150))
        screen.up(0, 10)
        #expect(probe.location(in: nil) == Point(x: 130, y: 150))
        screen.up(1, 20)
        #expect(probe.location(in: nil) == Point(x: 130, y: 150))
    }

    @Test func `the delegate is asked for the event, then for the touch, and either answer keeps it away`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(), "probe", to: a)
        probe.delegate = screen.delegate
        var asked: [String] = []
        var answers = (subclass: true, event: true, touch: true)
        probe.receives = { _ in
            asked.append("subclass")
            return answers.subclass
        }
        screen.delegate.receivesEvent = { _, _ in
            asked.append("event")
            return answers.event
        }
        screen.delegate.receivesTouch = { _, _ in
            asked.append("touch")
            return answers.touch
        }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(asked == ["subclass", "event", "touch"] && screen.log(of: "probe").count == 4)
        screen.clearLog()
        for (t, refusals) in [(1000.0, (false, true, true)), (2000, (true, false, true)), (3000, (true, true, false))] {
            answers = refusals
            screen.tap(at: (10, 10), from: t, to: t + 10)
        }
        #expect(
            screen.log == [
                "1000 a touchesBegan 0", "1010 a touchesEnded 0", "2000 a touchesBegan 0", "2010 a touchesEnded 0",
                "3000 a touchesBegan 0", "3010 a touchesEnded 0",
            ])
    }

    // MARK: States

    @Test func `one table of transitions`() {
        let states: [GestureRecognizer.State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
        let legal = states.flatMap { from in states.filter { from.allows($0) }.map { "\(from)-\($0)" } }
        #expect(
            legal == [
                "possible-began", "possible-ended", "possible-failed", "began-changed", "began-ended",
                "began-cancelled", "changed-changed", "changed-ended", "changed-cancelled", "ended-possible",
                "cancelled-possible", "failed-possible",
            ])
    }

    @Test func `observers see every transition, with its time, its place and its reason`() {
        let a = screen.view("a")
        var seen: [String] = []
        let token = screen.dispatcher.addObserver { transition in
            let place = transition.to == .possible ? "" : " at \(plain(transition.location))"
            let reason = transition.reason.map { " \($0.name)" } ?? ""
            seen.append(
                "\(milliseconds(transition.time)) \(transition.recognizer.name ?? "") \(transition.from)-\(transition.to)"
                    + place + reason)
        }
        screen.pan("pan", on: a)
        screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.cancel(30)
        #expect(
            seen == [
                "10 tap possible-failed at 10,10 movedTooFar", "10 pan possible-began at 40,10",
                "20 pan began-changed at 50,10", "30 pan changed-cancelled at 50,10 cancelledByCompositor",
                "30 tap failed-possible", "30 pan cancelled-possible",
            ])
        screen.dispatcher.removeObserver(token)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(seen.count == 6)
    }

    @Test func `what transitions are made decides whether a gesture is discrete or continuous`() {
        let a = screen.view("a")
        screen.add(Probe(.ended, .ended), "discrete", to: a).isSilent = true
        screen.tap(at: (10, 10), from: 0, to: 10)
        a.removeGestureRecognizer(a.gestureRecognizers[0])
        let continuous = screen.add(Probe(.began, .began), "continuous", to: a)
        continuous.isSilent = true
        continuous.on[.ended] = { probe, _, _ in probe.state = .ended }
        screen.tap(at: (10, 10), from: 100, to: 110)
        #expect(
            screen.log(of: "discrete", "continuous") == [
                "10 discrete ended", "100 continuous began", "110 continuous ended",
            ])
    }

    @Test func `the library fails a recognizer that never decides, so that no recognizer waits for ever`() {
        let a = screen.view("a")
        let lazy = screen.add(Probe(), "lazy", to: a)
        let tap = screen.tap("tap", on: a)
        tap.require(toFail: lazy)
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(
            screen.log == [
                "0 lazy sees began 0", "0 a touchesBegan 0", "10 lazy sees ended 0", "10 lazy failed touchesEnded",
                "10 tap ended", "10 a touchesCancelled 0", "10 lazy reset",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `recognized is ended`() {
        #expect(GestureRecognizer.State.recognized == .ended)
    }

    @Test func `fail fails a gesture that has not begun and cancels one that has, and later ones do nothing`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(), "probe", to: a)
        probe.on[.began] = { probe, _, _ in
            probe.fail(.wrongDirection)
            probe.fail(.other("again"))
            probe.state = .failed
        }
        screen.tap(at: (10, 10), from: 0, to: 10)
        probe.on[.began] = { probe, _, _ in probe.state = .began }
        probe.on[.moved] = { probe, _, _ in probe.fail(.wrongDirection) }
        screen.down(at: (10, 10), 100)
        screen.move(to: (11, 10), 110)
        screen.up(120)
        #expect(
            screen.log == [
                "0 probe sees began 0", "0 probe failed wrongDirection", "0 a touchesBegan 0", "10 a touchesEnded 0",
                "10 probe reset", "100 probe sees began 0", "100 probe began", "110 probe sees moved 0",
                "110 probe cancelled", "120 probe reset",
            ])
    }

    // MARK: Actions

    @Test func `actions run for began, changed, ended and cancelled, not for failed and possible`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(.began, .began), "probe", to: a)
        probe.isSilent = true
        probe.on[.moved] = { probe, _, _ in probe.state = .changed }
        probe.on[.ended] = { probe, _, _ in probe.state = .ended }
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.up(20)
        screen.down(at: (10, 10), 100)
        screen.cancel(110)
        probe.on[.began] = { probe, _, _ in probe.fail(.wrongDirection) }
        screen.tap(at: (10, 10), from: 200, to: 210)
        #expect(
            screen.log(of: "probe") == [
                "0 probe began", "10 probe changed", "20 probe ended", "100 probe began", "110 probe cancelled",
                "200 probe failed wrongDirection",
            ])
    }

    @Test func `actions run after all recognizers have seen the event, and before the view does`() {
        let a = screen.view("a")
        screen.add(Probe(.moved, .ended), "inner", to: a)
        screen.add(Probe(), "outer", to: screen.window)
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        #expect(
            screen.log == [
                "0 inner sees began 0", "0 outer sees began 0", "0 a touchesBegan 0", "10 inner sees moved 0",
                "10 outer sees moved 0", "10 outer failed prevented", "10 inner ended", "10 a touchesCancelled 0",
            ])
    }

    @Test func `the state inside an action is the state that is reported`() {
        let a = screen.view("a")
        let held = screen.add(Probe(.began, .began), "held", to: a)
        held.isSilent = true
        held.on[.ended] = { probe, _, _ in probe.state = .ended }
        let blocker = screen.add(Probe(), "blocker", to: a)
        blocker.isSilent = true
        blocker.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 100) }
        blocker.onDeadline = { $0.fail(.other("late")) }
        held.require(toFail: blocker)
        screen.down(at: (10, 10), 0)
        #expect(held.state == .began, "outside it may be further than what was reported")
        screen.up(10)
        screen.wait(until: 200)
        #expect(
            screen.log(of: "held", "blocker") == ["100 blocker failed late", "100 held began", "100 held ended"])
    }

    @Test func `a running gesture's action runs at every move, though the subclass does not say so`() {
        let a = screen.view("a")
        screen.add(Probe(.began, .began), "probe", to: a).isSilent = true
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.move(to: (12, 10), 20)
        #expect(screen.log(of: "probe") == ["0 probe began", "10 probe changed", "20 probe changed"])
    }

    @Test func `changed may follow changed, and one event makes one action`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(.began, .began), "probe", to: a)
        probe.isSilent = true
        probe.on[.moved] = { probe, _, _ in probe.state = .changed }
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.move(to: (12, 10), 20)
        #expect(screen.log(of: "probe") == ["0 probe began", "10 probe changed", "20 probe changed"])
    }

    // MARK: Reset

    @Test func `a terminal state lasts until no finger is down, and then all recognizers are reset`() {
        let a = screen.view("a")
        let fails = screen.add(Probe(.began, .failed), "fails", to: a)
        let wins = screen.add(Probe(.moved, .ended), "wins", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 20), 10)
        screen.move(0, to: (11, 10), 20)
        #expect(fails.state == .failed && wins.state == .ended)
        screen.up(0, 30)
        #expect(fails.state == .failed && wins.state == .ended)
        screen.up(1, 40)
        #expect(fails.state == .possible && wins.state == .possible)
        #expect(screen.log.suffix(2).sorted() == ["40 fails reset", "40 wins reset"])
    }

    @Test func `fingers elsewhere do not keep a recognizer from its reset`() {
        let a = screen.view("a")
        screen.view("b", 100)
        let tap = screen.tap("tap", on: a)
        screen.down(1, at: (110, 10), 0)
        screen.tap(0, at: (10, 10), from: 10, to: 20)
        #expect(tap.state == .possible)
        screen.tap(0, at: (10, 10), from: 30, to: 40)
        #expect(screen.log(of: "tap") == ["20 tap ended", "40 tap ended"])
    }

    @Test func `a finger that came down in a subview counts where the recognizer was to receive it`() {
        let a = screen.view("a")
        screen.view("b", 50, 50, 50, 50, in: a)
        let tap = screen.tap("tap", on: a)
        tap.delegate = screen.delegate
        screen.down(1, at: (60, 60), 0)
        screen.tap(0, at: (10, 10), from: 10, to: 20)
        #expect(tap.state == .failed)
        screen.tap(0, at: (10, 10), from: 30, to: 40)
        screen.up(1, 50)
        screen.delegate.receivesTouch = { $1.id == 0 }
        screen.down(1, at: (60, 60), 60)
        screen.tap(0, at: (10, 10), from: 70, to: 80)
        screen.up(1, 90)
        #expect(tap.state == .possible)
        #expect(screen.log(of: "tap") == ["10 tap failed tooManyTouches", "80 tap ended"])
    }

    @Test func `a recognizer in a terminal state receives no more of its touches`() {
        let a = screen.view("a")
        screen.add(Probe(.moved, .failed), "probe", to: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.move(to: (12, 10), 20)
        screen.up(30)
        #expect(
            screen.log(of: "probe") == [
                "0 probe sees began 0", "10 probe sees moved 0", "10 probe failed as told", "30 probe reset",
            ])
    }

    @Test
    func `a failed one that an undecided one requires stays failed and misses touches until then`() {
        let a = screen.view("a")
        let required = screen.add(Probe(.began, .failed), "required", to: a)
        let double = screen.tap("double", on: a, taps: 2)
        double.require(toFail: required)
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(required.state == .failed, "the double is undecided")
        screen.tap(at: (10, 10), from: 100, to: 110)
        #expect(required.state == .possible)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(
            screen.log(of: "required", "double") == [
                "0 required sees began 0", "0 required failed as told", "110 double ended", "110 required reset",
                "1000 required sees began 0", "1000 required failed as told",
            ])
    }

    @Test
    func `a recognizer that only received touches is reset too and receives no more of the touches still down`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(), "probe", to: a)
        screen.down(0, at: (10, 10), 0)
        probe.isEnabled = false
        probe.isEnabled = true
        screen.move(0, to: (11, 10), 10)
        screen.down(1, at: (50, 50), 20)
        screen.up(0, 30)
        screen.up(1, 40)
        #expect(
            screen.log(of: "probe") == [
                "0 probe sees began 0", "0 probe failed disabled", "0 probe reset", "20 probe sees began 1",
                "40 probe sees ended 1", "40 probe failed touchesEnded", "40 probe reset",
            ])
    }

    @Test func `a deadline is called once, before any later event and after every event up to it`() {
        let a = screen.view("a")
        let probe = screen.add(Probe(), "probe", to: a)
        probe.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 100) }
        screen.down(at: (10, 10), 0)
        #expect(screen.dispatcher.nextDeadline == EventTime(milliseconds: 100))
        screen.stalled {
            screen.move(to: (11, 10), 99)
            screen.move(to: (12, 10), 100)
            screen.move(to: (13, 10), 100.5)
        }
        screen.wait(until: 1000)
        #expect(probe.deadline == nil && screen.dispatcher.nextDeadline == nil)
        #expect(
            screen.log(of: "probe") == [
                "0 probe sees began 0", "99 probe sees moved 0", "100 probe sees moved 0", "100 probe deadline",
                "100.5 probe sees moved 0",
            ])
    }

    @Test(arguments: [GestureRecognizer.State.failed, .ended])
    func `one that comes to an end outside a window is ready for the next touch in one`(end: GestureRecognizer.State) {
        let screen = TestScreen()
        let a = screen.view("a")
        let probe = screen.add(Probe(.began, .ended), "probe", to: a)
        probe.isSilent = true
        a.removeFromSuperview()
        if end == .failed { probe.fail(.other("outside")) } else { probe.state = end }
        #expect(probe.state == .possible)
        screen.window.addSubview(a)
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log(of: "probe") == ["0 probe ended"])
    }

    @Test func `time that has come already does not step back`() {
        screen.down(at: (10, 10), 100)
        screen.wait(until: 40)
        #expect(screen.dispatcher.now == EventTime(milliseconds: 100))
    }
}
