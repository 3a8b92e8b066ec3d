/// An upright rectangle in logical points.
public nonisolated struct Rect: Hashable, Sendable {
    /// The corner at the top left.
    public var origin: Point
    /// The extent to the right and downward.
    public var size: Size

    /// An empty rectangle at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// A rectangle with its top left corner at `origin`.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// A rectangle with its top left corner at `x`, `y`.
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
    /// The point halfway between all edges.
    public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
    /// Whether it encloses no area.
    public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

    /// Whether a point lies inside: on the left or the top edge counts, on the right or the bottom edge does not,
    /// as in `CGRect`.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether the two rectangles share any area.
    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// The area that both cover; empty where they share none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top,
            width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle with every edge moved inward by `distance` points, outward where it is negative.
    public func insetBy(_ distance: Double) -> Rect {
        Rect(
            x: origin.x + distance, y: origin.y + distance,
            width: max(0, size.width - 2 * distance), height: max(0, size.height - 2 * distance))
    }

    /// The rectangle moved by an offset.
    public func offsetBy(_ offset: Point) -> Rect { Rect(origin: origin + offset, size: size) }
}
