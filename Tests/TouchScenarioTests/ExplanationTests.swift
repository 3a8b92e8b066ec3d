import Testing
import TouchKit

@testable import TouchScenario

/// `replay --explain` says for each failure what happened and what to do differently.
struct ExplanationTests {
    nonisolated struct Row: Sendable, CustomTestStringConvertible {
        let reason: String
        let recognizers: [Scenario.Recognizer]
        let events: [Scenario.Event]
        var thresholds: [Scenario.Threshold: Double] = [:]
        /// The sentence that must be among those for the scenario.
        let sentence: String

        var testDescription: String { sentence }
    }

    @Test(arguments: rows)
    func `a gesture that fails is explained`(_ row: Row) {
        var scenario = Scenario(name: row.reason, events: row.events)
        scenario.views.append(
            Scenario.View(id: "pane", frame: Rect(x: 0, y: 0, width: 400, height: 400), parent: "root"))
        scenario.recognizers = row.recognizers
        scenario.thresholds = row.thresholds
        scenario.advanceTo = (row.events.last?.t ?? 0) + 2000
        var reasons: [String: String] = [:]
        _ = Replay(of: scenario) { outcome, transition in
            reasons[outcome.sentence(for: transition)] = transition.reason?.name
        }
        #expect(reasons[row.sentence] == row.reason, "\(reasons.keys.sorted())")
    }

    /// The reasons that only the program itself causes, so that no scenario has them.
    @Test(arguments: [
        (
            FailureReason.declined,
            "its delegate or a view declined; look at what the delegate's and the views' "
                + "shouldBegin answer"
        ),
        (.removed, "it was detached from its view; find the code that changed this while fingers were down"),
        (.windowClosed, "its window was closed; find the code that changed this while fingers were down"),
        (.other("the stroke went up twice"), "the stroke went up twice; ask the recognizer's author"),
    ])
    func `a failure that the program causes is explained`(_ reason: FailureReason, _ words: String) {
        let tap = TapGestureRecognizer()
        tap.name = "tap"
        let transition = GestureTransition.failure(of: tap, reason)
        let description = Scenario.Recognizer(id: "tap", kind: .tap(taps: 1, touches: 1, buttons: .primary))
        let outcome = Outcome(transition, of: description)
        #expect(outcome?.sentence(for: transition) == "tap failed at 0: \(words)")
    }

    @Test func `a gesture that is recognized has no reason`() {
        var scenario = Scenario(name: "pan", events: drag(0, by: 30))
        scenario.views.append(
            Scenario.View(id: "pane", frame: Rect(x: 0, y: 0, width: 400, height: 400), parent: "root"))
        scenario.recognizers = [Self.pan]
        scenario.advanceTo = 200
        var sentences: [String] = []
        _ = Replay(of: scenario) { sentences.append($0.sentence(for: $1)) }
        #expect(sentences == ["pan began at 16", "pan ended at 40"])
    }

    @Test func `the table has every reason`() {
        let known: Set<String> = [
            "movedTooFar", "heldTooLong", "liftedTooSoon", "nextTapTooLate", "nextTapTooSoon", "nextTapTooFar",
            "nextTapFromOtherDevice", "tooFewTouches", "tooManyTouches", "wrongDirection", "tooSlow", "tooShort",
            "notAtEdge", "prevented", "requiredRecognized", "touchesEnded", "cancelledByCompositor", "touchLost",
            "disabled", "viewRemoved",
        ]
        #expect(Set(Self.rows.map(\.reason)) == known)
    }

