/// A width and a height in logical points.
public nonisolated struct Size: Hashable, Sendable {
    /// The horizontal extent, in points.
    public var width: Double
    /// The vertical extent, in points.
    public var height: Double

    /// Nothing wide and nothing high.
    public static let zero = Size(width: 0, height: 0)

    /// A size of `width` by `height` points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
