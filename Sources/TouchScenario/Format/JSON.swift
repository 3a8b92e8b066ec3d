import FoundationEssentials

/// Why a scenario file was refused; its description is one line for a person.
public nonisolated enum ScenarioError: Error, Equatable, CustomStringConvertible {
    /// The file could not be read.
    case unreadable(file: String, reason: String)
    /// The file is not JSON, or is larger than a scenario file may be.
    case notJSON(file: String, reason: String)
    /// What stands at the JSON path is not of the format.
    case notScenario(file: String, path: String, expected: String, found: String)

    /// One line: the file, the JSON path, what was expected and what was found.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "\(file): expected a scenario file, but \(reason)"
        case .notJSON(let file, let reason):
            "\(file): $: expected JSON\(reason)"
        case .notScenario(let file, let path, let expected, let found):
            "\(file): \(path.beginning): expected \(expected.beginning), found \(found.beginning)"
        }
    }
}

nonisolated extension String {
    /// What of it a line has room for.
    fileprivate var beginning: String { unicodeScalars.count <= 800 ? self : "\(String(unicodeScalars.prefix(800)))…" }
}

/// A JSON value before it is known to be anything else.
nonisolated enum JSON: Decodable, CustomStringConvertible {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Far deeper than the format goes, far shallower than any stack.
    static let greatestDepth = 32

    /// Numbers and strings are tried first: they are nearly all of a file, and each failed try is dear.
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
                    debugDescription: "what is neither a string nor a finite number nor any other value"))
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

    /// The value in a few words, for "found …".
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

/// A place in a file that is being read: what stands there, or nothing, and the JSON path to it.
nonisolated struct Cursor {
    let file: String
    let path: String
    let json: JSON?

    static let greatestSize = 64 << 20

    init(file: String, path: String, json: JSON?) {
        self.file = file
        self.path = path
        self.json = json
    }

    /// The whole of a file.
    init(file: String, bytes: [UInt8]) throws(ScenarioError) {
        guard bytes.count <= Self.greatestSize else {
            throw Self.tooLarge(file: file)
        }
        do {
            self.init(file: file, path: "$", json: try JSONDecoder().decode(JSON.self, from: Data(bytes)))
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.reduce("$") { path, key in
                key.intValue.map { "\(path)[\($0)]" } ?? Self.path(path, key.stringValue)
            }
            throw .notScenario(file: file, path: path, expected: "JSON", found: context.debugDescription)
        } catch {
            throw .notJSON(
                file: file, reason: bytes.isEmpty ? ", found an empty file" : ", found what does not parse as such")
        }
    }

    static func tooLarge(file: String) -> ScenarioError {
        .notJSON(file: file, reason: " of at most \(greatestSize >> 20) MiB, found more")
    }

    static func path(_ object: String, _ key: String) -> String {
        let plain = !key.isEmpty && key.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain ? "\(object).\(key)" : "\(object)[\(key.jsonText)]"
    }

    /// Itself, if something stands here.
    var present: Cursor? { json == nil ? nil : self }

    /// Itself, if something but null stands here.
    var unlessNull: Cursor? {
        switch json {
        case nil, .null: nil
        default: self
        }
    }

    func refusal(expected: String, found: String? = nil) -> ScenarioError {
        .notScenario(file: file, path: path, expected: expected, found: found ?? json?.description ?? "nothing")
    }

    func bool() throws(ScenarioError) -> Bool {
        guard case .bool(let bool) = json else { throw refusal(expected: "true or false") }
        return bool
    }

    func string() throws(ScenarioError) -> String {
        guard case .string(let string) = json else { throw refusal(expected: "a string") }
        return string
    }

    /// A length, an angle, a speed. Far larger than any, and far smaller than what overflows when it is squared.
    private static let greatest = 1e12

    func number() throws(ScenarioError) -> Double {
        guard case .number(let number) = json else { throw refusal(expected: "a number") }
        guard abs(number) <= Self.greatest else { throw refusal(expected: "a number from -1e12 to 1e12") }
        return number
    }

    func number(
        in range: ClosedRange<Double>, called what: String
    ) throws(ScenarioError) -> Double {
        guard case .number(let number) = json, range.contains(number) else { throw refusal(expected: what) }
        return number
    }

    /// A length, a speed, an angle that is no less than zero.
    func magnitude() throws(ScenarioError) -> Double {
        try number(in: 0...Self.greatest, called: "a number from 0 to 1e12")
    }

    /// Milliseconds; some thirty years of them, so that no unit of time overflows.
    func milliseconds() throws(ScenarioError) -> Double {
        try number(in: 0...1e12, called: "milliseconds from 0 to 1e12")
    }

    func integer(from least: Int) throws(ScenarioError) -> Int {
        let greatest = Int(Int32.max)
        guard case .number(let number) = json, let integer = Int(exactly: number), (least...greatest).contains(integer)
        else { throw refusal(expected: "a whole number from \(least) to \(greatest)") }
        return integer
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of type: Choice.Type = Choice.self
    ) throws(ScenarioError) -> Choice {
        guard case .string(let string) = json, let choice = Choice(rawValue: string) else {
            throw refusal(expected: "one of \(Choice.allCases.map(\.rawValue.jsonText).joined(separator: ", "))")
        }
        return choice
    }

    func array<Element>(
        of read: (Cursor) throws(ScenarioError) -> Element
    ) throws(ScenarioError) -> [Element] {
        guard case .array(let elements) = json else { throw refusal(expected: "an array") }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            result.append(try read(Cursor(file: file, path: "\(path)[\(index)]", json: element)))
        }
        return result
    }

    func strings() throws(ScenarioError) -> [String] {
        try array { (element) throws(ScenarioError) in try element.string() }
    }

    /// Reads an object, and refuses what `read` did not ask for: a misspelt field is not a missing one.
    func object<Result>(
        _ read: (inout Fields) throws(ScenarioError) -> Result
    ) throws(ScenarioError) -> Result {
        guard case .object(let values) = json else { throw refusal(expected: "an object") }
        var fields = Fields(cursor: self, values: values)
        let result = try read(&fields)
        if let unknown = Set(values.keys).subtracting(fields.asked).min() {
            let known = fields.asked.sorted().joined(separator: ", ")
            throw Cursor(file: file, path: Self.path(path, unknown), json: nil)
                .refusal(expected: "no field here but \(known)", found: "this one")
        }
        return result
    }
}

