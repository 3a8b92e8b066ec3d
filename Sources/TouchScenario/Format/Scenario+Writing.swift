import TouchKit

nonisolated extension Scenario {
    /// Returns the text of a scenario file: an array of scenarios, with one view, recognizer, event or expectation on a
    /// line.
    public static func json(of scenarios: [Scenario]) -> String { json(ofAll: scenarios.map(\.json)) }

    /// Returns the text of a scenario file of scenarios that are text already.
    static func json(ofAll texts: [String]) -> String { "[\n\(texts.joined(separator: ",\n"))\n]\n" }

    /// The scenario as one JSON object, with one view, recognizer, event or expectation on a line.
    ///
    /// Values that equal their defaults are left out. Reading the object gives the same scenario.
    public var json: String { json(lines: [:]) }

    /// Returns the scenario as JSON.
    ///
    /// - Parameter lines: Arrays that are text already, by their keys; they replace those of the scenario.
    func json(lines: [String: LineText]) -> String {
        "{\n  \(Self.format.text(self, lines: lines).fields.joined(separator: ",\n  "))\n}"
    }
}
