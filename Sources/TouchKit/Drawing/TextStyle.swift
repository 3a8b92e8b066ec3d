/// How text is set.
public nonisolated struct TextStyle: Hashable, Sendable {
    /// How heavy the strokes are.
    public enum Weight: Hashable, Sendable {
        /// For reading.
        case regular
        /// For headings.
        case bold
    }

    /// Where the lines stand in their rectangle.
    public enum Alignment: Hashable, Sendable {
        /// At the start of the line.
        case leading
        /// In the middle.
        case center
        /// At the end of the line.
        case trailing
    }

    /// The size of the letters, in points.
    public var size: Double
    /// How heavy they are.
    public var weight: Weight
    /// Whether all are equally wide.
    public var isMonospaced: Bool
    /// Where the lines stand.
    public var alignment: Alignment
    /// Whether a long text goes on in a next line, as far as the rectangle is high.
    public var wraps: Bool

    /// A style of letters `size` points large.
    public init(
        size: Double, weight: Weight = .regular, isMonospaced: Bool = false, alignment: Alignment = .leading,
        wraps: Bool = false
    ) {
        self.size = size
        self.weight = weight
        self.isMonospaced = isMonospaced
        self.alignment = alignment
        self.wraps = wraps
    }
}
