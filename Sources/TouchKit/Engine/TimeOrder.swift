/// A queue that returns items in the order of their times. Items of the same time leave in the order in which they came.
nonisolated struct TimeOrder<Item> {
    /// An item and its time.
    struct Entry {
        let time: EventTime
        let item: Item
    }

    private var entries: [Entry] = []
    /// The number of entries that have been taken out.
    private var taken = 0

    /// Adds an item.
    mutating func add(_ item: Item, at time: EventTime) {
        let entry = Entry(time: time, item: item)
        guard let last = entries.last, time < last.time else { return entries.append(entry) }
        let place = entries[taken...].lastIndex { $0.time <= time }.map { $0 + 1 } ?? taken
        entries.insert(entry, at: place)
    }

    /// Takes out the earliest item.
    mutating func takeFirst() -> Entry? {
        guard taken < entries.count else {
            // The memory is kept for the next items, unless a busy program let many collect.
            entries.removeAll(keepingCapacity: taken < 256)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return entries[taken]
    }

    /// Replaces each waiting item by what `change` returns, and drops those for which it returns nil.
    mutating func replaceAll(_ change: (Item) -> Item?) {
        entries = entries[taken...].compactMap { entry in
            change(entry.item).map { Entry(time: entry.time, item: $0) }
        }
        taken = 0
    }
}
