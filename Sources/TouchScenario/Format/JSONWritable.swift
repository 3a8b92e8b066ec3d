import TouchKit

/// A value that can be written as JSON.
nonisolated protocol JSONWritable {
    /// The value as JSON.
    var jsonText: String { get }
}

nonisolated extension Double: JSONWritable {
    /// The shortest text that reads back as the same number: 310, not 310.0. NaN and infinity, which JSON lacks, give
    /// `null`.
    package var jsonText: String {
        if !isFinite { return "null" }
        return self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
    }
}

nonisolated extension Int: JSONWritable {
    var jsonText: String { "\(self)" }
}

nonisolated extension Bool: JSONWritable {
    var jsonText: String { self ? "true" : "false" }
}

nonisolated extension String: JSONWritable {
    /// The string in quotes, with every character escaped that means something else to JSON or to a terminal.
    package var jsonText: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case ..<" ", "\u{7f}"..."\u{9f}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

nonisolated extension Array: JSONWritable where Element: JSONWritable {
    var jsonText: String { "[\(map(\.jsonText).joined(separator: ","))]" }
}

nonisolated extension JSONWritable where Self: RawRepresentable<String> {
    var jsonText: String { rawValue.jsonText }
}

nonisolated extension Point: JSONWritable {
    var jsonText: String { [x, y].jsonText }
}

nonisolated extension Rect: JSONWritable {
    var jsonText: String { [origin.x, origin.y, size.width, size.height].jsonText }
}

nonisolated extension Scenario.Quantity: JSONWritable {
    var jsonText: String {
        switch self {
        case .scalar(let number): number.jsonText
        case .vector(let point): point.jsonText
        }
    }
}
