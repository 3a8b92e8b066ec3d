import TouchKit

/// A scenario of a recording while it is being written: its events and expectations are kept as text.
struct RecordedSegment {
    private let scenario: Scenario
    private var events = LineText()
    private var expect = LineText()
    /// The recognizers of the scenario, by their ids.
    let recognizers: [String: Scenario.Recognizer]
    /// The time of the last entry.
    private(set) var last = 0.0
    /// Whether the last entry is an outcome.
    private(set) var endsWithOutcome = false
    /// The window as a replay has it after the last entry.
    var known = WindowSnapshot()
    /// The translations of the pans that are under way, as they were last reported.
    var translations: [String: Point] = [:]
    /// The recognizers that a wheel or a touchpad drives.
    var scrolled: Set<String> = []

    init(_ scenario: Scenario) {
        self.scenario = scenario
        recognizers = Dictionary(uniqueKeysWithValues: scenario.recognizers.map { ($0.id, $0) })
    }

    /// The number of bytes that the entries take in a file.
    var size: Int { events.size + expect.size }

    mutating func append(_ event: Scenario.Event) {
        events.append(Scenario.Event.format.value.text(event))
        last = max(last, event.t)
        endsWithOutcome = false
    }

    mutating func append(_ expectation: Scenario.Expectation, at t: Double) {
        expect.append(Scenario.Expectation.format.value.text(expectation))
        last = max(last, t)
        endsWithOutcome = true
    }

    /// The scenario as JSON, which is over at `end` at the earliest.
    func json(until end: Double) -> String {
        var scenario = scenario
        scenario.advanceTo = max(last, end)
        return scenario.json(lines: ["events": events, "expect": expect])
    }
}
