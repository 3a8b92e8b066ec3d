import TouchKit

/// A window full of small tap panes, for a test that taps many of them at once and for a long time.
///
/// Every fourth pane has recognizers, the others have touch handlers. The identifier of a pane is its number, counted
/// from 0, row by row. Resizing the window does not move the panes.
final class PanesWindow: Window {
    /// The width and height of a pane, in points: large enough for a second tap to be too far from the first.
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
