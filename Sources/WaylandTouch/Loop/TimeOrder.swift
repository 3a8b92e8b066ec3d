import TouchKit

/// Items that were read from several sources, to be taken out in the order of their times; of equal times the one that
/// was added first comes first.
nonisolated struct TimeOrder<Item> {
    /// An item and its time.
    struct Entry {
        let time: EventTime
        var item: Item
    }

    private var entries: [Entry] = []
    /// How many of them have been taken out.
    private var taken = 0

    /// Adds an item. Those of one source come in the order of their times.
    mutating func add(_ item: Item, at time: EventTime) {
        let entry = Entry(time: time, item: item)
        guard let last = entries.last, time < last.time else { return entries.append(entry) }
        let place = entries[taken...].lastIndex { $0.time <= time }.map { $0 + 1 } ?? taken
        entries.insert(entry, at: place)
    }

    /// Takes out the earliest.
    mutating func takeFirst() -> Entry? {
        guard taken < entries.count else {
            // The memory is kept, unless a busy program has let much come together.
            entries.removeAll(keepingCapacity: taken < 256)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return entries[taken]
    }

    /// Changes the items that are still to be taken out.
    mutating func changeAll(_ change: (inout Item) -> Void) {
        for index in entries.indices[taken...] { change(&entries[index].item) }
    }
}
