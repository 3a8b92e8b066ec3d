/// The samples of a frame that is not complete. After a frame of one sample, which is the usual case, the memory is
/// reused for the next frame if no one else refers to it.
struct OpenFrame {
    private var memory: [TouchSample] = []
    private var isHandedOut = false
    /// The indices of downs that reuse the id of a finger at the same point: new touches, unless another touch changes.
    private var reuses: [Int] = []
    /// Whether a finger was lifted.
    private(set) var hasUp = false

    private var samples: [TouchSample] { isHandedOut ? [] : memory }

    /// Whether the frame is empty.
    var isEmpty: Bool { isHandedOut || memory.isEmpty }

    /// Returns whether a touch has a sample in the frame.
    func hasChange(of id: Int32) -> Bool { samples.contains { $0.key.id == id } }

    /// Returns whether a touch other than the given one has certainly changed.
    func hasChange(besides id: Int32) -> Bool {
        samples.indices.contains { samples[$0].key.id != id && !reuses.contains($0) }
    }

    /// Completes the frame: returns its samples, and begins the next frame.
    mutating func handOut() -> [TouchSample] {
        let samples = samples
        hasUp = false
        if samples.count == 1 { isHandedOut = true } else { removeAll() }
        return samples
    }

    /// Completes the frame before its first reused id: returns the samples before the new down, and the new down, which
    /// stays in the frame. Nil if no id is reused.
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

    /// Adds a down that reuses the id of a finger at the same point.
    mutating func appendReuse(_ sample: TouchSample) {
        clear()
        reuses.append(memory.count)
        memory.append(sample)
    }

    /// Changes the shape in the last sample of a touch. Returns false if the touch has no sample.
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

    /// Handles a change of a touch: the repeated downs of other touches do not begin new ones.
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
