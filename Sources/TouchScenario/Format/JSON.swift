import FoundationEssentials

/// A JSON value of any kind.
nonisolated enum JSON: Decodable, CustomStringConvertible {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The deepest nesting that is read: deeper than the format needs, and shallow enough for any stack.
    static let greatestDepth = 32

    /// Numbers and strings are tried first: most values of a file are one of them, and each failed attempt is expensive.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            try Self.checkDepth(decoder)
            self = .object(try value.decode([String: JSON].self))
        } else if (try? decoder.unkeyedContainer()) != nil {
            try Self.checkDepth(decoder)
            self = .array(try value.decode([JSON].self))
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if value.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a value that is neither a finite number nor any other value of JSON"))
        }
    }

    private static func checkDepth(_ decoder: any Decoder) throws {
        guard decoder.codingPath.count < greatestDepth else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "arrays and objects nested deeper than \(greatestDepth)"))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A few words for the value, as they follow "found" in an error line.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool.jsonText
        case .number(let number): number.jsonText
        case .string(let string): string.count <= 60 ? string.jsonText : "\(String(string.prefix(60)).jsonText)…"
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}
