/// The place of an item in the order of time. Of two items of the same time, the one with the lower number comes first.
nonisolated struct TimePlace: Comparable {
    let time: EventTime
    let number: Int

    static func < (a: TimePlace, b: TimePlace) -> Bool { a.time == b.time ? a.number < b.number : a.time < b.time }
}

/// A queue that returns items in the order of time.
nonisolated struct TimeOrder<Item> {
    private var entries: [(place: TimePlace, item: Item)] = []
    /// The number of entries that have been taken out.
    private var taken = 0

    /// The place of the earliest item; nil if there is none.
    var first: TimePlace? { taken < entries.count ? entries[taken].place : nil }

    /// Adds an item.
    mutating func add(_ item: Item, at place: TimePlace) {
        guard taken < entries.count, place < entries[entries.count - 1].place else {
            return entries.append((place, item))
        }
        let index = entries[taken...].lastIndex { $0.place < place }.map { $0 + 1 } ?? taken
        entries.insert((place, item), at: index)
    }

    /// Takes out the earliest item.
    mutating func takeFirst() -> Item? {
        guard taken < entries.count else { return nil }
        let item = entries[taken].item
        taken += 1
        if taken == entries.count {
            // The memory is kept for the next items, unless a busy program let many collect.
            entries.removeAll(keepingCapacity: taken < 256)
            taken = 0
        }
        return item
    }

    /// Replaces each waiting item by what `change` returns, and drops those for which it returns nil.
    mutating func replaceAll(_ change: (Item) -> Item?) {
        entries = entries[taken...].compactMap { entry in change(entry.item).map { (entry.place, $0) } }
        taken = 0
    }
}
