import TouchKit

/// The contacts that are down on a touch device, in the order in which they came down, and their windows.
///
/// A type of its own, since a generic list of another module is not compiled for the windows. Counted instructions for a
/// tap with such a list: 19,700 more.
struct TouchContacts {
    /// The contacts. The window is nil for a surface that is not an open window of the program.
    private var entries: [(id: Int32, window: Window?)] = []

    /// The number of contacts.
    var count: Int { entries.count }

    /// Returns whether a contact is down.
    func contains(_ id: Int32) -> Bool { index(of: id) != nil }

    /// Returns whether no contact except the given one is down.
    func isFree(besides id: Int32) -> Bool { entries.isEmpty || (entries.count == 1 && entries[0].id == id) }

    /// Returns whether a contact is down in a window.
    func isAny(in window: Window) -> Bool { entries.contains { $0.window === window } }

    /// Adds a contact, in place of the one that has its id.
    mutating func add(_ id: Int32, in window: Window?) {
        guard let index = index(of: id) else { return entries.append((id, window)) }
        entries[index].window = window
    }

    /// Removes a contact. Returns false if it was not down.
    mutating func remove(_ id: Int32) -> Bool {
        guard let index = index(of: id) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Removes all contacts.
    mutating func removeAll() { entries.removeAll() }

    /// Takes the window from its contacts, which are still down. Returns their ids.
    mutating func leave(_ window: Window) -> [Int32] {
        var left: [Int32] = []
        for index in entries.indices where entries[index].window === window {
            entries[index].window = nil
            left.append(entries[index].id)
        }
        return left
    }

    private func index(of id: Int32) -> Int? {
        for index in entries.indices where entries[index].id == id { return index }
        return nil
    }
}
