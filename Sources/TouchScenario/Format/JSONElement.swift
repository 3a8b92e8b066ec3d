import FoundationEssentials

/// A JSON value of a file that is being read, with the path that leads to it.
nonisolated struct JSONElement {
    let file: String
    let path: String
    /// The value; nil where the file has none at this path.
    let value: JSON?

    /// The largest file that is read, in bytes.
    static let greatestSize = 64 << 20

    init(file: String, path: String, value: JSON?) {
        self.file = file
        self.path = path
        self.value = value
    }

    /// The whole content of a file.
    init(file: String, bytes: [UInt8]) throws(ScenarioError) {
        guard bytes.count <= Self.greatestSize else {
            throw Self.tooLarge(file: file)
        }
        do {
            self.init(file: file, path: "$", value: try JSONDecoder().decode(JSON.self, from: Data(bytes)))
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.reduce("$") { path, key in
                key.intValue.map { "\(path)[\($0)]" } ?? Self.path(path, key.stringValue)
            }
            throw .notScenario(file: file, path: path, expected: "JSON", found: context.debugDescription)
        } catch {
            throw .notJSON(
                file: file, reason: bytes.isEmpty ? ", found an empty file" : ", found text that is not JSON")
        }
    }

    static func tooLarge(file: String) -> ScenarioError {
        .notJSON(file: file, reason: " of at most \(greatestSize >> 20) MiB, found more")
    }

    private static func path(_ object: String, _ key: String) -> String {
        let isPlain = !key.isEmpty && key.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isPlain ? "\(object).\(key)" : "\(object)[\(key.jsonText)]"
    }

    /// The path of a field, without its value.
    func at(_ key: String) -> JSONElement { field(key, nil) }

    /// The path of an element of a field, without its value.
    func at(_ key: String, _ index: Int) -> JSONElement { at(key).element(index, nil) }

    fileprivate func field(_ key: String, _ value: JSON?) -> JSONElement {
        JSONElement(file: file, path: Self.path(path, key), value: value)
    }

    private func element(_ index: Int, _ value: JSON?) -> JSONElement {
        JSONElement(file: file, path: "\(path)[\(index)]", value: value)
    }

    /// The error that refuses this value.
    func refusal(expected: String, found: String? = nil) -> ScenarioError {
        .notScenario(file: file, path: path, expected: expected, found: found ?? value?.description ?? "nothing")
    }

    func number(in range: ClosedRange<Double>, expected: String) throws(ScenarioError) -> Double {
        guard case .number(let number) = value, range.contains(number) else { throw refusal(expected: expected) }
        return number
    }

    /// Reads the elements of an array.
    func array<Element>(
        of read: (JSONElement) throws(ScenarioError) -> Element
    ) throws(ScenarioError) -> [Element] {
        guard case .array(let elements) = value else { throw refusal(expected: "an array") }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, value) in elements.enumerated() { result.append(try read(element(index, value))) }
        return result
    }

    /// Reads an object, and refuses every field that `read` did not ask for: a misspelt field is not a missing one.
    func object<Result>(
        _ read: (inout FieldReader) throws(ScenarioError) -> Result
    ) throws(ScenarioError) -> Result {
        guard case .object(let values) = value else { throw refusal(expected: "an object") }
        var fields = FieldReader(object: self, values: values)
        let result = try read(&fields)
        if let unknown = Set(values.keys).subtracting(fields.known).min() {
            let known = fields.known.sorted().joined(separator: ", ")
            throw at(unknown).refusal(expected: "one of the fields \(known)", found: "an unknown field")
        }
        return result
    }
}

/// The fields of an object that is being read.
nonisolated struct FieldReader {
    let object: JSONElement
    fileprivate let values: [String: JSON]
    /// The keys of the fields that were asked for.
    fileprivate private(set) var known: Set<String> = []

    fileprivate init(object: JSONElement, values: [String: JSON]) {
        self.object = object
        self.values = values
    }

    /// Whether the object has a field. This does not make the field a known one.
    func contains(_ key: String) -> Bool { values[key] != nil }

    /// The field, which is known from now on; its value is nil where the object lacks it.
    subscript(key: String) -> JSONElement {
        mutating get {
            known.insert(key)
            return object.field(key, values[key])
        }
    }

    /// The field, which is known from now on; nil where the object lacks it.
    mutating func present(_ key: String) -> JSONElement? {
        let field = self[key]
        return field.value == nil ? nil : field
    }
}
