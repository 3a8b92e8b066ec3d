/// The data of a recognizer's current attempt: what it has received since its last reset.
struct Attempt {
    /// The touches that the recognizer has received and not ignored, including those that were lifted.
    var received: [Touch] = []
    /// The ranges of frame numbers during which the recognizer had a touch. The last range is open while it has one.
    var spans: [ClosedRange<Int>] = []
    /// Whether the delegate and the views allowed the recognizer to begin; nil before they are asked.
    var mayBegin: Bool?
    /// Whether the attempt was cancelled because the recognizer was disabled, was detached or left its window.
    var isCancelled = false
    /// Whether a gesture of a touchpad drives the recognizer.
    var isDrivenByTouchpad = false
    /// Why the recognizer failed or was cancelled.
    var reason: FailureReason?
    /// The answers of delegates and subclasses about other recognizers in this attempt: true where this recognizer
    /// waits for the other one to fail.
    var dynamicRequirements: [GestureRecognizer: Bool] = [:]

    /// Opens a span at a frame, unless one is open.
    mutating func openSpan(at frame: Int) {
        if spans.last?.upperBound != .max { spans.append(frame...Int.max) }
    }

    /// Closes the open span at a frame.
    mutating func closeSpan(at frame: Int) {
        if let span = spans.popLast() { spans.append(span.lowerBound...min(span.upperBound, frame)) }
    }
}
