/// The names that a recording gives to objects, each its own. The objects are not kept alive.
struct ObjectNames<Object: AnyObject> {
    private struct Entry {
        weak var object: Object?
        let name: String
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The name of an object; nil where it has none yet.
    subscript(object: Object) -> String? {
        entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0.name : nil }
    }

    /// The object of a name; nil where there is none any more.
    subscript(name: String) -> Object? { entries.values.first { $0.name == name }?.object }

    /// Returns the name of an object. An object without one is given the wanted name, with a number where another object
    /// has that name.
    mutating func name(of object: Object, wanted: String) -> String {
        if let name = self[object] { return name }
        let taken = Set(entries.values.map(\.name))
        var name = wanted
        var number = 1
        while taken.contains(name) {
            number += 1
            name = "\(wanted)-\(number)"
        }
        entries[ObjectIdentifier(object)] = Entry(object: object, name: name)
        return name
    }

    /// Frees the names of objects that no longer exist.
    mutating func removeStale() { entries = entries.filter { $0.value.object != nil } }
}
