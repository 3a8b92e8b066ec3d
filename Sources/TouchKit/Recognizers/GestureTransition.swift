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

/// Names an observer so that it can be removed.
public nonisolated struct ObserverToken: Hashable, Sendable {
    let number: Int
}
