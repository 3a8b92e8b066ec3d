/// A JSON object that is being written, with its fields in the order in which they were added.
nonisolated struct ObjectText: JSONWritable {
    private(set) var fields: [String] = []

    var jsonText: String { "{\(fields.joined(separator: ","))}" }

    /// Adds a field whose value is JSON already.
    mutating func add(_ key: String, text: String) { fields.append("\(key.jsonText):\(text)") }

    /// Adds a field unless its value is nil.
    mutating func add(_ key: String, _ value: (some JSONWritable)?) {
        if let value { add(key, text: value.jsonText) }
    }

    /// Adds the fields of another object.
    mutating func add(_ other: ObjectText) { fields += other.fields }
}
