/// What a view draws on. Coordinates are logical points; the host maps them to pixels at the window's scale.
public protocol Canvas: AnyObject {
    /// Keeps the present transform, clip and opacity, to be brought back by ``restoreState()``.
    func saveState()
    /// Brings back what the matching ``saveState()`` kept.
    func restoreState()
    /// Moves the origin.
    func translate(by offset: Point)
    /// Stretches both axes about the origin.
    func scale(by factor: Double)
    /// Turns the axes about the origin, clockwise, in radians.
    func rotate(by angle: Double)
    /// Narrows the drawn area to a rectangle.
    func clip(to rect: Rect)
    /// Multiplies the opacity of everything drawn from here on, until the state is restored.
    func multiplyOpacity(by alpha: Double)
    /// Fills the inside of a path.
    func fill(_ path: Path, _ color: Color)
    /// Draws a line of `width` points along a path, half of it on either side.
    func stroke(_ path: Path, _ color: Color, width: Double)
    /// Draws text into a rectangle, wrapped at its width only if the style says so, cut with an ellipsis where it
    /// does not fit.
    ///
    /// Finding the system's fonts takes longer than a window's first picture is to wait. As long as they are not found
    /// nothing is drawn, and the window is drawn anew when they are.
    func draw(_ text: String, in rect: Rect, style: TextStyle, color: Color)
    /// How large text of a style is, set on one line; a guess as long as its font is not found.
    func size(of text: String, style: TextStyle) -> Size
}

/// A colour in sRGB, each part from 0 to 1, not multiplied by alpha.
public nonisolated struct Color: Hashable, Sendable {
    /// Red.
    public var red: Double
    /// Green.
    public var green: Double
    /// Blue.
    public var blue: Double
    /// Opacity.
    public var alpha: Double

    /// A colour of its parts.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// A colour as written in style sheets: `0xRRGGBB`.
    public init(_ rgb: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(rgb >> 16 & 0xff) / 255, green: Double(rgb >> 8 & 0xff) / 255, blue: Double(rgb & 0xff) / 255,
            alpha: alpha)
    }

    /// The same colour, more or less see-through.
    public func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}

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
