/// Recognizes two fingers that move towards each other or apart. The gesture begins when the distance between the
/// fingers has changed by more than ``GestureSettings/pinchSlop``, and ends when both are lifted. Further fingers are
/// ignored.
public final class PinchGestureRecognizer: GestureRecognizer {
    /// The distance between the fingers relative to the distance at which the pinch began, without the slop. It is 1
    /// when the gesture begins, and always finite and positive.
    ///
    /// A program can set it; later changes multiply the new value. If a finger is lifted and another one comes down,
    /// the scale continues from its last value.
    public var scale = 1.0

    /// The change of the fingers' scale per second, over the last 100 ms. It is zero after the fingers have rested.
    public var velocity: Double { tracker.velocity(at: now).x }

    private var start: Double?
    private var last: Double?
    private var tracker = VelocityTracker()
    private var unscaled = 1.0

    /// The smallest distance between the fingers that counts, in points. Closer fingers count as this far apart, so
    /// that the ratio of two distances stays within reason.
    private static let minimumSpan = 1.0

    /// Adds fingers that came down, up to two.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        ignoreBeyondTwo(touches, event)
        if last == nil { last = span }
        if start == nil { start = span }
    }

    /// Begins the pinch, or changes it.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let span, let start, let last else { return }
        if state != .possible {
            self.last = span
            grow(by: span / last, event.timestamp)
            state = .changed
        } else if abs(span - start) > attemptSettings.pinchSlop {
            let origin = max(
                start + (span > start ? attemptSettings.pinchSlop : -attemptSettings.pinchSlop), Self.minimumSpan)
            self.last = span
            tracker.add(Point(x: 1, y: 0), at: event.timestamp.advanced(by: .milliseconds(-100)))
            grow(by: span / origin, event.timestamp)
            state = .began
        }
    }

    /// Ends the pinch if no finger is left.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches) { state == .possible ? fail(.touchesEnded) : (state = .ended) }
    }

    /// Continues with the finger that is left; without one, cancels the pinch.
    public override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches) { fail(touches.first?.cancelReason ?? .cancelledByCompositor) }
    }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        scale = 1
        unscaled = 1
        start = nil
        last = nil
        tracker.reset()
    }

    // MARK: Touchpads

    override func wants(_ gesture: TouchpadGesture) -> Bool { gesture.kind == .pinch && touches.isEmpty }

    /// Handles a gesture of a touchpad. It has no slop, because the touchpad applies one itself.
    override func follow(_ gesture: TouchpadGesture) {
        switch gesture.phase {
        case .began: tracker.add(Point(x: 1, y: 0), at: now)
        case .changed:
            guard gesture.scale.isFinite, gesture.scale > 0 else { return }
            grow(by: gesture.scale / unscaled, now)
            state = state == .possible ? .began : .changed
        case .ended: if state != .possible { state = .ended }
        case .cancelled: fail(.cancelledByCompositor)
        }
    }

    private var span: Double? {
        guard touches.count == 2 else { return nil }
        return max(touches[0].location(in: nil).distance(to: touches[1].location(in: nil)), Self.minimumSpan)
    }

    private func grow(by factor: Double, _ time: EventTime) {
        guard (scale * factor).isNormal, (unscaled * factor).isNormal else { return }
        scale *= factor
        unscaled *= factor
        tracker.add(Point(x: unscaled, y: 0), at: time)
    }

    private func removeFingers(_ gone: Set<Touch>, _ finish: () -> Void) {
        last = nil
        if state == .possible { start = nil }
        if touches.allSatisfy({ gone.contains($0) }) { finish() }
    }
}
