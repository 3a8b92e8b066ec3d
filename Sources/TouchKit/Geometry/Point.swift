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
