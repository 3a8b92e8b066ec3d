/// Who decides about a recognizer from outside. Every method has a default.
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether a recognizer that is about to be recognized may be; false makes it fail. Default true.
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
    /// Whether a recognizer may hear of a touch that has come down. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
    /// Whether a recognizer may hear of a key press. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool
    /// Whether a recognizer may hear of the touches that begin with an event; asked before the touch is. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool
    /// Whether both may be recognized at once. True from either side's delegate permits it. Asked at every occasion,
    /// so the answer has to stay the same for as long as the gestures last. Default false.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool
    /// Whether a recognizer waits, in this attempt, until the other one has failed. Default false.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
    /// Whether the other one waits, in this attempt, until the recognizer has failed. Default false.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
    /// True.
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }
    /// True.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
    /// True.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { true }
    /// True.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool { true }
    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }
    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }
    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
