import Testing

@testable import TouchKit

/// Which recognizer wins where several could recognize, and what happens to the others.
@Suite struct ExclusionTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    @Test func `of several that share touches the first to recognize wins and all others fail`() {
        screen.pan("pan", on: a)
        screen.press("press", on: a)
        screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (15, 10), 10)
        screen.wait(until: 600)
        screen.move(to: (60, 10), 610)
        screen.up(620)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesMoved 0", "500 tap failed prevented", "500 pan failed prevented",
                "500 press began", "500 a touchesCancelled 0", "610 press changed", "620 press ended",
            ])
    }

    @Test func `the failure reason names the recognizer that was faster`() {
        let tap = screen.tap("tap", on: a)
        let slow = screen.add(Probe(), "slow", to: a)
        var reason: FailureReason?
        screen.dispatcher.addObserver { if $0.recognizer === slow, $0.to == .failed { reason = $0.reason } }
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(reason == .prevented(by: tap))
    }

    @Test func `in a tie the recognizer nearest to the touched view wins, so of two taps the inner one`() {
        let b = screen.view("b", in: a)
        screen.tap("inner", on: b)
        screen.tap("outer", on: a)
        screen.tap("outermost", on: screen.window)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(
            screen.log(of: "inner", "outer", "outermost") == [
                "80 outer failed prevented", "80 outermost failed prevented", "80 inner ended",
            ])
    }

    @Test func `in a tie on one view the most recently added recognizer wins, so of two swipes the last`() {
        for name in ["first", "second", "third"] { screen.add(SwipeGestureRecognizer(), name, to: a) }
        screen.down(at: (10, 10), 0)
        screen.move(to: (80, 10), 50)
        #expect(
            screen.log(of: "first", "second", "third") == [
                "50 second failed prevented", "50 first failed prevented", "50 third ended",
            ])
    }

    @Test func `a recognizer that is added again is the most recent`() {
        let first = screen.tap("first", on: a)
        screen.tap("second", on: a)
        a.removeGestureRecognizer(first)
        a.addGestureRecognizer(first)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log(of: "first", "second") == ["80 second failed prevented", "80 first ended"])
    }

    @Test func `recognizers of unrelated branches do not exclude each other, so two siblings take two taps`() {
        let b = screen.view("b", 100)
        screen.tap("of-a", on: a)
        screen.tap("of-b", on: b)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (110, 10), 10)
        screen.together {
            screen.up(0, 80)
            screen.up(1, 80)
        }
        #expect(screen.log(of: "of-a", "of-b").sorted() == ["80 of-a ended", "80 of-b ended"])
    }

    @Test func `ancestor and descendant exclude each other even with different fingers`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.press("press", on: b)
        screen.pan("pan", on: a)
        screen.down(0, at: (10, 10), 0)
        screen.wait(until: 500)
        screen.down(1, at: (80, 80), 600)
        screen.move(1, to: (80, 30), 610)
        screen.up(1, 620)
        screen.up(0, 630)
        #expect(
            screen.log(of: "press", "pan") == [
                "500 pan failed prevented", "500 press began", "630 press ended",
            ])
    }

    @Test func `once that is granted, the same fingers drive both`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.press("press", on: b)
        screen.pan("pan", on: a).delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.down(0, at: (10, 10), 0)
        screen.wait(until: 500)
        screen.move(0, to: (40, 10), 610)
        screen.up(0, 630)
        #expect(
            screen.log(of: "press", "pan").sorted() == [
                "500 press began", "610 pan began", "610 press changed", "630 pan ended", "630 press ended",
            ])
    }

    @Test func `disabling and enabling a pan when the press begins makes it drop the touches it has`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        let press = screen.press("press", on: b)
        let pan = screen.pan("pan", on: a)
        pan.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        press.addAction {
            guard $0.state == .began else { return }
            pan.isEnabled = false
            pan.isEnabled = true
        }
        screen.down(0, at: (10, 10), 0)
        screen.wait(until: 500)
        screen.move(0, to: (40, 10), 610)
        screen.down(1, at: (80, 80), 620)
        screen.move(1, to: (80, 30), 630)
        screen.up(1, 640)
        screen.up(0, 650)
        #expect(
            screen.log(of: "press", "pan") == [
                "500 press began", "500 pan failed disabled", "610 press changed", "630 pan began", "640 pan ended",
                "650 press ended",
            ])
    }

    @Test func `of several taps that are ready in one step the one of most taps wins`() {
        tapsReadyAt700([("triple", 3), ("double", 2), ("single", 1)])
        #expect(
            screen.log(of: "single", "double", "triple") == [
                "700 single failed prevented", "700 double failed prevented", "700 triple ended",
            ])
    }

    @Test func `of two double taps the one added last wins, though the single tap may go with it`() {
        screen.delegate.simultaneous = { Set([$0.name, $1.name]) == ["last", "single"] }
        tapsReadyAt700([("first", 2), ("last", 2), ("single", 1)])
        #expect(
            screen.log(of: "first", "last", "single") == [
                "700 first failed prevented", "700 last ended", "700 single ended",
            ])
    }

    @Test func `a tap gives way to no longer one that it may go with`() {
        screen.delegate.simultaneous = { _, _ in true }
        tapsReadyAt700([("double", 2), ("single", 1)])
        #expect(screen.log(of: "single", "double") == ["700 single ended", "700 double ended"])
    }

    /// Adds taps, and makes as many as the longest needs; a recognizer that all of them wait for fails at 700 ms.
    private func tapsReadyAt700(_ taps: [(name: String, count: Int)]) {
        let blocker = screen.add(Probe(), "blocker", to: a)
        blocker.isSilent = true
        blocker.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 700) }
        blocker.onDeadline = { $0.fail(.other("late")) }
        for (name, count) in taps {
            let tap = screen.tap(name, on: a, taps: count)
            tap.require(toFail: blocker)
            tap.delegate = screen.delegate
        }
        for step in 0..<(taps.map(\.count).max() ?? 0) {
            screen.tap(at: (10, 10), from: Double(step) * 100, to: Double(step) * 100 + 50)
        }
        screen.wait(until: 1000)
    }

    @Test func `canPrevent, then canBePrevented, then the delegates`() {
        let winner = screen.add(Probe(.ended, .ended), "winner", to: a)
        let loser = screen.add(Probe(), "loser", to: a)
        winner.isSilent = true
        loser.isSilent = true
        loser.delegate = screen.delegate
        var asked: [String] = []
        var answers = (prevents: true, isPrevented: true, together: false)
        winner.prevents = { _ in
            asked.append("canPrevent")
            return answers.prevents
        }
        loser.isPreventedBy = { _ in
            asked.append("canBePrevented")
            return answers.isPrevented
        }
        screen.delegate.simultaneous = { _, _ in
            asked.append("simultaneously")
            return answers.together
        }
        var reasons: [String] = []
        screen.dispatcher.addObserver {
            if $0.recognizer === loser, $0.to == .failed { reasons.append($0.reason?.name ?? "") }
        }
        let cases = [(true, true, false), (false, true, false), (true, false, false), (true, true, true)]
        for (index, answer) in cases.enumerated() {
            answers = answer
            let t = Double(index) * 1000
            screen.tap(at: (10, 10), from: t, to: t + 80)
        }
        #expect(reasons == ["prevented", "touchesEnded", "touchesEnded", "touchesEnded"])
        #expect(asked.prefix(3) == ["canPrevent", "canBePrevented", "simultaneously"])
    }

    @Test(arguments: [false, true]) func `either side's delegate permits`(isLoser: Bool) {
        let one = screen.pan("one", on: a)
        let other = screen.pan("other", on: screen.window)
        (isLoser ? other : one).delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.up(20)
        #expect(
            screen.log(of: "one", "other") == ["10 one began", "10 other began", "20 one ended", "20 other ended"])
        #expect(one.view === a)
    }

    @Test func `a tap never prevents a tap of more taps, the other way round it does`() {
        let single = TapGestureRecognizer()
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        #expect(!single.canPrevent(double) && double.canPrevent(single) && single.canPrevent(TapGestureRecognizer()))
        #expect(single.canPrevent(PanGestureRecognizer()))
    }

    @Test func `single and double with no requirement give one single, one double and no latency`() {
        screen.tap("single", on: a)
        screen.tap("double", on: a, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 250, to: 330)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "80 single ended", "80 a touchesCancelled 0", "250 a touchesBegan 0",
                "330 single failed prevented", "330 double ended", "330 a touchesCancelled 0",
            ])
    }

    @Test(arguments: [false, true])
    func `single and double ready in one step means the double, whatever the depth and the order`(
        isDoubleOutside: Bool
    ) {
        let b = screen.view("b", in: a)
        screen.tap("double", on: isDoubleOutside ? a : b, taps: 2)
        screen.tap("single", on: isDoubleOutside ? b : a)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 250, to: 330)
        #expect(
            screen.log(of: "single", "double") == [
                "80 single ended", "330 single failed prevented", "330 double ended",
            ])
    }

    @Test func `of two recognizers that recognize in one step one is retracted without an action`() {
        screen.add(Probe(.began, .began), "outer", to: screen.window).isSilent = true
        screen.add(Probe(.began, .began), "inner", to: a).isSilent = true
        screen.down(at: (10, 10), 0)
        #expect(screen.log == ["0 outer failed prevented", "0 inner began"])
    }

    @Test func `beside a running recognizer a newcomer fails`() {
        screen.pan("pan", on: a)
        screen.tap("two fingers", on: a, touches: 1)
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (50, 10), 10)
        screen.add(Probe(.ended, .ended), "late", to: screen.window).isSilent = true
        screen.down(1, at: (200, 200), 20)
        screen.up(1, 30)
        screen.down(2, at: (20, 20), 40)
        screen.up(2, 50)
        screen.up(0, 60)
        #expect(
            screen.log(of: "pan", "late") == [
                "10 pan began", "30 late failed prevented", "50 late failed prevented", "60 pan ended",
            ])
    }

    @Test func `a newcomer that is held fails at once beside a running one`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.pan("pan", on: b)
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (40, 10), 10)
        let single = screen.tap("single", on: a)
        single.require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(1, at: (80, 80), from: 20, to: 30)
        #expect(screen.log(of: "pan", "single") == ["10 pan began", "30 single failed prevented"])
    }

    @Test func `beside one that has been reset a newcomer may recognize`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.tap("inner", on: b)
        let outer = screen.tap("outer", on: a, touches: 1)
        outer.delegate = screen.delegate
        screen.delegate.receivesTouch = { $1.id == 1 }
        screen.down(1, at: (80, 80), 0)
        screen.tap(0, at: (10, 10), from: 10, to: 20)
        screen.up(1, 30)
        #expect(screen.log(of: "inner", "outer") == ["20 outer failed prevented", "20 inner ended"])
        screen.clearLog()
        screen.tap(0, at: (10, 10), from: 1000, to: 1010)
        screen.tap(1, at: (80, 80), from: 1020, to: 1030)
        #expect(screen.log(of: "inner", "outer") == ["1010 inner ended", "1030 outer ended"])
    }

    @Test func `of two equal recognizers on parent and child the deeper one wins`() {
        screen.add(PinchGestureRecognizer(), "outer", to: screen.window)
        screen.add(PinchGestureRecognizer(), "inner", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (30, 10), 0)
        screen.move(1, to: (60, 10), 10)
        #expect(screen.log(of: "outer", "inner") == ["10 outer failed prevented", "10 inner began"])
    }

    @Test func `pinch, rotation and pan go together only where the delegate says so`() {
        for together in [false, true] {
            let screen = TestScreen()
            let a = screen.view("a", 0, 0, 400, 400)
            screen.delegate.simultaneous = { _, _ in together }
            screen.add(PinchGestureRecognizer(), "pinch", to: a).delegate = screen.delegate
            screen.add(RotationGestureRecognizer(), "rotation", to: a).delegate = screen.delegate
            screen.pan("pan", on: a).delegate = screen.delegate
            screen.down(0, at: (100, 100), 0)
            screen.down(1, at: (200, 100), 0)
            screen.move(1, to: (260, 160), 10)
            screen.up(0, 20)
            screen.up(1, 30)
            #expect(
                screen.log(of: "pinch", "rotation", "pan").sorted()
                    == (together
                        ? [
                            "10 pan began", "10 pinch began", "10 rotation began", "30 pan ended", "30 pinch ended",
                            "30 rotation ended",
                        ]
                        : [
                            "10 pan began", "10 pinch failed prevented", "10 rotation failed prevented",
                            "30 pan ended",
                        ]))
        }
    }

    @Test func `recognizers exclude each other only if both had a finger down at a common moment`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        let single = screen.tap("single", on: b)
        let double = screen.tap("double", on: b, taps: 2)
        single.require(toFail: double)
        screen.pan("pan", on: a)
        screen.tap(0, at: (10, 10), from: 0, to: 80)
        screen.down(1, at: (80, 80), 100)
        screen.move(1, to: (80, 30), 110)
        screen.wait(until: 380)
        screen.up(1, 400)
        #expect(
            screen.log(of: "single", "double", "pan") == [
                "80 pan failed tooShort", "110 pan began", "380 double failed nextTapTooLate", "380 single ended",
                "400 pan ended",
            ])
    }

    @Test func `a double between its taps fails where its finger had been down with the winner's`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        screen.tap("double", on: b, taps: 2)
        screen.pan("pan", on: a).delegate = screen.delegate
        screen.delegate.receivesTouch = { $1.id == 1 }
        screen.down(1, at: (80, 80), 0)
        screen.tap(0, at: (10, 10), from: 10, to: 60)
        screen.move(1, to: (80, 30), 100)
        screen.up(1, 110)
        #expect(
            screen.log(of: "double", "pan") == ["100 double failed prevented", "100 pan began", "110 pan ended"])
    }

    @Test func `who wins does not depend on the order of attachment among different views`() {
        var logs: Set<[String]> = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let screen = TestScreen()
            let a = screen.view("a")
            let b = screen.view("b", in: a)
            let add = [
                { screen.tap("single", on: b) }, { screen.tap("double", on: a, taps: 2) },
                { screen.tap("triple", on: screen.window, taps: 3) },
            ]
            let taps = [0: "single", 1: "double", 2: "triple"]
            var made: [String: TapGestureRecognizer] = [:]
            for index in order { made[taps[index] ?? ""] = add[index]() }
            if let double = made["double"], let triple = made["triple"] {
                made["single"]?.require(toFail: double)
                double.require(toFail: triple)
            }
            for count in 1...4 {
                for tap in 0..<count {
                    let t = Double(count) * 2000 + Double(tap) * 150
                    screen.tap(at: (10, 10), from: t, to: t + 50)
                }
                screen.wait(until: Double(count) * 2000 + 1900)
            }
            logs.insert(screen.log)
            #expect(screen.isAtRest)
        }
        #expect(logs.count == 1)
    }
}
