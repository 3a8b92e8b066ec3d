import TouchKit
import WaylandTouch

/// A window full of small tap panes, to see whether many hands at once, and for long, are each judged as if they were
/// alone.
///
/// Every fourth pane has recognizers, the others have handlers. A pane is known by its number, counted from 0, row by
/// row; it keeps its place whatever becomes of the window.
final class PanesWindow: Window {
    /// How wide and high a pane is: a second tap in it can still be too far.
    static let side = 56.0

    private let panes: [TapPane]

    /// Called with each verdict of any pane.
    var onVerdict: (TapVerdict) -> Void = { _ in }

    init(columns: Int, rows: Int, dispatcher: TouchDispatcher) {
        panes = (0..<columns * rows).map { number in
            let (row, column) = number.quotientAndRemainder(dividingBy: columns)
            let pane: TapPane = (row + column).isMultiple(of: 4) ? RecognizersPane() : HandlersPane()
            pane.identifier = "\(number)"
            pane.frame = Rect(
                x: Double(column) * Self.side, y: Double(row) * Self.side, width: Self.side, height: Self.side)
            return pane
        }
        super.init(
            size: Size(width: Double(columns) * Self.side, height: Double(rows) * Self.side), dispatcher: dispatcher)
        backgroundColor = Theme.light.window
        for pane in panes {
            pane.onVerdict = { [unowned self] in onVerdict($0) }
            addSubview(pane)
        }
    }
}

/// Opens a window full of panes, logs the taps, and runs until it is closed.
func runPanes(columns: Int, rows: Int, log: LogFormat) -> ProgramStatus {
    withApplication { application, output throws(ApplicationError) in
        let window = PanesWindow(columns: columns, rows: rows, dispatcher: application.dispatcher)
        output.window = window
        window.onVerdict = { output.line(log.line(for: $0, handled: Application.monotonicNow)) }
        application.open(window, title: "touch-sample")
        try application.run()
        return .success
    }
}
