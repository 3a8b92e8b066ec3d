/// What a row of the table is held to.
enum Goal {
    /// Ours may be so many times what the bare C client's is.
    case ratio(Double)
    /// Ours may be so large.
    case atMost(Double)
    /// Ours must be so large.
    case atLeast(Double)
    /// It is there to be read.
    case none
}

/// A row of the table: the medians, and what they are held to.
struct Row {
    let name: String
    let unit: String
    /// The Swift client's, or the engine's.
    let swift: Double
    /// The bare C client's; nil where the row has none.
    let bare: Double?
    let goal: Goal

    init(_ name: String, _ unit: String, swift: Double, bare: Double? = nil, goal: Goal) {
        self.name = name
        self.unit = unit
        self.swift = swift
        self.bare = bare
        self.goal = goal
    }

    /// How many times the bare client's ours is; nil where that says nothing.
    var ratio: Double? { bare.flatMap { $0 > 0 ? swift / $0 : nil } }

    /// Whether the goal is reached; nil where there is none.
    var isMet: Bool? {
        switch goal {
        case .ratio(let limit): ratio.map { $0 <= limit }
        case .atMost(let limit): swift <= limit
        case .atLeast(let limit): swift >= limit
        case .none: nil
        }
    }
}

/// The rows as people and programs read them.
enum Report {
    /// A table in Markdown.
    static func table(_ rows: [Row]) -> String {
        let lines = rows.map { row in
            let verdict = row.isMet.map { $0 ? "met" : "**missed**" } ?? ""
            let ratio = row.ratio.map { "\(short($0))×" } ?? ""
            let bare = row.bare.map(short) ?? ""
            return
                "| \(row.name) | \(row.unit) | \(bare) | \(short(row.swift)) | \(ratio) | \(goal(row)) | \(verdict) |"
        }
        return
            (["| | unit | bare C | Swift | ratio | goal | |", "| --- | --- | --- | --- | --- | --- | --- |"] + lines)
            .joined(separator: "\n")
    }

    /// An array of objects, one for each row.
    static func json(_ rows: [Row]) -> String {
        let objects = rows.map { row in
            let fields: [(String, String)] = [
                ("name", quoted(row.name)), ("unit", quoted(row.unit)), ("swift", number(row.swift)),
                ("bare", row.bare.map(number) ?? "null"), ("ratio", row.ratio.map(number) ?? "null"),
                ("goal", quoted(goal(row))), ("met", row.isMet.map { "\($0)" } ?? "null"),
            ]
            return "  {" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]"
    }

    private static func goal(_ row: Row) -> String {
        switch row.goal {
        case .ratio(let limit): "≤ \(short(limit))×"
        case .atMost(let limit): limit == 0 ? "0" : "≤ \(short(limit))"
        case .atLeast(let limit): "≥ \(short(limit))"
        case .none: ""
        }
    }

    /// Three figures, or all that are before the point.
    private static func short(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
        let places = abs(value) >= 100 ? 1.0 : abs(value) >= 10 ? 10.0 : abs(value) >= 1 ? 100.0 : 1000.0
        let rounded = (value * places).rounded() / places
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension [Double] {
    /// The middle one.
    var median: Double { percentile(0.5) }

    /// The one that a part of them, from 0 to 1, does not exceed.
    func percentile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return sorted[Swift.max(0, Int((Double(count) * part).rounded(.up)) - 1)]
    }
}
