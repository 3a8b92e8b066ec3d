import TouchKit
import TouchScenario

/// The input that the headless run plays to each pane, and the verdicts that each pane has to give.
struct Demonstration {
    struct Step {
        let name: String
        let events: [Scenario.Event]
        /// The tap count and the location of each expected verdict.
        let expected: [(count: Int, location: Point)]
    }

    let steps: [Step]

    /// Single taps, double taps, and gestures that are neither, around the middle of a view.
    init(around location: Point) {
        let second = location + Point(x: 8, y: -6)
        steps = [
            Step(name: "single tap", events: Self.tap(at: location, from: 0), expected: [(1, location)]),
            Step(
                name: "double tap", events: Self.tap(at: location, from: 0) + Self.tap(at: second, from: 200),
                expected: [(2, location)]),
            Step(
                name: "two-finger tap",
                events: [
                    .at(0, .down(id: 0, at: .init(position: location), outside: false)),
                    .at(0, .down(id: 1, at: .init(position: location + Point(x: 60, y: 0)), outside: false)),
                    .at(0, .frame), .at(70, .up(id: 0)), .at(70, .up(id: 1)), .at(70, .frame),
                ], expected: []),
            Step(
                name: "drag",
                events: [.at(0, .down(id: 0, at: .init(position: location), outside: false)), .at(0, .frame)]
                    + (1...6).flatMap { step -> [Scenario.Event] in
                        let to = location + Point(x: Double(step) * 12, y: Double(step) * 5)
                        return [
                            .at(Double(step) * 16, .move(id: 0, at: .init(position: to))),
                            .at(Double(step) * 16, .frame),
                        ]
                    } + [.at(120, .up(id: 0)), .at(120, .frame)], expected: []),
            Step(
                name: "cancelled touch",
                events: [
                    .at(0, .down(id: 0, at: .init(position: location), outside: false)), .at(0, .frame),
                    .at(60, .cancel(id: nil)),
                ], expected: []),
            Step(
                name: "click", events: [.at(0, .pointerMove(location)), .at(0, .pointerFrame)] + Self.click(from: 40),
                expected: [(1, location)]),
            Step(
                name: "double click",
                events: [.at(0, .pointerMove(second)), .at(0, .pointerFrame)] + Self.click(from: 40)
                    + Self.click(from: 220), expected: [(2, second)]),
        ]
    }

    private static func tap(at location: Point, from t: Double) -> [Scenario.Event] {
        [
            .at(t, .down(id: 0, at: .init(position: location), outside: false)), .at(t, .frame),
            .at(t + 70, .up(id: 0)), .at(t + 70, .frame),
        ]
    }

    private static func click(from t: Double) -> [Scenario.Event] {
        [
            .at(t, .pointerDown(.primary)), .at(t, .pointerFrame),
            .at(t + 60, .pointerUp(.primary)), .at(t + 60, .pointerFrame),
        ]
    }
}

extension Scenario.Event {
    fileprivate nonisolated static func at(_ t: Double, _ kind: Kind) -> Scenario.Event { .init(t: t, kind: kind) }
}
