/// The samples of a frame that is not complete.
struct OpenFrame {
    /// The only sample if it is a plain move; `samples` is empty then.
    private var move: TouchMove?
    private var samples: [TouchSample] = []
    /// The indices of downs that reuse the id of a finger at the same point: new touches, unless another touch changes.
    private var reuses: [Int] = []
    /// Whether a finger was lifted.
    private(set) var hasUp = false

    /// Whether the frame is empty.
    var isEmpty: Bool { move == nil && samples.isEmpty }

    /// Returns whether a touch has a sample in the frame.
    func hasChange(of id: Int32) -> Bool { move?.key.id == id || samples.contains { $0.key.id == id } }

    /// Returns whether a touch other than the given one has certainly changed.
    func hasChange(besides id: Int32) -> Bool {
        if let move { return move.key.id != id }
        return samples.indices.contains { samples[$0].key.id != id && !reuses.contains($0) }
    }

    /// Completes the frame if it is a single plain move: returns the move, and begins the next frame.
    mutating func handOutMove() -> TouchMove? {
        defer { move = nil }
        return move
    }

    /// Completes the frame: returns its samples, and begins the next frame.
    mutating func handOut() -> [TouchSample] {
        spill()
        defer { removeAll() }
        return samples
    }

    /// Completes the frame before its first reused id: returns the samples before the new down, and the new down, which
    /// stays in the frame. Nil if no id is reused.
    mutating func handOutBeforeReuse() -> (samples: [TouchSample], reuse: TouchSample)? {
        guard let place = reuses.first else { return nil }
        let former = Array(samples[..<place])
        samples.removeFirst(place)
        reuses = reuses.dropFirst().map { $0 - place }
        return (former, samples[0])
    }

    /// Adds the move of a touch whose shape did not change.
    mutating func append(_ move: TouchMove) {
        if isEmpty { self.move = move } else { append(TouchSample(move)) }
    }

    mutating func append(_ sample: TouchSample) {
        spill()
        if !reuses.isEmpty { keepReuses(ofOnly: sample.key.id) }
        if case .ended = sample.change { hasUp = true }
        samples.append(sample)
    }

    /// Adds a down that reuses the id of a finger at the same point.
    mutating func appendReuse(_ sample: TouchSample) {
        spill()
        reuses.append(samples.count)
        samples.append(sample)
    }

    /// Changes the shape in the last sample of a touch. Returns false if the touch has no sample.
    mutating func reshapeLast(of id: Int32, _ contact: Contact) -> Bool {
        spill()
        guard let index = samples.lastIndex(where: { $0.key.id == id }) else { return false }
        let sample = samples[index]
        samples[index] = TouchSample(sample.key, sample.change, at: sample.time, contact: contact)
        return true
    }

    mutating func removeAll(of id: Int32) {
        spill()
        filter { sample, _ in sample.key.id == id ? nil : sample }
    }

    mutating func removeAll() { self = OpenFrame() }

    /// Moves the plain move to the other samples.
    private mutating func spill() {
        guard let move else { return }
        self.move = nil
        samples.append(TouchSample(move))
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
        for (index, sample) in samples.enumerated() {
            let isReuse = reuses.contains(index)
            guard let sample = transform(sample, isReuse) else { continue }
            if isReuse, case .began = sample.change { stillReuses.append(kept.count) }
            kept.append(sample)
        }
        (samples, reuses) = (kept, stillReuses)
    }
}
