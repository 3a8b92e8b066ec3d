/// Recognizes a pointer that moves over its view with no button held: it begins when the pointer comes over the view,
/// changes as it moves, and ends when it leaves. While a button is held nothing is reported.
public final class HoverGestureRecognizer: GestureRecognizer {
    /// Touches are none of its business.
    public override func accepts(_ touch: Touch) -> Bool { false }

    /// It competes with nobody.
    public override func canPrevent(_ other: GestureRecognizer) -> Bool { false }

    /// The pointer is at a place of the window's coordinates, or away from the view.
    func hover(at place: Point?) {
        if let place {
            anchor = place
            if state.isTerminal { return }
            state = state == .possible ? .began : .changed
        } else if state == .began || state == .changed {
            state = .ended
        }
    }
}
