import Testing
import TouchKit

@testable import TouchScenario

/// A scenario with a tap `tap`, a double tap `double` and a pan `pan`.
private func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario(name: "s")
    scenario.recognizers = [
        .init(id: "tap", kind: .tap(taps: 1, touches: 1, buttons: .primary)),
        .init(id: "double", kind: .tap(taps: 2, touches: 1, buttons: .primary)),
        .init(id: "pan", kind: .pan(minTouches: 1, maxTouches: nil)),
    ]
    change(&scenario)
    return scenario
}

private func verdict(
    _ scenario: Scenario, _ outcomes: [Outcome] = [], views: [ViewCall] = []
) -> Verdict {
    Verdict(of: scenario, outcomes: outcomes, viewCalls: views)
}

private func tap(_ t: Double, at location: Point? = nil) -> Outcome {
    Outcome(t: t, recognizer: "tap", event: .recognized, location: location)
}

private func pan(_ event: Outcome.Event, _ t: Double, _ value: Outcome.Value = .init()) -> Outcome {
    Outcome(t: t, recognizer: "pan", event: event, value: value)
}

private func doubleFailed(_ t: Double, _ reason: String = "nextTapTooLate") -> Outcome {
    Outcome(t: t, recognizer: "double", event: .failed, reason: reason)
}

@Suite struct VerdictTests {
    // MARK: expect

