/// Touches that something happens to at once: in their order, and as handlers are given them.
final class TouchGroup {
    let list: [Touch]
    let set: Set<Touch>
    /// The touch, where there is just one.
    let only: Touch?

    init(_ list: [Touch]) {
        self.list = list
        set = Set(list)
        only = list.count == 1 ? list[0] : nil
    }

    // It minds not where the last one lets go of it, and to look that up takes longer.
    nonisolated deinit {}

    /// Those of which something is true, in their order; nil where it is true of none.
    func part(where isTrue: (Touch) -> Bool) -> TouchGroup? {
        var count = 0
        for touch in list where isTrue(touch) { count += 1 }
        // Most often it is true of all or of none: what is made anew for each move would be much.
        if count == 0 || count == list.count { return count == 0 ? nil : self }
        var part: [Touch] = []
        for touch in list where isTrue(touch) { part.append(touch) }
        return TouchGroup(part)
    }

    /// Whether it is just one touch.
    func isJust(_ touch: Touch) -> Bool { only === touch }

    /// Whether all of another group's are among these.
    func contains(_ other: TouchGroup) -> Bool { other.list == list || other.set.isSubset(of: set) }
}
