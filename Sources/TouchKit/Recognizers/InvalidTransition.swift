/// An assignment of ``GestureRecognizer/state`` that is not in the table of transitions, and that changed nothing.
public struct InvalidTransition {
    /// The recognizer whose state was assigned.
    public let recognizer: GestureRecognizer
    /// The state that the recognizer has and keeps.
    public let from: GestureRecognizer.State
    /// The state that was assigned.
    public let to: GestureRecognizer.State
    /// The time of the input or deadline that was being handled, on the event clock.
    public let time: EventTime
}

extension InvalidTransition: @MainActor CustomStringConvertible {
    /// One line for a log: `PanGestureRecognizer "drag": state changed assigned while failed; ignored`.
    public var description: String {
        let name = recognizer.name.map { " \"\($0)\"" } ?? ""
        return "\(type(of: recognizer))\(name): state \(to) assigned while \(from); ignored"
    }
}
