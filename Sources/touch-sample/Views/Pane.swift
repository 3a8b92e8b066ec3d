import TouchKit

/// A part of the window that is tapped, and shows what it made of the taps. How it tells them apart is its
/// subclasses' business.
class Pane: View {
    /// What a pane waits for before it can decide.
    struct Waiting {
        let what: String
        /// When the wait is over if nothing happens, on the event clock.
        let until: EventTime?
    }

    /// Called with each verdict.
    var onVerdict: (TapVerdict) -> Void = { _ in }

    private let title: String
    private let recipe: String
    private var verdicts: [TapVerdict] = []

    init(title: String, recipe: String) {
        self.title = title
        self.recipe = recipe
        super.init()
        isMultipleTouchEnabled = true
        backgroundColor = Theme.pane
    }

    /// What it waits for now.
    var waiting: Waiting? { nil }

    /// Shows a verdict and passes it on.
    final func report(_ verdict: TapVerdict) {
        verdicts.append(verdict)
        if verdicts.count > 50 { verdicts.removeFirst() }
        setNeedsDisplay()
        onVerdict(verdict)
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.stroke(Path(rect: bounds.insetBy(0.5)), Theme.edge, width: 1)
        let inner = bounds.insetBy(16)
        canvas.draw(title, in: inner.slice(from: 0, height: 24), style: Theme.title, color: Theme.text)
        canvas.draw(recipe, in: inner.slice(from: 28, height: 54), style: Theme.body, color: Theme.quiet)
        drawLast(in: inner.slice(from: 92, height: 60), canvas)
        drawHistory(in: inner.slice(from: 164, height: inner.size.height - 164 - 36), canvas)
        drawWaiting(in: inner.slice(from: inner.size.height - 28, height: 28), canvas)
    }

    private func drawLast(in area: Rect, _ canvas: any Canvas) {
        guard let last = verdicts.last else {
            let style = TextStyle(size: 20, alignment: .center)
            return canvas.draw("tap here", in: area, style: style, color: Theme.quiet)
        }
        canvas.fill(Path(roundedRect: area, radius: 10), last.color.withAlpha(0.12))
        let line = Rect(x: area.minX, y: area.minY + 10, width: area.size.width, height: 40)
        canvas.draw(last.words, in: line, style: Theme.verdict, color: last.color)
    }

    private func drawHistory(in area: Rect, _ canvas: any Canvas) {
        let height = 20.0
        for (index, verdict) in verdicts.reversed().enumerated() {
            let line = Rect(x: area.minX, y: area.minY + Double(index) * height, width: area.size.width, height: height)
            guard line.maxY <= area.maxY else { return }
            let dot = Rect(x: line.minX, y: line.minY + 5, width: 9, height: 9)
            canvas.fill(Path(ellipseIn: dot), verdict.color)
            let text = Rect(x: line.minX + 18, y: line.minY, width: line.size.width - 18, height: height)
            canvas.draw(verdict.line, in: text, style: Theme.line, color: index == 0 ? Theme.text : Theme.quiet)
        }
    }

    private func drawWaiting(in area: Rect, _ canvas: any Canvas) {
        guard let waiting else { return }
        canvas.fill(Path(roundedRect: area, radius: 6), Theme.waiting.withAlpha(0.15))
        let text = Rect(x: area.minX + 10, y: area.minY + 5, width: area.size.width - 20, height: 20)
        canvas.draw(waiting.what, in: text, style: Theme.caption, color: Theme.waiting)
    }
}

extension TapVerdict {
    /// What a person calls it.
    var words: String { count == 1 ? "single tap" : "double tap" }

    fileprivate var color: Color { count == 1 ? Theme.single : Theme.double }

    fileprivate var line: String {
        "\(words)  at \(Int(location.x.rounded())), \(Int(location.y.rounded()))  t \(Int(time.milliseconds))"
    }
}

extension Rect {
    /// A band of the rectangle, `top` below its upper edge.
    fileprivate nonisolated func slice(from top: Double, height: Double) -> Rect {
        Rect(x: minX, y: minY + top, width: size.width, height: max(0, height))
    }
}
