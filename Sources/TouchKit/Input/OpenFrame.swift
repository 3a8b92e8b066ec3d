/// The samples of a frame that is not complete. The memory of a lone one, which is what most frames have, serves the next
/// frame too, where whoever got it has let it go by then.
struct OpenFrame {
    private var memory: [TouchSample] = []
    private var isHandedOut = false
    /// The indices of the downs that reuse the id of a finger at the same place: new touches, unless another contact
    /// changes.
    private var reuses: [Int] = []
    /// Whether a finger was lifted.
    private(set) var hasUp = false

    private var samples: [TouchSample] { isHandedOut ? [] : memory }

    /// Whether nothing has come so far.
    var isEmpty: Bool { isHandedOut || memory.isEmpty }

    /// Whether something has happened to a contact.
    func hasChange(of id: Int32) -> Bool { samples.contains { $0.key.id == id } }

    /// Whether something has certainly happened to a contact other than one.
    func hasChange(besides id: Int32) -> Bool {
        samples.indices.contains { samples[$0].key.id != id && !reuses.contains($0) }
    }

    /// The frame is complete: returns its samples, and begins the next one.
    mutating func handOut() -> [TouchSample] {
        let samples = samples
        hasUp = false
        if samples.count == 1 { isHandedOut = true } else { removeAll() }
        return samples
    }

    /// The frame is complete: returns what happened before the first id that is used again, and its new down, which
    /// stays.
    mutating func handOutBeforeReuse() -> (samples: [TouchSample], reuse: TouchSample)? {
        guard let place = reuses.first else { return nil }
        let samples = Array(memory[..<place])
        memory.removeFirst(place)
        reuses = reuses.dropFirst().map { $0 - place }
        return (samples, memory[0])
    }

    mutating func append(_ sample: TouchSample) {
        clear()
        if !reuses.isEmpty { keepReuses(ofOnly: sample.key.id) }
        if case .ended = sample.change { hasUp = true }
        memory.append(sample)
    }

    /// Adds a down that reuses the id of a finger at the same place.
    mutating func appendReuse(_ sample: TouchSample) {
        clear()
        reuses.append(memory.count)
        memory.append(sample)
    }

    /// Gives the last sample of a contact another shape; false where it has none.
    mutating func reshapeLast(of id: Int32, _ contact: Contact) -> Bool {
        guard let index = samples.lastIndex(where: { $0.key.id == id }) else { return false }
        let sample = memory[index]
        memory[index] = TouchSample(sample.key, sample.change, at: sample.time, contact: contact)
        return true
    }

    mutating func removeAll(of id: Int32) {
        clear()
        filter { sample, _ in sample.key.id == id ? nil : sample }
    }

    mutating func removeAll() {
        memory = []
        isHandedOut = false
        reuses = []
        hasUp = false
    }

    /// A contact has changed: the other ones' repeated downs were of the same touches.
    private mutating func keepReuses(ofOnly id: Int32) {
        filter { sample, isReuse in
            guard isReuse, sample.key.id != id, case .began(_, let position) = sample.change else { return sample }
            guard let contact = sample.contact else { return nil }
            return TouchSample(sample.key, .moved(to: position), at: sample.time, contact: contact)
        }
    }

    private mutating func filter(_ transform: (TouchSample, _ isReuse: Bool) -> TouchSample?) {
        var (kept, stillReuses): ([TouchSample], [Int]) = ([], [])
        for (index, sample) in memory.enumerated() {
            let isReuse = reuses.contains(index)
            guard let sample = transform(sample, isReuse) else { continue }
            if isReuse, case .began = sample.change { stillReuses.append(kept.count) }
            kept.append(sample)
        }
        (memory, reuses) = (kept, stillReuses)
    }

    private mutating func clear() {
        if isHandedOut { memory.removeAll(keepingCapacity: true) }
        isHandedOut = false
    }
}
