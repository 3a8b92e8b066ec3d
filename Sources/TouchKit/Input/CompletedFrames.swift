/// The frames that one event of a device completes, in order: none as a rule, or one, seldom more.
public struct CompletedFrames: Sequence {
    // Without a second frame nothing is allocated.
    private var first: InputFrame?
    private var others: [InputFrame] = []

    /// No frames.
    public init() {}

    /// One frame, or none.
    init(_ frame: InputFrame?) { first = frame }

    /// Whether no frame is complete.
    public var isEmpty: Bool { first == nil }

    /// Returns an iterator over the frames.
    public func makeIterator() -> Iterator { Iterator(left: self) }

    /// Adds a frame that comes after the others.
    mutating func append(_ frame: InputFrame) {
        if first == nil { first = frame } else { others.append(frame) }
    }

    /// Adds frames that come after the others.
    mutating func append(_ frames: CompletedFrames) { for frame in frames { append(frame) } }

    /// Takes out the last frame.
    mutating func popLast() -> InputFrame? {
        if let last = others.popLast() { return last }
        defer { first = nil }
        return first
    }

    /// An iterator over completed frames.
    public struct Iterator: IteratorProtocol {
        fileprivate let left: CompletedFrames
        private var count = 0

        fileprivate init(left: CompletedFrames) { self.left = left }

        /// Returns the next frame, if there is one.
        public mutating func next() -> InputFrame? {
            defer { count += 1 }
            guard count > 0 else { return left.first }
            return count <= left.others.count ? left.others[count - 1] : nil
        }
    }
}
