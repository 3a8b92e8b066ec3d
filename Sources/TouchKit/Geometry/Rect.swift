/// A rectangle in logical points, with its sides parallel to the axes.
public nonisolated struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The width and the height.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Creates a rectangle from its top left corner and its size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from the coordinates of its top left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }
    /// The center.
    public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
    /// Whether the width or the height is not greater than 0.
    public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    /// Returns whether a point lies in the rectangle. Points on the left and top edges do, those on the right and
    /// bottom edges do not, as in `CGRect`.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns whether the two rectangles have a common area.
    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// Returns the common area of the two rectangles; an empty rectangle if they have none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top,
            width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the smallest rectangle that contains both. An empty rectangle adds nothing.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the rectangle with each edge moved inward by a distance in points, or outward if it is negative.
    public func insetBy(_ distance: Double) -> Rect {
        Rect(
            x: origin.x + distance, y: origin.y + distance,
            width: max(0, size.width - 2 * distance), height: max(0, size.height - 2 * distance))
    }

    /// Returns the rectangle moved by an offset.
    public func offsetBy(_ offset: Point) -> Rect { Rect(origin: origin + offset, size: size) }
}
