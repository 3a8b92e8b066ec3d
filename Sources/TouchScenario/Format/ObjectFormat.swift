/// How an object is read and written: its table of fields, in the order in which they are written.
nonisolated struct ObjectFormat<Root: Sendable>: Sendable {
    /// An object in which every property that a file may leave out has its default.
    var blank: Root
    let fields: [Field<Root>]

    init(_ blank: Root, _ fields: [Field<Root>]) {
        self.blank = blank
        self.fields = fields
    }

    /// Describes an object that shares some fields with a live object.
    init<Object>(
        _ blank: Root, _ first: [Field<Root>], shared: [SharedField<Root, Object>], _ last: [Field<Root>]
    ) {
        self.init(blank, first + shared.map(\.field) + last)
    }

    /// The format of a JSON value that holds the object.
    var value: ValueFormat<Root> {
        ValueFormat { (element) throws(ScenarioError) in
            try element.object { (fields) throws(ScenarioError) in try read(&fields) }
        } text: {
            text($0).jsonText
        }
    }

    func read(_ reader: inout FieldReader) throws(ScenarioError) -> Root {
        var object = blank
        for field in fields { try field.read(&object, &reader) }
        return object
    }

    /// Writes an object.
    ///
    /// - Parameter lines: Arrays that are text already, by their keys; they replace those of the object.
    func text(_ object: Root, lines: [String: LineText] = [:]) -> ObjectText {
        var text = ObjectText()
        for field in fields {
            if let key = field.keys.first, let lines = lines[key] {
                if field.isRequired || !lines.isEmpty { text.add(key, lines) }
            } else {
                field.write(object, blank, &text)
            }
        }
        return text
    }
}
