import TouchKit

/// A pane that shows its recognized taps. Subclasses recognize them.
class TapPane: Pane {
    /// A decision that a pane waits for.
    struct Waiting {
        /// What the pane waits for, as it is shown.
        let text: String
        /// The event-clock time at which the wait ends if nothing happens.
        let until: EventTime?
    }

    /// Called with each verdict.
    var onVerdict: (TapVerdict) -> Void = { _ in }

    private var verdicts: [TapVerdict] = []

    /// The decision that the pane waits for now.
    var waiting: Waiting? { nil }

    /// Shows a verdict and passes it to `onVerdict`.
    final func report(_ verdict: TapVerdict) {
        verdicts.append(verdict)
        if verdicts.count > 50 { verdicts.removeFirst() }
        setNeedsDisplay()
        onVerdict(verdict)
    }

    override func clear() {
        verdicts.removeAll()
        super.clear()
    }

    override func drawContent(_ rows: inout Rows, _ canvas: any Canvas) {
        if rows.area.size.height >= 26 + 40, let strip = rows.takeLast(26) { drawWaiting(in: strip, canvas) }
        if rows.area.size.height >= 60 { _ = rows.take(4) }
        drawLast(&rows, canvas)
        _ = rows.take(8)
        for (index, verdict) in verdicts.reversed().enumerated() {
            guard let row = rows.take(19) else { return }
            canvas.fill(
                Path(ellipseIn: Rect(x: row.minX, y: row.minY + 4, width: 9, height: 9)), theme.color(of: verdict))
            canvas.draw(
                verdict.line, in: row.indented(by: 17), style: Theme.line, color: index == 0 ? theme.text : theme.quiet)
        }
    }

    private func drawLast(_ rows: inout Rows, _ canvas: any Canvas) {
        let left = rows.area.size.height
        guard let area = rows.take(left >= 120 ? 52 : min(left, 40)), area.size.height >= 16 else { return }
        // The text is as large as fits; it shrinks rather than being cut off.
        let height = area.size.height
        let text = verdicts.last?.name ?? "tap here"
        let largest = min(verdicts.isEmpty ? 19 : 27, height * 0.62)
        let style = TextStyle(size: largest, weight: verdicts.isEmpty ? .regular : .bold, alignment: .center)
            .fitted(text, to: area.size.width - 12, canvas)
        let color = verdicts.last.map(theme.color(of:)) ?? theme.quiet
        if !verdicts.isEmpty { canvas.fill(Path(roundedRect: area, radius: 9), color.withAlpha(0.13)) }
        let line = area.slice(from: ((height - style.lineHeight) / 2).rounded(), height: style.lineHeight)
        canvas.draw(text, in: line, style: style, color: color)
    }

    private func drawWaiting(in area: Rect, _ canvas: any Canvas) {
        guard let waiting else { return }
        canvas.fill(Path(roundedRect: area, radius: 6), theme.waiting.withAlpha(0.13))
        if let until = waiting.until, let dispatcher = window?.dispatcher,
            let whole = dispatcher.settings.multiTapInterval, whole > .zero
        {
            let share = max(0, min(dispatcher.now.duration(to: until) / whole, 1))
            var bar = area
            bar.size.width *= share
            canvas.fill(Path(roundedRect: bar, radius: 6), theme.waiting.withAlpha(0.25))
        }
        let text = Rect(x: area.minX + 9, y: area.minY + 5, width: area.size.width - 18, height: 17)
        canvas.draw(waiting.text, in: text, style: Theme.caption, color: theme.waiting)
    }
}

extension Theme {
    /// The colour of a single or a double tap.
    fileprivate func color(of verdict: TapVerdict) -> Color { verdict.count == 1 ? single : double }
}

extension TapVerdict {
    /// The name of the tap, as it is shown.
    var name: String { count == 1 ? "single tap" : "double tap" }

    fileprivate var line: String {
        "\(name)  at \(Int(location.x.rounded())), \(Int(location.y.rounded()))"
    }
}