/// The fields of an object that is being read.
nonisolated struct Fields {
    let cursor: Cursor
    let values: [String: JSON]
    fileprivate(set) var asked: Set<String> = []

    subscript(key: String) -> Cursor {
        mutating get {
            asked.insert(key)
            return Cursor(file: cursor.file, path: Cursor.path(cursor.path, key), json: values[key])
        }
    }
}

/// What can be written as JSON.
nonisolated protocol JSONWritable {
    var jsonText: String { get }
}

nonisolated extension Double: JSONWritable {
    /// The shortest text that reads back as the same number: 310, not 310.0. `null` for what JSON has no number for.
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
    /// The string in quotes, with every character escaped that JSON or a terminal could take for something else.
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

/// A JSON object that is being written, its fields in the order in which they are added.
nonisolated struct ObjectText: JSONWritable {
    private(set) var fields: [String] = []

    var jsonText: String { "{\(fields.joined(separator: ","))}" }

    /// Adds a field unless there is no value.
    mutating func add(_ key: String, _ value: (some JSONWritable)?) {
        guard let value else { return }
        fields.append("\(key.jsonText):\(value.jsonText)")
    }

    /// Adds a field unless its value is the one that stands for its absence.
    mutating func add<Value: JSONWritable & Equatable>(_ key: String, _ value: Value, unless standard: Value) {
        if value != standard { add(key, value) }
    }
}

/// A JSON array that is being written, each element on a line.
nonisolated struct LineText: JSONWritable {
    private var lines = ""

    init(_ elements: [some JSONWritable] = [] as [String]) {
        for element in elements { append(element) }
    }

    var isEmpty: Bool { lines.isEmpty }
    /// How long it is, in bytes.
    var size: Int { lines.utf8.count }
    var jsonText: String { isEmpty ? "[]" : "[\(lines)\n  ]" }

    mutating func append(_ element: some JSONWritable) {
        lines += isEmpty ? "\n    " : ",\n    "
        lines += element.jsonText
    }
}
