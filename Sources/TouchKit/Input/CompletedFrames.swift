/// The frames that one event of a device has completed, in order: usually none or one.
package struct CompletedFrames: Sequence {
    // A collection of at most one frame allocates no memory.
    private var first: InputFrame?
    private var others: [InputFrame] = []

    /// Creates a collection of no frames.
    package init() {}

    /// Creates a collection of at most one frame.
    init(_ frame: InputFrame?) { first = frame }

    /// Whether the collection is empty.
    package var isEmpty: Bool { first == nil }

    /// Whether a touch was lost, since its id was used again or its device was removed.
    package var haveLoss: Bool {
        for frame in self {
            for sample in frame.samples { if case .cancelled(.touchLost) = sample.change { return true } }
        }
        return false
    }

    /// Returns an iterator over the frames.
    package func makeIterator() -> Iterator { Iterator(left: self) }

    /// Adds a frame after the others.
    mutating func append(_ frame: InputFrame) {
        if first == nil { first = frame } else { others.append(frame) }
    }

    /// Adds frames after the others.
    mutating func append(_ frames: CompletedFrames) { for frame in frames { append(frame) } }

    /// Removes and returns the last frame.
    mutating func popLast() -> InputFrame? {
        if let last = others.popLast() { return last }
        defer { first = nil }
        return first
    }

    /// An iterator over completed frames.
    package struct Iterator: IteratorProtocol {
        fileprivate let left: CompletedFrames
        private var count = 0

        fileprivate init(left: CompletedFrames) { self.left = left }

        /// Returns the next frame; nil after the last one.
        package mutating func next() -> InputFrame? {
            defer { count += 1 }
            guard count > 0 else { return left.first }
            return count <= left.others.count ? left.others[count - 1] : nil
        }
    }
}
