/// A point, or the difference of two points, in logical points. X grows to the right, y downward.
public nonisolated struct Point: Hashable, Sendable {
    /// The x coordinate, in points.
    public var x: Double
    /// The y coordinate, in points, growing downward.
    public var y: Double

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Adds the coordinates.
    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// Subtracts the coordinates.
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// Multiplies both coordinates by a factor.
    public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }

    /// The distance from the origin, in points.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// Returns the distance to another point, in points.
    public func distance(to other: Point) -> Double { (other - self).length }

    /// The angle from the x axis to the point, in radians clockwise, from -π to π; 0 for the origin.
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

    /// Whether both coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Whether both coordinates are within ±1e9, so that their squares and sums cannot overflow.
    var isSensible: Bool { abs(x) <= 1e9 && abs(y) <= 1e9 }

    /// Returns the mean of some points; nil if there are none.
    static func centroid(of points: some Collection<Point>) -> Point? {
        guard !points.isEmpty else { return nil }
        var sum = Point.zero
        for point in points { sum = sum + point }
        return sum * (1 / Double(points.count))
    }
}
