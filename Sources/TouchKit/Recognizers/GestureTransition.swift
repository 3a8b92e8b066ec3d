/// A change of a recognizer's state, as observers see it.
public struct GestureTransition {
    /// The recognizer.
    public let recognizer: GestureRecognizer
    /// The state before.
    public let from: GestureRecognizer.State
    /// The state after; ``GestureRecognizer/State/possible`` after a reset.
    public let to: GestureRecognizer.State
    /// The time of the input or deadline that led to the transition, on the event clock, even if it was handled later.
    public let time: EventTime
    /// The location of the gesture, in the window's coordinates.
    public let location: Point
    /// The reason, where the state after is ``GestureRecognizer/State/failed`` or
    /// ``GestureRecognizer/State/cancelled``; otherwise nil.
    public let reason: FailureReason?
}

extension GestureTransition {
    /// The reason and an advice, as text for a person: `moved 23 pt, 20 allowed; keep the finger where it came down, or
    /// allow more movement`. Nil where the transition has no reason.
    public var explanation: String? { reason.map { "\($0.description(for: recognizer)); \($0.advice)" } }
}
