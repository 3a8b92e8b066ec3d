/// A field whose value is also a property of the live object that the field's object describes.
nonisolated struct SharedField<Root, Object>: Sendable {
    let field: Field<Root>
    /// Copies the value from the live object to its description.
    let record: @MainActor @Sendable (Object, inout Root) -> Void
    /// Copies the value from the description to the live object.
    let apply: @MainActor @Sendable (Root, Object) -> Void

    init<Value: Equatable & SendableMetatype>(
        _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ format: ValueFormat<Value>,
        of property: @escaping @MainActor @Sendable @autoclosure () -> ReferenceWritableKeyPath<Object, Value>
    ) {
        field = Field(key, path, format)
        record = { object, root in root[keyPath: path] = object[keyPath: property()] }
        apply = { root, object in object[keyPath: property()] = root[keyPath: path] }
    }
}
