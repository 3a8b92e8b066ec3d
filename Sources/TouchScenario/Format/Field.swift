/// A row of an object's table: a key, the property that has the value, and how the value is read and written.
///
/// The default of a field that may be left out is the value that the property has in the table's blank object.
nonisolated struct Field<Root>: Sendable {
    /// The keys that are written.
    let keys: [String]
    /// Whether the field is always written.
    let isRequired: Bool
    let read: @Sendable (inout Root, inout FieldReader) throws(ScenarioError) -> Void
    let write: @Sendable (_ object: Root, _ blank: Root, inout ObjectText) -> Void

    /// Describes a field that is always written, or fields whose format decides what is left out.
    init<Value: SendableMetatype>(
        _ path: any WritableKeyPath<Root, Value> & Sendable, _ format: FieldFormat<Value>
    ) {
        keys = format.keys
        isRequired = true
        read = { (object, fields) throws(ScenarioError) in object[keyPath: path] = try format.read(&fields) }
        write = { object, _, text in format.write(object[keyPath: path], &text) }
    }

    /// Describes a field that is left out for its default, in a format that depends on the fields before it.
    ///
    /// - Parameters:
    ///   - alias: Another key that the field may have when it is read.
    ///   - expected: The words that refuse the field where `condition` does not hold.
    ///   - condition: Whether an object with the fields before this one may have it.
    init<Value: Equatable & SendableMetatype>(
        _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
        depending format: @escaping @Sendable (Root) -> ValueFormat<Value>, alias: String? = nil,
        expected: String = "", if condition: @escaping @Sendable (Root) -> Bool = { _ in true }
    ) {
        keys = [key]
        isRequired = false
        read = { (object, fields) throws(ScenarioError) in
            var present = fields.present(key)
            if let alias, let other = fields.present(alias) {
                guard present == nil else { throw other.refusal(expected: "either \"\(key)\" or \"\(alias)\"") }
                present = other
            }
            guard let present else { return }
            guard condition(object) else { throw present.refusal(expected: expected) }
            object[keyPath: path] = try format(object).read(present)
        }
        write = { object, blank, text in
            let value = object[keyPath: path]
            if value != blank[keyPath: path] { text.add(key, text: format(object).text(value)) }
        }
    }

    /// Describes a field that is left out for its default.
    init<Value: Equatable & SendableMetatype>(
        _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ format: ValueFormat<Value>
    ) {
        self.init(key, path, depending: { _ in format })
    }

    /// Describes a field of an optional value that is left out for its default, as a rule nil.
    init<Value: Equatable & SendableMetatype>(
        _ key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ format: ValueFormat<Value>,
        alias: String? = nil, expected: String = "", if condition: @escaping @Sendable (Root) -> Bool = { _ in true }
    ) {
        self.init(key, path, depending: { _ in format.optional }, alias: alias, expected: expected, if: condition)
    }
}
