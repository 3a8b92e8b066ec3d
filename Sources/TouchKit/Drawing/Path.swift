/// A line made of straight and curved pieces.
public nonisolated struct Path: Hashable, Sendable {
    /// A piece of a path.
    public enum Element: Hashable, Sendable {
        /// Starts anew at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic curve to the last point, drawn toward the two others.
        case curve(Point, Point, Point)
        /// A straight line back to where the piece started.
        case close
    }

    /// The pieces, in order.
    public var elements: [Element]

    /// A path of pieces.
    public init(_ elements: [Element] = []) { self.elements = elements }

    /// The outline of a rectangle.
    public init(rect: Rect) {
        self.init([
            .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.maxY)),
            .line(Point(x: rect.minX, y: rect.maxY)), .close,
        ])
    }

    /// A line through some points.
    public init(points: [Point], isClosed: Bool = false) {
        self.init(points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) })
        if isClosed { elements.append(.close) }
    }

    /// The outline of an ellipse that fills a rectangle.
    public init(ellipseIn rect: Rect) {
        self.init(roundedRect: rect, radii: Size(width: rect.size.width / 2, height: rect.size.height / 2))
    }

    /// The outline of a rectangle with round corners, whose radius is at most half a side.
    public init(roundedRect rect: Rect, radius: Double) {
        self.init(roundedRect: rect, radii: Size(width: radius, height: radius))
    }

    private init(roundedRect rect: Rect, radii: Size) {
        let rx = max(0, min(radii.width, rect.size.width / 2))
        let ry = max(0, min(radii.height, rect.size.height / 2))
        // How far the controls of a cubic lie from the corner so that it follows a quarter of a circle.
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
