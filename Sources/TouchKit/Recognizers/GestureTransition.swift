/// A recognizer's step from one reported state to the next, as observers see it.
public struct GestureTransition {
    /// Whose.
    public let recognizer: GestureRecognizer
    /// Where it was.
    public let from: GestureRecognizer.State
    /// Where it is. ``GestureRecognizer/State/possible`` after a reset.
    public let to: GestureRecognizer.State
    /// The time of the event or of the deadline that decided, on the event clock, whenever it was handled.
    public let time: EventTime
    /// Where the gesture is, in the window's coordinates.
    public let location: Point
    /// Why, for ``GestureRecognizer/State/failed`` and ``GestureRecognizer/State/cancelled``.
    public let reason: FailureReason?
}

extension GestureTransition {
    /// Why it failed or was cancelled, and what to do differently, for a person: `moved 23 pt, 20 allowed; keep the
    /// finger where it came down, or allow more movement`. Nil where there is nothing to explain.
    public var explanation: String? { reason.map { "\($0.words(for: recognizer)); \($0.advice)" } }
}
