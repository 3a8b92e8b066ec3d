/// How a value is read from fields of an object and written as fields of an object.
nonisolated struct FieldFormat<Value>: Sendable {
    /// The keys of the fields.
    let keys: [String]
    let read: @Sendable (inout FieldReader) throws(ScenarioError) -> Value
    let write: @Sendable (Value, inout ObjectText) -> Void

    /// A field that every object has.
    static func required(_ key: String, _ format: ValueFormat<Value>) -> Self {
        Self(keys: [key]) { (fields) throws(ScenarioError) in
            try format.read(fields[key])
        } write: { value, text in
            text.add(key, text: format.text(value))
        }
    }

    /// A field that is left out for nil.
    static func optional<Wrapped>(_ key: String, _ format: ValueFormat<Wrapped>) -> Self where Value == Wrapped? {
        Self(keys: [key]) { (fields) throws(ScenarioError) in
            guard let field = fields.present(key) else { return nil }
            return try format.read(field)
        } write: { value, text in
            if let value { text.add(key, text: format.text(value)) }
        }
    }

    /// A field that is left out for its default.
    static func optional(_ key: String, _ format: ValueFormat<Value>, default standard: Value) -> Self
    where Value: Equatable & Sendable {
        Self(keys: [key]) { (fields) throws(ScenarioError) in
            guard let field = fields.present(key) else { return standard }
            return try format.read(field)
        } write: { value, text in
            if value != standard { text.add(key, text: format.text(value)) }
        }
    }

    /// The fields of an object, as fields of the object around it.
    static func inline(_ format: ObjectFormat<Value>) -> Self where Value: Sendable {
        Self(keys: format.fields.flatMap(\.keys)) { (fields) throws(ScenarioError) in
            try format.read(&fields)
        } write: { value, text in
            text.add(format.text(value))
        }
    }

    /// A field that names the case of an enumeration, followed by the fields of that case.
    static func cases(_ key: String, _ cases: [CaseFormat<Value>]) -> Self {
        Self(keys: [key]) { (fields) throws(ScenarioError) in
            let field = fields[key]
            guard case .string(let name) = field.value, let match = cases.first(where: { $0.name == name }) else {
                throw field.refusal(expected: "one of \(cases.map(\.name.jsonText).joined(separator: ", "))")
            }
            return try match.read(&fields)
        } write: { value, text in
            for `case` in cases {
                guard let fields = `case`.text(value) else { continue }
                text.add(key, `case`.name)
                text.add(fields)
            }
        }
    }

    /// The fields of an enumeration's case, which are all required and tell the case by their keys.
    ///
    /// - Parameter purpose: The words that follow the list of keys where an object has none of them.
    static func cases(_ cases: [CaseFormat<Value>], purpose: String = "") -> Self {
        Self(keys: []) { (fields) throws(ScenarioError) in
            if let match = cases.first(where: { $0.keys.allSatisfy(fields.contains) }) {
                return try match.read(&fields)
            }
            var subjects: [String] = []
            for `case` in cases where !subjects.contains(`case`.keys[0]) { subjects.append(`case`.keys[0]) }
            guard let subject = subjects.first(where: fields.contains) else {
                throw fields.object.refusal(expected: subjects.alternatives + purpose)
            }
            let others = cases.filter { $0.keys[0] == subject }.map { $0.keys[1] }
            throw fields.object.refusal(expected: "\(others.alternatives) beside \(subject.jsonText)")
        } write: { value, text in
            for `case` in cases {
                if let fields = `case`.text(value) { text.add(fields) }
            }
        }
    }
}

nonisolated extension [String] {
    /// The strings in quotes as a phrase: "a", "b" or "c".
    fileprivate var alternatives: String {
        let quoted = map(\.jsonText)
        return quoted.count < 2
            ? quoted.joined() : "\(quoted.dropLast().joined(separator: ", ")) or \(quoted[quoted.count - 1])"
    }
}
