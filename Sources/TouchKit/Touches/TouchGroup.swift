/// Touches that change together, as a list in order and as the set that handlers receive.
final class TouchGroup {
    let list: [Touch]
    let set: Set<Touch>
    /// The only touch; nil if there are several.
    let only: Touch?

    init(_ list: [Touch]) {
        self.list = list
        set = Set(list)
        only = list.count == 1 ? list[0] : nil
    }

    // Safe to release on any thread; skipping the main-actor hop is faster.
    nonisolated deinit {}

    /// Returns the group of the touches that fulfil a condition, in order; nil if none does.
    func filtered(where isTrue: (Touch) -> Bool) -> TouchGroup? {
        var count = 0
        for touch in list where isTrue(touch) { count += 1 }
        // Usually all touches or none fulfil the condition. Then nothing is allocated.
        if count == 0 || count == list.count { return count == 0 ? nil : self }
        var filtered: [Touch] = []
        for touch in list where isTrue(touch) { filtered.append(touch) }
        return TouchGroup(filtered)
    }

    /// Whether the group consists of one given touch.
    func isOnly(_ touch: Touch) -> Bool { only === touch }

    /// Whether the group contains all touches of another one.
    func contains(_ other: TouchGroup) -> Bool { other.list == list || other.set.isSubset(of: set) }
}
