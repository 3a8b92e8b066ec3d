import FoundationEssentials

/// The goal of a row of the table.
package enum Goal: Sendable {
    /// The Swift client's value is at most a multiple of the bare C client's.
    case ratio(Double)
    /// The value is at most a limit.
    case atMost(Double)
    /// The value is at least a limit.
    case atLeast(Double)
    /// The row has no goal; its value is for information.
    case none
}

/// A row of the table: the medians and their goal.
package struct Row: Sendable {
    package let name: String
    package let unit: String
    /// The value of the Swift client, or of TouchKit alone.
    package let swift: Double
    /// The value of the bare C client; nil if the row has none.
    package let bare: Double?
    package let goal: Goal

    package init(_ name: String, _ unit: String, swift: Double, bare: Double? = nil, goal: Goal) {
        self.name = name
        self.unit = unit
        self.swift = swift
        self.bare = bare
        self.goal = goal
    }

    /// The Swift client's value as a multiple of the bare client's; nil without a bare client's value above 0.
    package var ratio: Double? { bare.flatMap { $0 > 0 ? swift / $0 : nil } }

    /// Throws unless the row's values are numbers and its ratio, if it has a goal for one, exists.
    package func check() throws(BenchError) {
        guard swift.isFinite, bare?.isFinite ?? true else { throw BenchError("\(name): no value was measured") }
        if case .ratio = goal, ratio == nil {
            throw BenchError("\(name): measured 0 for the C client, so that there is no ratio")
        }
    }

    /// Whether the goal is met; nil without a goal.
    package var isMet: Bool? {
        switch goal {
        case .ratio(let limit): ratio.map { $0 <= limit } ?? false
        case .atMost(let limit): swift <= limit
        case .atLeast(let limit): swift >= limit
        case .none: nil
        }
    }
}

/// Formats the rows.
package enum Report {
    /// A Markdown table.
    package static func table(_ rows: [Row]) -> String {
        let lines = rows.map { row in
            let verdict = row.isMet.map { $0 ? "met" : "**missed**" } ?? ""
            let ratio = row.ratio.map { "\(short($0))×" } ?? ""
            let bare = row.bare.map(short) ?? ""
            return
                "| \(row.name) | \(row.unit) | \(bare) | \(short(row.swift)) | \(ratio) | \(goal(row)) | \(verdict) |"
        }
        return
            (["| | unit | C, listeners | Swift | ratio | goal | |", "| --- | --- | --- | --- | --- | --- | --- |"]
            + lines)
            .joined(separator: "\n")
    }

    /// A JSON array of one object for each row. A number that a row does not have is left out.
    package static func json(_ rows: [Row]) -> String {
        struct Entry: Encodable {
            let name: String
            let unit: String
            let swift: Double?
            let bare: Double?
            let ratio: Double?
            let goal: String
            let met: Bool?
        }
        func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
        let entries = rows.map { row in
            Entry(
                name: row.name, unit: row.unit, swift: finite(row.swift), bare: finite(row.bare),
                ratio: finite(row.ratio), goal: goal(row), met: row.isMet)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding fails only for numbers that are not finite, and there are none.
        return (try? encoder.encode(entries)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private static func goal(_ row: Row) -> String {
        switch row.goal {
        case .ratio(let limit): "≤ \(short(limit))×"
        case .atMost(let limit): limit == 0 ? "0" : "≤ \(short(limit))"
        case .atLeast(let limit): "≥ \(short(limit))"
        case .none: ""
        }
    }

    /// Three significant digits, or all digits before the point.
    fileprivate static func short(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
        let places = abs(value) >= 100 ? 1.0 : abs(value) >= 10 ? 10.0 : abs(value) >= 1 ? 100.0 : 1000.0
        let rounded = (value * places).rounded() / places
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// A table of several clients, without goals.
package struct PeerTable {
    private let clients: [String]
    private var lines: [String]

    package init(clients: [String]) {
        self.clients = clients
        lines = [
            "| | unit | \(clients.joined(separator: " | ")) |",
            "| --- | --- |\(String(repeating: " --- |", count: clients.count))",
        ]
    }

    /// Adds a row with the value of each client.
    ///
    /// - Throws: a line that names the row and the client, if a value is not a number.
    package mutating func add(_ name: String, _ unit: String, _ values: [Double]) throws(BenchError) {
        for (client, value) in zip(clients, values) where !value.isFinite {
            throw BenchError("\(name), \(client): no value was measured")
        }
        lines.append("| \(name) | \(unit) | \(values.map(Report.short).joined(separator: " | ")) |")
    }

    package var markdown: String { lines.joined(separator: "\n") }
}

extension [Double] {
    /// The median; NaN if empty.
    package var median: Double { percentile(0.5) }

    /// Returns the smallest element that a share of the elements, from 0 to 1, does not exceed; NaN if empty.
    package func percentile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return sorted[Swift.max(0, Int((Double(count) * part).rounded(.up)) - 1)]
    }
}
