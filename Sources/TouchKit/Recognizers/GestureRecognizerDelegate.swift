/// Decides for a recognizer whether it receives touches, whether it may begin and how it relates to other recognizers.
/// Each method has a default implementation.
public protocol GestureRecognizerDelegate: AnyObject {
    /// Returns whether a recognizer that is about to be recognized may be; false makes it fail. Default true. Called at
    /// most once in an attempt.
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
    /// Returns whether a recognizer receives a touch that has come down. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
    /// Returns whether a recognizer receives a key press. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool
    /// Returns whether a recognizer receives the touches that begin with an event; asked before the delegate is asked
    /// about the touch. Default true.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool
    /// Returns whether two recognizers may be recognized at the same time; true from the delegate of either of them is
    /// enough. Default false.
    ///
    /// The library may ask at any moment, so the answer should stay the same while the gestures last.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool
    /// Returns whether a recognizer waits, in this attempt, until the other one has failed. Default false. The library
    /// asks at most once in an attempt.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
    /// Returns whether the other recognizer waits, in this attempt, until this one has failed. Default false. The
    /// library asks at most once in an attempt.
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
    /// Returns true.
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }
    /// Returns true.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
    /// Returns true.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { true }
    /// Returns true.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool { true }
    /// Returns false.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }
    /// Returns false.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }
    /// Returns false.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