    nonisolated static let rows: [Row] = [
        Row(
            reason: "movedTooFar", recognizers: [single], events: drag(0, by: 23),
            sentence: "single failed at 16: moved 23 pt, 20 allowed; keep the finger where it came down, or allow more "
                + "movement"),
        Row(
            reason: "movedTooFar", recognizers: [press], events: drag(0, by: 10.25),
            sentence: "press failed at 16: moved 10.3 pt, 10 allowed; keep the finger where it came down, or allow "
                + "more movement"),
        Row(
            reason: "heldTooLong", recognizers: [single], events: tap(0, for: 800),
            sentence: "single failed at 750: was still down after 750 ms; be quicker, or allow more time"),
        Row(
            reason: "heldTooLong", recognizers: [swipe], events: drag(0, by: 30, until: 800),
            sentence: "swipe failed at 500: had not gone far enough after 500 ms; be quicker, or allow more time"),
        Row(
            reason: "liftedTooSoon", recognizers: [press], events: tap(0, for: 400),
            sentence: "press failed at 400: lifted after 400 ms, 500 needed; hold the finger down longer, or ask for "
                + "less time"),
        Row(
            reason: "nextTapTooLate", recognizers: [double], events: tap(0),
            sentence: "double failed at 360: the next tap had not begun 300 ms after the first ended; tap again "
                + "sooner, or allow a longer interval"),
        Row(
            reason: "nextTapTooLate", recognizers: [triple], events: tap(0) + tap(200),
            sentence: "triple failed at 560: the next tap had not begun 300 ms after the last one ended; tap again "
                + "sooner, or allow a longer interval"),
        Row(
            reason: "nextTapTooSoon", recognizers: [double], events: tap(0) + tap(90),
            thresholds: [.multiTapMinimumInterval: 40],
            sentence: "double failed at 90: the next tap began 30 ms after the first ended, 40 needed; tap more "
                + "slowly, or lower the minimum interval; it guards against a bouncing panel"),
        Row(
            reason: "nextTapTooFar", recognizers: [double], events: tap(0) + tap(200, at: Point(x: 160, y: 100)),
            sentence: "double failed at 200: the next tap began 60 pt from the first, 45 allowed; aim both taps at "
                + "one place, or allow more distance"),
        Row(
            reason: "nextTapFromOtherDevice", recognizers: [double], events: tap(0) + tap(200, seat: "other"),
            sentence: "double failed at 200: the next tap came from another device; make all taps with one device"),
        Row(
            reason: "tooFewTouches", recognizers: [twoFingers], events: tap(0),
            sentence: "pair failed at 60: only 1 of 2 fingers was down; put all fingers down before any is lifted"),
        Row(
            reason: "tooManyTouches", recognizers: [single], events: [down(0), down(10, 1)],
            sentence: "single failed at 10: 2 fingers came down, 1 allowed; touch with fewer fingers; look for a "
                + "resting hand"),
        Row(
            reason: "wrongDirection", recognizers: [swipe], events: drag(0, by: -60),
            sentence: "swipe failed at 16: moved in another direction; go straight in the wanted direction"),
        Row(
            reason: "tooSlow", recognizers: [swipe], events: drag(0, by: 51, until: 400),
            thresholds: [.swipeMinimumVelocity: 600],
            sentence: "swipe failed at 400: went 510 pt/s, 600 needed; go faster, or ask for less speed"),
        Row(
            reason: "tooShort", recognizers: [swipe], events: drag(0, by: 30),
            sentence: "swipe failed at 40: went 30 pt, 50 needed; go farther before lifting the finger"),
        Row(
            reason: "notAtEdge", recognizers: [edgePan], events: drag(0, by: 30),
            sentence: "edge failed at 0: began 100 pt from the edge, 13 allowed; begin closer to the edge, or widen "
                + "its inset"),
        Row(
            reason: "prevented", recognizers: [single, press, pan], events: drag(0, by: 15),
            sentence: "single failed at 16: pan was recognized first; allow both at once with a delegate, or make the "
                + "other one wait with require(toFail:)"),
        Row(
            reason: "requiredRecognized", recognizers: [single, double].waiting, events: tap(0) + tap(200),
            sentence: "single failed at 260: double, which had to fail first, was recognized; nothing to change: "
                + "only one of the two is meant to be recognized"),
        Row(
            reason: "touchesEnded", recognizers: [.init(id: "pinch", kind: .pinch, view: "pane")],
            events: [down(0), down(10, 1), up(60), up(70, 1)],
            sentence: "pinch failed at 70: all fingers were lifted before it had begun; move or hold the fingers "
                + "before lifting them"),
        Row(
            reason: "cancelledByCompositor", recognizers: [single],
            events: [down(0), .init(t: 30, kind: .cancel(id: nil))],
            sentence: "single failed at 30: the compositor cancelled the touches; look for a system gesture, a grab, "
                + "or a window move in the compositor"),
        Row(
            reason: "cancelledByCompositor", recognizers: [pan],
            events: Array(drag(0, by: 30).prefix(2)) + [.init(t: 30, kind: .cancel(id: nil))],
            sentence: "pan was cancelled at 30: the compositor cancelled the touches; look for a system gesture, a "
                + "grab, or a window move in the compositor"),
        Row(
            reason: "touchLost", recognizers: [single], events: [down(0), .init(t: 30, kind: .set(.touch(false)))],
            sentence: "single failed at 30: the touch was lost with its device, or its id came down again; look at "
                + "the device: it went away or sent no end of the touch"),
        Row(
            reason: "disabled", recognizers: [single],
            events: [down(0), .init(t: 30, kind: .set(.recognizerEnabled("single", false)))],
            sentence: "single failed at 30: it was disabled; find the code that changed this while fingers were down"),
        Row(
            reason: "viewRemoved", recognizers: [single],
            events: [down(0), .init(t: 30, kind: .set(.viewRemoved("pane")))],
            sentence: "single failed at 30: its view left the window; find the code that changed this while fingers "
                + "were down"),
    ]

