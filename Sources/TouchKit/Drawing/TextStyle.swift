/// The font and layout of text.
public nonisolated struct TextStyle: Hashable, Sendable {
    /// The weight of a font.
    public enum Weight: Hashable, Sendable {
        /// The weight for body text.
        case regular
        /// The weight for headings.
        case bold
    }

    /// The position of lines in their rectangle.
    public enum Alignment: Hashable, Sendable {
        /// At the start of the line: the left edge for text that is written from left to right.
        case leading
        /// In the middle.
        case center
        /// At the end of the line: the right edge for text that is written from left to right.
        case trailing
    }

    /// The size of the font, in points.
    public var size: Double
    /// The weight of the font.
    public var weight: Weight
    /// Whether all characters have the same width.
    public var isMonospaced: Bool
    /// The position of the lines.
    public var alignment: Alignment
    /// Whether long text continues on further lines, as far as the height of its rectangle allows.
    public var wraps: Bool

    /// Creates a style with a font size in points.
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
