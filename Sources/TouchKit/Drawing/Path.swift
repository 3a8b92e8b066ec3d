/// An outline of straight lines and curves.
public nonisolated struct Path: Hashable, Sendable {
    /// A part of a path.
    public enum Element: Hashable, Sendable {
        /// Starts a new subpath at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic Bézier curve: two control points, then the end point.
        case curve(Point, Point, Point)
        /// A straight line back to the start of the subpath.
        case close
    }

    /// The parts, in order.
    public var elements: [Element]

    /// Creates a path from its parts.
    public init(_ elements: [Element] = []) { self.elements = elements }

    /// Creates the outline of a rectangle.
    public init(rect: Rect) {
        self.init([
            .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.maxY)),
            .line(Point(x: rect.minX, y: rect.maxY)), .close,
        ])
    }

    /// Creates a line through points.
    public init(points: [Point], isClosed: Bool = false) {
        self.init(points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) })
        if isClosed { elements.append(.close) }
    }

    /// Creates the outline of the ellipse that fills a rectangle.
    public init(ellipseIn rect: Rect) {
        self.init(roundedRect: rect, radii: Size(width: rect.size.width / 2, height: rect.size.height / 2))
    }

    /// Creates the outline of a rectangle with rounded corners. The radius is limited to half of the shorter side.
    public init(roundedRect rect: Rect, radius: Double) {
        self.init(roundedRect: rect, radii: Size(width: radius, height: radius))
    }

    private init(roundedRect rect: Rect, radii: Size) {
        let rx = max(0, min(radii.width, rect.size.width / 2))
        let ry = max(0, min(radii.height, rect.size.height / 2))
        // The distance of the control points from the corner, in radii, at which a cubic curve follows a quarter of a
        // circle.
        let k = 1 - 0.552_284_749_8
        let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
        self.init([
            .move(p(l + rx, t)), .line(p(r - rx, t)), .curve(p(r - rx * k, t), p(r, t + ry * k), p(r, t + ry)),
            .line(p(r, b - ry)), .curve(p(r, b - ry * k), p(r - rx * k, b), p(r - rx, b)),
            .line(p(l + rx, b)), .curve(p(l + rx * k, b), p(l, b - ry * k), p(l, b - ry)),
            .line(p(l, t + ry)), .curve(p(l, t + ry * k), p(l + rx * k, t), p(l + rx, t)), .close,
        ])
    }
}