    @Test func `a scenario passes when the expected outcome comes`() {
        let scenario = scenario { $0.expect = [.init(recognizer: "tap", event: .recognized, t: 310)] }
        #expect(verdict(scenario, [tap(310)]) == .pass)
        #expect(verdict(scenario, [tap(311)]) == .pass)
        #expect(
            verdict(scenario, [tap(312)]) == .fail(because: "tap recognized at 312: it was expected at 310"))
        #expect(verdict(scenario) == .fail(because: "tap recognized at 310 was expected and did not come"))
    }

    @Test func `an expectation without a time accepts any time`() {
        let scenario = scenario { $0.expect = [.init(recognizer: "tap", event: .recognized)] }
        #expect(verdict(scenario, [tap(99)]) == .pass)
        #expect(verdict(scenario) == .fail(because: "tap recognized was expected and did not come"))
    }

    @Test(arguments: [Outcome.Event.recognized, .began, .ended, .cancelled])
    func `an outcome that is not listed must not come`(_ event: Outcome.Event) {
        let outcome = Outcome(t: 5, recognizer: "pan", event: event)
        #expect(verdict(scenario(), [outcome]) == .fail(because: "pan \(event.rawValue) at 5 was not expected"))
        #expect(verdict(scenario { $0.isPartial = true }, [outcome]) == .pass)
    }

    @Test(arguments: [Outcome.Event.changed, .failed])
    func `changes and failures may come without being listed`(_ event: Outcome.Event) {
        let scenario = scenario { $0.expect = [.init(recognizer: "pan", event: .began)] }
        let besides = Outcome(t: 5, recognizer: "pan", event: event)
        #expect(verdict(scenario, [besides, pan(.began, 5), besides]) == .pass)
    }

    @Test func `a listed change or failure must come`() {
        let scenario = scenario {
            $0.expect = [
                .init(recognizer: "pan", event: .began), .init(recognizer: "pan", event: .changed, t: 20),
                .init(recognizer: "pan", event: .ended),
            ]
        }
        #expect(verdict(scenario, [pan(.began, 5), pan(.changed, 9), pan(.changed, 20), pan(.ended, 30)]) == .pass)
        #expect(
            verdict(scenario, [pan(.began, 5), pan(.ended, 30)])
                == .fail(because: "pan ended at 30 came before pan changed at 20, which was expected next"))
    }

    @Test func `an outcome that is reported once too often is a difference`() {
        let scenario = scenario { $0.expect = [.init(recognizer: "tap", event: .recognized)] }
        #expect(verdict(scenario, [tap(1), tap(2)]) == .fail(because: "tap recognized at 2 was not expected"))
    }

    @Test func `a partial expectation looks for the listed outcomes in their order`() {
        let scenario = scenario {
            $0.isPartial = true
            $0.expect = [
                .init(recognizer: "tap", event: .recognized, t: 100), .init(recognizer: "pan", event: .ended),
            ]
        }
        #expect(verdict(scenario, [pan(.began, 1), tap(50), tap(100), pan(.ended, 120)]) == .pass)
        #expect(
            verdict(scenario, [tap(50), pan(.ended, 120)])
                == .fail(because: "tap recognized at 50: it was expected at 100"))
    }

    @Test func `the order counts for each recognizer by itself`() {
        let expect: [Scenario.Expectation] = [
            .init(recognizer: "tap", event: .recognized, t: 10), .init(recognizer: "pan", event: .began, t: 10),
        ]
        #expect(verdict(scenario { $0.expect = expect }, [pan(.began, 10), tap(10)]) == .pass)
        let strict = scenario {
            $0.expect = expect
            $0.isStrictOrder = true
        }
        #expect(verdict(strict, [tap(10), pan(.began, 10)]) == .pass)
        #expect(
            verdict(strict, [pan(.began, 10), tap(10)])
                == .fail(because: "pan began at 10 came before tap recognized at 10, which was expected next"))
    }

    @Test func `the first difference is the earliest in time`() {
        #expect(
            verdict(scenario(), [tap(20), pan(.began, 10)]) == .fail(because: "pan began at 10 was not expected"))
    }

    @Test func `a location may differ by half a point`() {
        let scenario = scenario {
            $0.expect = [.init(recognizer: "tap", event: .recognized, location: Point(x: 10, y: 20))]
        }
        #expect(verdict(scenario, [tap(1, at: Point(x: 10.5, y: 19.5))]) == .pass)
        #expect(
            verdict(scenario, [tap(1, at: Point(x: 10.6, y: 20))])
                == .fail(because: "tap recognized at 1: location was [10.6,20], expected [10,20]"))
        #expect(
            verdict(scenario, [tap(1)])
                == .fail(because: "tap recognized at 1: it has no location, expected [10,20]"))
    }

    @Test func `a reason must be the expected one`() {
        let scenario = scenario {
            $0.expect = [.init(recognizer: "double", event: .failed, reason: "nextTapTooFar")]
        }
        #expect(verdict(scenario, [doubleFailed(5, "nextTapTooFar")]) == .pass)
        #expect(verdict(scenario, [doubleFailed(5), doubleFailed(9, "nextTapTooFar")]) == .pass)
        #expect(
            verdict(scenario, [doubleFailed(5)])
                == .fail(because: #"double failed at 5: reason was "nextTapTooLate", expected "nextTapTooFar""#))
    }

    // MARK: value

    private func value(_ expected: Scenario.Expectation.Value, _ came: Outcome.Value) -> Verdict {
        let scenario = scenario { $0.expect = [.init(recognizer: "pan", event: .began, value: expected)] }
        return verdict(scenario, [pan(.began, 1, came)])
    }

    @Test func `a number accepts values within five percent or a hundredth`() {
        #expect(value(.init(scale: .near(2)), .init(scale: 2.1)) == .pass)
        #expect(
            value(.init(scale: .near(2)), .init(scale: 2.11))
                == .fail(because: "pan began at 1: scale was 2.11, expected 2"))
        #expect(value(.init(rotation: .near(0)), .init(rotation: -0.01)) == .pass)
        #expect(value(.init(rotation: .near(0)), .init(rotation: 0.02)) != .pass)
        #expect(value(.init(scale: .near(2)), .init()) == .fail(because: "pan began at 1: it has no scale, expected 2"))
    }

    @Test func `each matcher accepts the values that it describes`() {
        let between = Scenario.Matcher.within(.init(greaterThan: 1, lessThan: 2))
        #expect(value(.init(scale: between), .init(scale: 1.5)) == .pass)
        #expect(
            value(.init(scale: between), .init(scale: 1))
                == .fail(because: "pan began at 1: scale was 1, expected more than 1 and less than 2"))
        #expect(value(.init(scale: between), .init(scale: 2)) != .pass)
        #expect(value(.init(scale: between), .init(scale: .nan)) != .pass)
        let about = Scenario.Matcher.within(.init(approximately: 100, tolerance: 1))
        #expect(value(.init(rotation: about), .init(rotation: 101)) == .pass)
        #expect(
            value(.init(rotation: about), .init(rotation: 102))
                == .fail(because: "pan began at 1: rotation was 102, expected 100 ± 1"))
    }

    @Test func `pairs, touches and directions are compared`() {
        let below = Scenario.Matcher.within(.init(lessThan: 0))
        let expected = Scenario.Expectation.Value(
            translation: .vector(below, .near(100)), velocity: .scalar(.near(3)), touches: .near(3), direction: .left)
        var came = Outcome.Value(
            translation: Point(x: -1, y: 104), velocity: .scalar(3), touches: 3, direction: .left)
        #expect(value(expected, came) == .pass)
        came.direction = .up
        #expect(
            value(expected, came) == .fail(because: #"pan began at 1: direction was "up", expected "left""#))
        came.touches = 2
        #expect(value(expected, came) == .fail(because: "pan began at 1: touches was 2, expected 3"))
        came.velocity = .vector(Point(x: 3, y: 0))
        #expect(value(expected, came) == .fail(because: "pan began at 1: velocity was [3,0], expected 3"))
        came.translation = Point(x: 1, y: 104)
        #expect(
            value(expected, came)
                == .fail(because: "pan began at 1: translation was [1,104], expected [less than 0, 100]"))
    }

    // MARK: never

    @Test func `a forbidden outcome is a difference`() {
        let scenario = scenario {
            $0.isPartial = true
            $0.never = [.init(recognizer: "tap", event: .recognized)]
        }
        #expect(verdict(scenario, [pan(.began, 1)]) == .pass)
        #expect(verdict(scenario, [tap(5)]) == .fail(because: "tap recognized at 5 is forbidden"))
    }

    @Test func `a forbidden outcome may be limited to a time`() {
        let scenario = scenario {
            $0.isPartial = true
            $0.never = [.init(recognizer: "tap", event: .recognized, before: 200, after: 100)]
        }
        #expect(verdict(scenario, [tap(100), tap(200)]) == .pass)
        #expect(
            verdict(scenario, [tap(100), tap(150)])
                == .fail(because: "tap recognized at 150 is forbidden before 200 after 100"))
    }

    // MARK: viewExpect, viewNever

    private func call(
        _ event: ViewCall.Event, _ t: Double, at x: Double = 1, taps: Int = 1, view: String = "root"
    ) -> ViewCall {
        ViewCall(t: t, view: view, event: event, locations: [Point(x: x, y: 2)], tapCounts: [taps])
    }

    @Test func `the calls of a named callback are exactly those listed`() {
        let scenario = scenario {
            $0.viewExpect = [
                .init(view: "root", event: .touchesBegan, t: 0),
                .init(view: "root", event: .touchesMoved, t: 10),
                .init(view: "root", event: .touchesMoved, t: 20),
            ]
        }
        let began = call(.touchesBegan, 0)
        let moved = [call(.touchesMoved, 10), call(.touchesMoved, 20)]
        #expect(verdict(scenario, views: [began] + moved) == .pass)
        #expect(verdict(scenario, views: moved + [began]) == .pass)
        #expect(verdict(scenario, views: [began] + moved + [call(.touchesEnded, 30)]) == .pass)
        #expect(verdict(scenario, views: [began] + moved + [call(.touchesBegan, 30, view: "other")]) == .pass)
        #expect(
            verdict(scenario, views: [began] + moved.reversed())
                == .fail(because: "root touchesMoved at 20: it was expected at 10"))
        #expect(
            verdict(scenario, views: [began, moved[0]])
                == .fail(because: "root touchesMoved at 20 was expected and did not come"))
        #expect(
            verdict(scenario, views: [began, call(.touchesBegan, 5)] + moved)
                == .fail(because: "root touchesBegan at 5 was not expected"))
    }

    @Test func `calls are not checked without viewExpect`() {
        #expect(verdict(scenario(), views: [call(.touchesBegan, 0)]) == .pass)
    }

    @Test func `the count, locations and tap count of a call are compared`() {
        let scenario = scenario {
            $0.viewExpect = [
                .init(
                    view: "root", event: .touchesBegan, count: 1, locations: [Point(x: 1, y: 2)], tapCount: 2)
            ]
        }
        var call = call(.touchesBegan, 0, at: 1.5, taps: 2)
        #expect(verdict(scenario, views: [call]) == .pass)
        call.tapCounts = [1]
        #expect(
            verdict(scenario, views: [call]) == .fail(because: "root touchesBegan at 0: tapCount was [1], expected 2"))
        call.locations = [Point(x: 3, y: 2)]
        #expect(
            verdict(scenario, views: [call])
                == .fail(because: "root touchesBegan at 0: locations was [[3,2]], expected [[1,2]]"))
        call.locations.append(Point(x: 3, y: 2))
        #expect(
            verdict(scenario, views: [call]) == .fail(because: "root touchesBegan at 0: count was 2, expected 1"))
    }

    @Test func `a forbidden call is a difference`() {
        let scenario = scenario { $0.viewNever = [.init(view: "root", event: .touchesCancelled)] }
        #expect(verdict(scenario, views: [call(.touchesEnded, 5)]) == .pass)
        #expect(
            verdict(scenario, views: [call(.touchesCancelled, 5)])
                == .fail(because: "root touchesCancelled at 5 is forbidden"))
    }

    // MARK: invariants

    /// The verdict on a pan that reports a value every 10 ms.
    private func reports(
        _ invariant: Scenario.Invariant, scale values: [Double] = [], translation points: [Point] = []
    ) -> Verdict {
        let scenario = scenario { $0.invariants = [invariant] }
        let all = values.map { Outcome.Value(scale: $0) } + points.map { Outcome.Value(translation: $0) }
        return verdict(scenario, all.enumerated().map { pan(.changed, Double($0 * 10), $1) })
    }

    @Test func `steps and changes of reported values are bounded`() {
        let step = Scenario.Invariant(recognizer: "pan", property: .scale, maxStep: 0.5)
        #expect(reports(step, scale: [1, 1.5, 2, 2.5]) == .pass)
        #expect(
            reports(step, scale: [1, 2])
                == .fail(because: "pan changed at 10: scale was 2, 1 before it, expected a step of at most 0.5"))
        let change = Scenario.Invariant(recognizer: "pan", property: .translation, maxChange: 5)
        #expect(reports(change, translation: [.zero, Point(x: 3, y: 4)]) == .pass)
        #expect(
            reports(change, translation: [.zero, Point(x: 3, y: 0), Point(x: 3, y: 5)])
                == .fail(
                    because: "pan changed at 20: translation was [3,5], [0,0] earlier, expected a change of at most 5"))
    }

    @Test func `reported values must lie within their bounds`() {
        let finite = Scenario.Invariant(recognizer: "pan", property: .scale, isFinite: true)
        #expect(reports(finite, scale: [1, 0, -1]) == .pass)
        #expect(reports(finite, scale: [1, .nan]) != .pass)
        let positive = Scenario.Invariant(recognizer: "pan", property: .scale, isPositive: true)
        #expect(reports(positive, scale: [1, 0.1]) == .pass)
        #expect(
            reports(positive, scale: [1, 0])
                == .fail(because: "pan changed at 10: scale was 0, expected more than 0"))
        let bounded = Scenario.Invariant(recognizer: "pan", property: .translation, maxAbs: 5)
        #expect(reports(bounded, translation: [Point(x: -3, y: 4)]) == .pass)
        #expect(reports(bounded, translation: [Point(x: -4, y: 4)]) != .pass)
        let rightward = Scenario.Invariant(recognizer: "pan", property: .translationX, maxAbs: 5)
        #expect(reports(rightward, translation: [Point(x: 5, y: 99)]) == .pass)
    }

    @Test func `a monotonic value must not turn back`() {
        let monotonic = Scenario.Invariant(recognizer: "pan", property: .scale, isMonotonic: true)
        #expect(reports(monotonic, scale: [1, 1, 2, 3]) == .pass)
        #expect(reports(monotonic, scale: [3, 2, 2, 1]) == .pass)
        #expect(
            reports(monotonic, scale: [1, 2, 1.5])
                == .fail(because: "pan changed at 20: scale was 1.5, 2 before it, expected no turning back"))
    }

    @Test func `the last report is compared`() {
        let exact = Scenario.Invariant(recognizer: "pan", property: .scale, final: .scalar(2), tolerance: 0)
        #expect(reports(exact, scale: [1, 2]) == .pass)
        #expect(
            reports(exact, scale: [2, 2.05])
                == .fail(because: "pan changed at 10: scale was 2.05, expected 2 at last"))
        #expect(reports(exact) == .fail(because: "pan reported no scale, expected 2 at last"))
        let about = Scenario.Invariant(recognizer: "pan", property: .scale, final: .scalar(2))
        #expect(reports(about, scale: [2.05]) == .pass)
    }

    @Test func `an invariant may hold from a time on`() {
        let later = Scenario.Invariant(recognizer: "pan", property: .scale, from: 10, maxAbs: 1)
        #expect(reports(later, scale: [9, 1]) == .pass)
        #expect(reports(later, scale: [9, 9]) != .pass)
    }

    // MARK: Lines

    @Test func `outcomes are printed as lines`() {
        #expect(
            Outcome(t: 310, recognizer: "single", event: .recognized, location: Point(x: 120, y: 80)).line
                == #"{"t":310,"recognizer":"single","event":"recognized","location":[120,80]}"#)
        let failed = Outcome(
            t: 310, recognizer: "double", event: .failed, reason: "nextTapTooLate",
            detail: .init(measured: 300, allowed: 300))
        #expect(
            failed.line
                == #"{"t":310,"recognizer":"double","event":"failed","reason":"nextTapTooLate","#
                + #""detail":{"measured":300,"allowed":300}}"#)
        let pan = pan(
            .changed, 59.5,
            .init(translation: Point(x: 1.25, y: -2), velocity: .vector(Point(x: 0, y: 0.1)), touches: 1))
        #expect(
            pan.line
                == #"{"t":59.5,"recognizer":"pan","event":"changed","#
                + #""value":{"translation":[1.25,-2],"velocity":[0,0.1],"touches":1}}"#)
    }

    @Test func `verdicts are printed as lines`() {
        #expect(Verdict.pass.line(scenario: "s") == #"{"scenario":"s","verdict":"pass"}"#)
        #expect(
            Verdict.fail(because: #"a "b""#).line(scenario: "s")
                == #"{"scenario":"s","verdict":"fail","because":"a \"b\""}"#)
    }
}
