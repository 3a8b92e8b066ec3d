// The queries of the standard library, which these take the place of in this module, for closures that run on the main
// actor. A closure that is handed to another module looks up at each call what it runs on, since it might be called from
// anywhere: a third of what a tap takes.

extension Array {
    func contains(where isTrue: (Element) -> Bool) -> Bool {
        for element in self where isTrue(element) { return true }
        return false
    }

    func first(where isTrue: (Element) -> Bool) -> Element? {
        for element in self where isTrue(element) { return element }
        return nil
    }

    func firstIndex(where isTrue: (Element) -> Bool) -> Int? {
        for index in indices where isTrue(self[index]) { return index }
        return nil
    }

    func allSatisfy(_ isTrue: (Element) -> Bool) -> Bool {
        for element in self where !isTrue(element) { return false }
        return true
    }

    func filter(_ isTrue: (Element) -> Bool) -> [Element] {
        var kept: [Element] = []
        for element in self where isTrue(element) { kept.append(element) }
        return kept
    }

    mutating func removeAll(where isTrue: (Element) -> Bool) {
        guard let first = firstIndex(where: isTrue) else { return }
        var kept = Array(self[..<first])
        // Each is asked once: to ask may be to do something.
        for element in self[(first + 1)...] where !isTrue(element) { kept.append(element) }
        self = kept
    }
}