    // MARK: Recognizers

    private nonisolated static let single = recognizer("single", .tap(taps: 1, touches: 1, buttons: .primary))
    private nonisolated static let double = recognizer("double", .tap(taps: 2, touches: 1, buttons: .primary))
    private nonisolated static let triple = recognizer("triple", .tap(taps: 3, touches: 1, buttons: .primary))
    private nonisolated static let twoFingers = recognizer("pair", .tap(taps: 1, touches: 2, buttons: .primary))
    private nonisolated static let press = recognizer(
        "press", .longPress(taps: 0, touches: 1, minimumPressDuration: 500, allowableMovement: 10))
    private nonisolated static let pan = recognizer("pan", .pan(minTouches: 1, maxTouches: nil))
    private nonisolated static let swipe = recognizer("swipe", .swipe(direction: .right, touches: 1))
    private nonisolated static let edgePan = recognizer("edge", .edgePan(edges: [.left]))

    private nonisolated static func recognizer(_ id: String, _ kind: Scenario.Recognizer.Kind) -> Scenario.Recognizer {
        Scenario.Recognizer(id: id, kind: kind, view: "pane")
    }
}

nonisolated extension [Scenario.Recognizer] {
    /// The recognizers, of which the first one waits for the second one.
    fileprivate var waiting: Self {
        var all = self
        all[0].requireToFail = [all[1].id]
        return all
    }
}

// MARK: Fingers, at 100, 100 by default

private nonisolated func down(
    _ t: Double, _ id: Int = 0, at place: Point = Point(x: 100, y: 100), seat: String? = nil
) -> Scenario.Event {
    Scenario.Event(t: t, kind: .down(id: id, at: .init(position: place), outside: false), seat: seat)
}

private nonisolated func up(_ t: Double, _ id: Int = 0, seat: String? = nil) -> Scenario.Event {
    Scenario.Event(t: t, kind: .up(id: id), seat: seat)
}

private nonisolated func tap(
    _ t: Double, at place: Point = Point(x: 100, y: 100), for duration: Double = 60, seat: String? = nil
) -> [Scenario.Event] {
    [down(t, at: place, seat: seat), up(t + duration, seat: seat)]
}

/// A finger that moves to the right once: after 16 ms of the default 40 ms, or else 16 ms before it is lifted.
private nonisolated func drag(_ t: Double, by distance: Double, until end: Double = 40) -> [Scenario.Event] {
    let place = Point(x: 100 + distance, y: 100)
    let step = end == 40 ? t + 16 : end - 16
    return [down(t), Scenario.Event(t: step, kind: .move(id: 0, at: .init(position: place))), up(end)]
}

extension GestureTransition {
    /// The transition that observers get when a recognizer fails.
    fileprivate static func failure(of recognizer: GestureRecognizer, _ reason: FailureReason) -> GestureTransition {
        let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())
        window.addGestureRecognizer(recognizer)
        var transitions: [GestureTransition] = []
        window.dispatcher.addObserver { transitions.append($0) }
        recognizer.fail(reason)
        return transitions[0]
    }
}
