import Testing

@testable import TouchKit

/// `require(toFail:)` and its counterparts in delegates and subclasses, with a multi-tap interval of 300 ms.
@Suite struct RequirementTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    /// A single that waits for a double, on one view.
    private func singleAndDouble(doubleOn view: View? = nil) {
        screen.tap("S", on: a).require(toFail: screen.tap("D", on: view ?? a, taps: 2))
    }

    private func probe(_ name: String, _ probe: Probe = Probe()) -> Probe {
        probe.isSilent = true
        return screen.add(probe, name, to: a)
    }

    /// Fails, or is recognized, so long after the down.
    private func late(_ name: String, _ t: Double, fails: Bool = true) -> Probe {
        let probe = probe(name)
        probe.on[.began] = { probe, _, event in probe.deadline = event.timestamp.advanced(by: .milliseconds(t)) }
        probe.onDeadline = { if fails { $0.fail(.other("late")) } else { $0.state = .ended } }
        return probe
    }

    // MARK: Worked timelines

    @Test func `a single alone`() {
        screen.tap("S", on: a)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log == ["0 a touchesBegan 0", "80 S ended", "80 a touchesCancelled 0"])
    }

    @Test func `single and double without a requirement`() {
        screen.tap("S", on: a)
        screen.tap("D", on: a, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 250, to: 330)
        screen.wait(until: 2000)
        #expect(screen.log(of: "S", "D") == ["80 S ended", "330 S failed prevented", "330 D ended"])
    }

    @Test func `a single that requires a double comes when the interval is over`() {
        singleAndDouble()
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 2000)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "380 D failed nextTapTooLate", "380 S ended", "380 a touchesCancelled 0",
            ])
    }

    @Test func `a double in time, and the single never`() {
        singleAndDouble()
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 250, to: 330)
        screen.wait(until: 2000)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "250 a touchesBegan 0", "330 S failed requiredRecognized", "330 D ended",
                "330 a touchesCancelled 0,0",
            ])
    }

    @Test func `two slow taps are two singles, each after its own wait`() {
        singleAndDouble()
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 500, to: 580)
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "S", "D") == [
                "380 D failed nextTapTooLate", "380 S ended", "880 D failed nextTapTooLate", "880 S ended",
            ])
    }

    @Test func `the same with the double on an ancestor`() {
        singleAndDouble(doubleOn: screen.window)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 1000, to: 1080)
        screen.tap(at: (10, 10), from: 1250, to: 1330)
        screen.wait(until: 3000)
        #expect(
            screen.log(of: "S", "D") == [
                "380 D failed nextTapTooLate", "380 S ended", "1330 S failed requiredRecognized", "1330 D ended",
            ])
    }

    @Test func `a double on an ancestor withholds the end from a view below, unless delaysTouchesEnded is false`() {
        let double = screen.tap("D", on: screen.window, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 1000)
        double.delaysTouchesEnded = false
        screen.tap(at: (10, 10), from: 2000, to: 2080)
        screen.wait(until: 3000)
        #expect(
            screen.log(of: "a") == [
                "0 a touchesBegan 0", "380 a touchesEnded 0", "2000 a touchesBegan 0", "2080 a touchesEnded 0",
            ])
    }

    @Test func `a pan takes the touch from its view when it begins`() {
        screen.pan("pan", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (15, 10), 10)
        screen.move(to: (22, 10), 20)
        screen.up(30)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesMoved 0", "20 pan began", "20 a touchesCancelled 0", "30 pan ended",
            ])
    }

    @Test func `a pan that delays leaves the view nothing at all`() {
        screen.pan("pan", on: a).delaysTouchesBegan = true
        screen.down(at: (10, 10), 0)
        screen.move(to: (15, 10), 10)
        screen.move(to: (22, 10), 20)
        screen.up(30)
        #expect(screen.log == ["20 pan began", "30 pan ended"])
    }

    @Test func `a pan that delays and fails gives the view everything in one go`() {
        screen.pan("pan", on: a).delaysTouchesBegan = true
        a.record.saying = { "\(milliseconds($0.timestamp)) \(plain($0.location(in: nil)))" }
        screen.down(at: (10, 10), 0)
        screen.move(to: (15, 10), 40)
        screen.up(90)
        #expect(
            screen.log == [
                "90 pan failed tooShort", "90 a touchesBegan 0 0 10,10", "90 a touchesMoved 0 90 15,10",
                "90 a touchesEnded 0 90 15,10",
            ])
    }

    @Test func `a pan that requires a tap reports began when the tap fails`() {
        let pan = screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        pan.require(toFail: screen.tap("tap", on: a))
        screen.down(at: (10, 10), 0)
        screen.move(to: (22, 10), 10)
        screen.move(to: (26, 10), 20)
        screen.move(to: (31, 10), 30)
        screen.move(to: (41, 10), 40)
        screen.up(50)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesMoved 0", "20 a touchesMoved 0", "30 tap failed movedTooFar",
                "30 pan began 11,0", "30 a touchesCancelled 0", "40 pan changed 21,0", "50 pan ended 21,0",
            ])
    }

    @Test func `where the tap is made the pan never is`() {
        screen.pan("pan", on: a).require(toFail: screen.tap("tap", on: a))
        screen.down(at: (10, 10), 0)
        screen.move(to: (22, 10), 10)
        screen.up(80)
        #expect(screen.log(of: "pan", "tap") == ["80 pan failed requiredRecognized", "80 tap ended"])
    }

    @Test func `a second tap that waits to be read while the program is busy makes a double`() {
        singleAndDouble()
        screen.down(at: (10, 10), 0)
        screen.stalled {
            screen.up(80)
            screen.tap(at: (10, 10), from: 250, to: 330)
        }
        screen.wait(until: 900)
        #expect(screen.log(of: "S", "D") == ["330 S failed requiredRecognized", "330 D ended"])
    }

    @Test func `a second tap that comes too late by its stamp gives the single first`() {
        singleAndDouble()
        screen.down(at: (10, 10), 0)
        screen.stalled {
            screen.up(80)
            screen.tap(at: (10, 10), from: 480, to: 560)
        }
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "S", "D") == [
                "380 D failed nextTapTooLate", "380 S ended", "860 D failed nextTapTooLate", "860 S ended",
            ])
    }

    @Test func `a down exactly at the interval continues the sequence`() {
        singleAndDouble()
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 380, to: 400)
        #expect(screen.log(of: "S", "D") == ["400 S failed requiredRecognized", "400 D ended"])
    }

    // MARK: Rules

    @Test func `the action waits until the required one has failed`() {
        let waiting = probe("A", Probe(.began, .ended))
        waiting.require(toFail: late("B", 100))
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.wait(until: 99)
        #expect(screen.log == ["0 a touchesBegan 0"])
        screen.wait(until: 100)
        #expect(screen.log == ["0 a touchesBegan 0", "100 B failed late", "100 A ended", "100 a touchesCancelled 0"])
    }

    @Test(arguments: [GestureRecognizer.State.began, .ended])
    func `the waiting one fails when the required one begins or is recognized`(state: GestureRecognizer.State) {
        let waiting = probe("A", Probe(.began, .ended))
        waiting.require(toFail: probe("B", Probe(.moved, state)))
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        #expect(screen.log(of: "A", "B") == ["10 A failed requiredRecognized", "10 B \(state)"])
    }

    @Test func `a recognizer that is not ready itself fails too when the required one is recognized`() {
        let waiting = probe("A")
        waiting.require(toFail: probe("B", Probe(.moved, .ended)))
        waiting.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        #expect(screen.log(of: "A", "B") == ["10 A failed requiredRecognized", "10 B ended"])
    }

    @Test func `a held recognizer goes on inside, excludes no other recognizer and takes nothing from the view`() {
        let held = screen.add(Probe(.began, .began), "held", to: a)
        held.require(toFail: late("B", 100))
        let free = probe("free", Probe(.ended, .ended))
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        #expect(free.state == .possible)
        screen.up(20)
        #expect(
            screen.log == [
                "0 held sees began 0", "0 a touchesBegan 0", "10 held sees moved 0", "10 a touchesMoved 0",
                "20 held sees ended 0", "20 B failed prevented", "20 held failed prevented", "20 free ended",
                "20 a touchesCancelled 0", "20 held reset",
            ])
    }

    @Test func `a continuous one that ended while held reports began and ended, both then`() {
        let held = probe("A", Probe(.began, .began))
        held.on[.ended] = { probe, _, _ in probe.state = .ended }
        held.require(toFail: late("B", 100))
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.up(20)
        screen.wait(until: 100)
        #expect(screen.log(of: "A", "B") == ["100 B failed late", "100 A began", "100 A ended"])
    }

    @Test func `one that has changed while held reports began first`() {
        let held = probe("A", Probe(.began, .began))
        held.require(toFail: late("B", 100))
        screen.down(at: (10, 10), 0)
        screen.move(to: (11, 10), 10)
        screen.wait(until: 100)
        screen.move(to: (12, 10), 110)
        #expect(screen.log(of: "A", "B") == ["100 B failed late", "100 A began", "110 A changed"])
    }

    @Test func `a held one that was cancelled before its release has never been`() {
        let held = probe("A", Probe(.began, .began))
        held.require(toFail: late("B", 100))
        screen.down(at: (10, 10), 0)
        screen.cancel(10)
        screen.wait(until: 100)
        #expect(
            screen.log(of: "A", "B").sorted() == [
                "10 A failed cancelledByCompositor", "10 B failed cancelledByCompositor",
            ])
    }

    @Test func `the required one is not held back`() {
        let required = probe("B", Probe(.began, .ended))
        probe("A").require(toFail: required)
        screen.down(at: (10, 10), 0)
        #expect(screen.log(of: "A", "B") == ["0 A failed requiredRecognized", "0 B ended"])
    }

    @Test func `a required one that is disabled, detached or has no touch counts as failed`() {
        let free = screen.tap("A", on: a)
        let disabled = screen.tap("disabled", on: a, taps: 2)
        disabled.isEnabled = false
        let elsewhere = screen.tap("elsewhere", on: screen.view("b", 100), taps: 2)
        for required in [disabled, elsewhere, TapGestureRecognizer()] { free.require(toFail: required) }
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log(of: "A") == ["80 A ended"])
    }

    @Test func `a required one that is disabled or detached while others wait lets them go`() {
        for isDetached in [false, true] {
            let screen = TestScreen()
            let a = screen.view("a")
            let double = screen.tap("D", on: a, taps: 2)
            screen.tap("S", on: a).require(toFail: double)
            screen.tap(at: (10, 10), from: 0, to: 80)
            screen.wait(until: 100)
            if isDetached { a.removeGestureRecognizer(double) } else { double.isEnabled = false }
            #expect(
                screen.log == [
                    "0 a touchesBegan 0", "100 D failed \(isDetached ? "removed" : "disabled")", "100 S ended",
                    "100 a touchesCancelled 0",
                ])
            #expect(screen.isAtRest)
        }
    }

    @Test func `any touch of the required one counts, not only common ones`() {
        let b = screen.view("b", 100)
        let required = screen.tap("D", on: b, taps: 2)
        screen.tap("S", on: a).require(toFail: required)
        screen.tap(1, at: (110, 10), from: 0, to: 50)
        screen.tap(0, at: (10, 10), from: 100, to: 150)
        screen.wait(until: 1000)
        #expect(screen.log(of: "S", "D") == ["350 D failed nextTapTooLate", "350 S ended"])
    }

    @Test func `chains: the middle one is not recognized for the first until it is itself released`() {
        for cRecognizes in [false, true] {
            let screen = TestScreen()
            let a = screen.view("a")
            let first = screen.add(Probe(.began, .ended), "A", to: a)
            let second = screen.add(Probe(.began, .ended), "B", to: a)
            let third = screen.add(Probe(), "C", to: a)
            for probe in [first, second, third] { probe.isSilent = true }
            third.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 100) }
            third.onDeadline = { if cRecognizes { $0.state = .ended } else { $0.fail(.other("late")) } }
            third.prevents = { $0 !== first }
            first.require(toFail: second)
            second.require(toFail: third)
            screen.down(at: (10, 10), 0)
            screen.wait(until: 100)
            #expect(
                screen.log(of: "A", "B", "C")
                    == (cRecognizes
                        ? ["100 B failed requiredRecognized", "100 C ended", "100 A ended"]
                        : ["100 C failed late", "100 A failed requiredRecognized", "100 B ended"]))
        }
    }

    @Test func `a ring of requirements is refused when it is made, and the answer names it`() {
        let (one, two, three) = (screen.tap("1", on: a), screen.tap("2", on: a), screen.tap("3", on: a))
        #expect(one.require(toFail: two) == nil)
        #expect(two.require(toFail: three) == nil)
        #expect(three.require(toFail: one) == [three, one, two, three])
        #expect(one.require(toFail: one) == [one, one])
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(
            screen.log(of: "1", "2", "3") == [
                "80 2 failed requiredRecognized", "80 1 failed prevented", "80 3 ended",
            ], "it changed nothing")
    }

    @Test func `a ring that answers of delegates would make does not hold`() {
        let one = screen.tap("1", on: a)
        let two = screen.tap("2", on: a)
        one.delegate = screen.delegate
        two.delegate = screen.delegate
        screen.delegate.requires = { _, _ in true }
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 2000)
        #expect(screen.log(of: "1", "2").count { $0.hasSuffix("ended") } == 1)
        #expect(screen.isAtRest)
    }

    @Test func `one that its delegate declines fails, and so lets others go`() {
        let required = screen.tap("B", on: a)
        required.delegate = screen.delegate
        screen.delegate.shouldBegin = { _ in false }
        screen.tap("A", on: a).require(toFail: required)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log(of: "A", "B") == ["80 B failed declined", "80 A ended"])
    }

    @Test(arguments: 0..<4) func `a dynamic requirement comes from either side's delegate or subclass`(side: Int) {
        let waiting = probe("A", Probe(.began, .ended))
        let required = late("B", 100)
        switch side {
        case 0: waiting.requiresFailureOf = { $0 === required }
        case 1: required.isRequiredBy = { $0 === waiting }
        case 2:
            waiting.delegate = screen.delegate
            screen.delegate.requires = { $0 === waiting && $1 === required }
        default:
            required.delegate = screen.delegate
            screen.delegate.isRequired = { $0 === required && $1 === waiting }
        }
        screen.down(at: (10, 10), 0)
        screen.wait(until: 100)
        #expect(screen.log(of: "A", "B") == ["100 B failed late", "100 A ended"])
    }

    @Test func `a dynamic requirement is asked for once per attempt and holds for that attempt`() {
        let waiting = probe("A", Probe(.began, .ended))
        let required = late("B", 100)
        var asked = 0
        waiting.requiresFailureOf = { other in
            guard other === required else { return false }
            asked += 1
            return asked == 1
        }
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.wait(until: 200)
        #expect(asked == 1)
        screen.tap(at: (10, 10), from: 1000, to: 1050)
        #expect(asked == 2)
        #expect(
            screen.log(of: "A", "B") == ["100 B failed late", "100 A ended", "1000 B failed prevented", "1000 A ended"])
    }

    @Test func `a requirement holds beside a permission to go together`() {
        screen.delegate.simultaneous = { _, _ in true }
        let waiting = probe("A", Probe(.began, .ended))
        waiting.delegate = screen.delegate
        waiting.require(toFail: late("B", 100))
        screen.down(at: (10, 10), 0)
        #expect(screen.log(of: "A").isEmpty)
        screen.wait(until: 100)
        #expect(screen.log(of: "A", "B") == ["100 B failed late", "100 A ended"])
    }

    @Test func `a requirement can be taken back, also while somebody waits`() {
        let double = screen.tap("D", on: a, taps: 2)
        let single = screen.tap("S", on: a)
        single.require(toFail: double)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 100)
        single.removeFailureRequirement(double)
        screen.wait(until: 500)
        screen.tap(at: (10, 10), from: 1000, to: 1080)
        #expect(screen.log(of: "S").prefix(2) == ["100 S ended", "1080 S ended"])
    }

    @Test(arguments: [Touch.Phase.moved, .ended])
    func `one that ignores its only touch lets those who wait for it go on`(phase: Touch.Phase) {
        let waiting = probe("waiting", Probe(.began, .ended))
        let ignoring = probe("ignoring")
        ignoring.on[phase] = { probe, touches, event in for touch in touches { probe.ignore(touch, for: event) } }
        waiting.require(toFail: ignoring)
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 10)
        screen.up(20)
        #expect(screen.log(of: "waiting") == ["\(phase == .moved ? 10 : 20) waiting ended"])
        #expect(screen.isAtRest)
    }

    @Test func `a requirement does not keep the required one alive`() {
        let single = screen.tap("S", on: a)
        do { single.require(toFail: TapGestureRecognizer()) }
        #expect(single.failureRequirements.isEmpty)
    }

    @Test func `a failed recognizer that is disabled and enabled again is not kept for those who wait for it`() {
        let waiting = probe("waiting")
        let required = probe("required", Probe(.began, .failed))
        waiting.require(toFail: required)
        screen.down(0, at: (10, 10), 0)
        required.isEnabled = false
        required.isEnabled = true
        screen.down(1, at: (20, 10), 10)
        #expect(screen.log(of: "required") == ["0 required failed as told", "10 required failed as told"])
    }
}
