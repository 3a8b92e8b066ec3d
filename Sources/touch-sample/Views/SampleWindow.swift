import TouchKit

/// The sample's window: both ways of telling single from double taps side by side, and every finger on top.
final class SampleWindow: Window {
    let handlers = HandlersPane(
        title: "Touch handlers",
        recipe: "touchesEnded puts the single-tap action off; a second tap that begins in time cancels it.")
    let recognizers = RecognizersPane(
        title: "Gesture recognizers",
        recipe: "Two tap recognizers on one view: single.require(toFail: double).")
    private let fingers = FingersView()

    /// Called with each verdict of either pane.
    var onVerdict: (TapVerdict) -> Void = { _ in }

    override init(size: Size, dispatcher: TouchDispatcher) {
        super.init(size: size, dispatcher: dispatcher)
        backgroundColor = Theme.window
        handlers.identifier = TapVerdict.Way.handlers.rawValue
        recognizers.identifier = TapVerdict.Way.recognizers.rawValue
        for pane in [handlers, recognizers] as [Pane] {
            pane.onVerdict = { [unowned self] in onVerdict($0) }
            addSubview(pane)
        }
        addSubview(fingers)
        layoutSubviews()
    }

    /// Panes beside each other, or one above the other where the window is higher than wide.
    override func layoutSubviews() {
        let gap = 12.0
        let inner = bounds.insetBy(gap)
        fingers.frame = bounds
        if inner.size.width >= inner.size.height {
            let width = (inner.size.width - gap) / 2
            handlers.frame = Rect(x: inner.minX, y: inner.minY, width: width, height: inner.size.height)
            recognizers.frame = Rect(x: inner.maxX - width, y: inner.minY, width: width, height: inner.size.height)
        } else {
            let height = (inner.size.height - gap) / 2
            handlers.frame = Rect(x: inner.minX, y: inner.minY, width: inner.size.width, height: height)
            recognizers.frame = Rect(x: inner.minX, y: inner.maxY - height, width: inner.size.width, height: height)
        }
    }

    override func sendEvent(_ event: TouchEvent) {
        super.sendEvent(event)
        fingers.show(event)
    }
}
