// Shadows methods of the standard library in this module. A main-actor closure that is passed to another module checks
// at each call on which executor it runs; here it stays in the module. Counted instructions without these methods: a
// tap takes 51,062 in place of 45,492, two taps under a single and a double tap recognizer 92,762 in place of 78,210.

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
        // Each element is passed to the closure once, since the closure may have side effects.
        for element in self[(first + 1)...] where !isTrue(element) { kept.append(element) }
        self = kept
    }
}
