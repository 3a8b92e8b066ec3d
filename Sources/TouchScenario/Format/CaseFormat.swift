/// How a case of an enumeration is read from fields of an object and written as fields of an object.
nonisolated struct CaseFormat<Whole>: Sendable {
    /// The case's name in a file, which some enumerations don't need.
    let name: String
    /// The keys of the fields.
    let keys: [String]
    let read: @Sendable (inout FieldReader) throws(ScenarioError) -> Whole
    /// The fields of a value; nil where the value is of another case.
    let text: @Sendable (Whole) -> ObjectText?

    /// Describes a case with associated values.
    ///
    /// - Parameters:
    ///   - name: The case's name in a file.
    ///   - make: Makes a value of the associated values.
    ///   - format: How each associated value is read and written, in order.
    ///   - values: Returns the associated values; nil where the value is of another case.
    init<each Value>(
        name: String = "", _ make: @escaping @Sendable (repeat each Value) -> Whole,
        _ format: repeat FieldFormat<each Value>, values: @escaping @Sendable (Whole) -> (repeat each Value)?
    ) {
        self.name = name
        var keys: [String] = []
        for format in repeat each format { keys += format.keys }
        self.keys = keys
        read = { (fields) throws(ScenarioError) in make(repeat try (each format).read(&fields)) }
        text = { whole in
            guard let values = values(whole) else { return nil }
            var text = ObjectText()
            for (format, value) in repeat (each format, each values) { format.write(value, &text) }
            return text
        }
    }
}

nonisolated extension CaseFormat where Whole: Equatable & Sendable {
    /// Describes a case without associated values.
    init(name: String, _ whole: Whole) {
        self.init(name: name) {
            whole
        } values: {
            $0 == whole ? () : nil
        }
    }
}
