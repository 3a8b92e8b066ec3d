/// A place, or a difference of two places, in logical points. X grows to the right, y downward.
public nonisolated struct Point: Hashable, Sendable {
    /// The horizontal part, in points.
    public var x: Double
    /// The vertical part, in points, growing downward.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// A point at `x`, `y`.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The sum, part by part.
    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// The difference, part by part.
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// Both parts multiplied by a factor.
    public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }

    /// The distance from the origin, in points.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// The straight distance to another point, in points.
    public func distance(to other: Point) -> Double { (other - self).length }

    /// The direction from the origin in radians, clockwise as seen from the x axis, from -π to π; 0 for the origin.
    ///
    /// The standard library has no arc tangent. Halving the angle twice, by tan(a/2) = tan a / (1 + √(1 + tan² a)),
    /// leaves one so small that eleven terms of its series are exact to the last bit or two.
    public var angle: Double {
        guard self != .zero, isFinite else { return 0 }
        var t = min(abs(x), abs(y)) / max(abs(x), abs(y))
        for _ in 0..<2 { t /= 1 + (1 + t * t).squareRoot() }
        var series = 0.0
        for n in stride(from: 21.0, through: 1, by: -2) { series = 1 / n - t * t * series }
        var angle = 4 * t * series
        if abs(y) > abs(x) { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// Whether both parts are finite numbers.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Whether it can be a place on some screen or a way on one: no part is so large that its square or a sum of many
    /// overflows.
    var isSensible: Bool { abs(x) <= 1e9 && abs(y) <= 1e9 }

    /// The mean of some points, or nil where there are none.
    static func centroid(of points: some Collection<Point>) -> Point? {
        guard !points.isEmpty else { return nil }
        var sum = Point.zero
        for point in points { sum = sum + point }
        return sum * (1 / Double(points.count))
    }
}

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
