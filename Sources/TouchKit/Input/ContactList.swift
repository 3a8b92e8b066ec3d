/// The contacts of one device by their ids, in the order in which they were added. A search from the first to the last
/// is the fastest way to find one of ten fingers. Counted instructions for a move, with a dictionary in its place: 212
/// more.
struct ContactList<Value> {
    private var entries: [(id: Int32, value: Value)] = []

    /// Creates a list of no contacts.
    init() {}

    /// Whether there is no contact.
    var isEmpty: Bool { entries.isEmpty }
    /// The number of contacts.
    var count: Int { entries.count }
    /// The ids.
    var ids: [Int32] { entries.map(\.id) }

    /// Returns whether there is a contact of an id.
    func contains(_ id: Int32) -> Bool { index(of: id) != nil }

    /// The value of a contact; nil if there is none. Assigning nil removes the contact.
    subscript(id: Int32) -> Value? {
        get {
            guard let index = index(of: id) else { return nil }
            return entries[index].value
        }
        set {
            switch (index(of: id), newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((id, value))
            case (nil, nil): break
            }
        }
    }

    /// Changes the value of a contact. Returns false if there is none.
    mutating func update(_ id: Int32, _ change: (inout Value) -> Void) -> Bool {
        guard let index = index(of: id) else { return false }
        change(&entries[index].value)
        return true
    }

    /// Removes a contact. Returns its value; nil if there was none.
    @discardableResult
    mutating func remove(_ id: Int32) -> Value? {
        guard let index = index(of: id) else { return nil }
        return entries.remove(at: index).value
    }

    /// Removes all contacts.
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    private func index(of id: Int32) -> Int? {
        for index in entries.indices where entries[index].id == id { return index }
        return nil
    }
}
