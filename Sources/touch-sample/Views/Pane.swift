import TouchKit

/// A part of the window to try gestures in, with a title and a line that says how it is made.
class Pane: View {
    let title: String
    /// How it tells gestures apart; changes with what is switched.
    var recipe: String { didSet { if recipe != oldValue { setNeedsDisplay() } } }

    init(title: String, recipe: String) {
        self.title = title
        self.recipe = recipe
        super.init()
        isMultipleTouchEnabled = true
        clipsToBounds = true
    }

    /// Forgets what it has shown.
    func clear() { setNeedsDisplay() }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(rect: bounds), theme.pane)
        canvas.stroke(Path(rect: bounds.insetBy(0.5)), theme.edge, width: 1)
        canvas.scale(by: unit)
        let size = Size(width: bounds.size.width / unit, height: bounds.size.height / unit)
        let isSmall = size.height < 150 || size.width < 170
        let inner = Rect(origin: .zero, size: size).insetBy(isSmall ? 8 : 14)
        var rows = Rows(area: inner)
        if size.height >= 76, let row = rows.take(24) {
            canvas.draw(title, in: row, style: Theme.title.fitted(title, to: row.size.width, canvas), color: theme.text)
        }
        // Two lines of it, unless the rest would be left without room.
        if size.height >= 190, let row = rows.take(2 * Theme.body.lineHeight + 4) {
            canvas.draw(recipe, in: row, style: Theme.body, color: theme.quiet)
        }
        drawContent(&rows, canvas)
    }

    /// Draws what is below the title, in lengths of the design.
    func drawContent(_ rows: inout Rows, _ canvas: any Canvas) {}
}

/// An area that is given away row by row, from both ends, as long as there is room.
struct Rows {
    private(set) var area: Rect

    init(area: Rect) { self.area = area }

    /// A row at the top; nil where less than that is left.
    mutating func take(_ height: Double) -> Rect? {
        guard area.size.height >= height else { return nil }
        defer { area = area.slice(from: height, height: .infinity) }
        return area.slice(from: 0, height: height)
    }

    /// A row at the bottom; nil where less than that is left.
    mutating func takeLast(_ height: Double) -> Rect? {
        guard area.size.height >= height else { return nil }
        let top = area.size.height - height
        defer { area = area.slice(from: 0, height: top) }
        return area.slice(from: top, height: height)
    }
}
