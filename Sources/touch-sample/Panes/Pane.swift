import TouchKit

/// A part of the window in which to try gestures, with a title and a text that says how the pane recognizes them.
class Pane: View {
    let title: String
    /// The text that says how the pane recognizes gestures.
    var recipe: String { didSet { if recipe != oldValue { setNeedsDisplay() } } }

    init(title: String, recipe: String) {
        self.title = title
        self.recipe = recipe
        super.init()
        isMultipleTouchEnabled = true
        clipsToBounds = true
    }

    /// Removes what the pane shows of past gestures.
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
        // The text takes two lines, and is left out where the content would have no room beside it.
        if size.height >= 190, let row = rows.take(2 * Theme.body.lineHeight + 4) {
            canvas.draw(recipe, in: row, style: Theme.body, color: theme.quiet)
        }
        drawContent(&rows, canvas)
    }

    /// Draws the content below the title, in design units (see `View.unit`).
    func drawContent(_ rows: inout Rows, _ canvas: any Canvas) {}
}
