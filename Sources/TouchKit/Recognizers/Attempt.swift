/// What a recognizer has seen since its last reset.
struct Attempt {
    /// The touches that it was given and did not ignore, lifted ones included.
    var received: [Touch] = []
    /// The spans of frames in which it had fingers down; the last one is open while it has.
    var spans: [ClosedRange<Int>] = []
    /// Whether its delegate and the views let it begin; nil where they were not asked.
    var mayBegin: Bool?
    /// Whether the recognizer was disabled or detached, or left its window, since the attempt began.
    var isCancelled = false
    /// Whether a touchpad's gesture drives the recognizer, so that the fingers on the touchpad are its own.
    var isDrivenByTouchpad = false
    /// Why the recognizer failed or was cancelled.
    var reason: FailureReason?
    /// Which recognizers it waits for in this attempt, and which it does not, as far as that was asked.
    var dynamicRequirements: [GestureRecognizer: Bool] = [:]

    /// It has fingers from a frame on.
    mutating func openSpan(at frame: Int) {
        if spans.last?.upperBound != .max { spans.append(frame...Int.max) }
    }

    /// Its last finger is gone.
    mutating func closeSpan(at frame: Int) {
        if let span = spans.popLast() { spans.append(span.lowerBound...min(span.upperBound, frame)) }
    }
}
