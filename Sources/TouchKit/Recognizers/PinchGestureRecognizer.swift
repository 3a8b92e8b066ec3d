/// Recognizes two fingers that near each other or part. It begins when their distance has changed by more than
/// ``GestureSettings/pinchSlop``, and ends when both are lifted. A third finger is no part of it.
public final class PinchGestureRecognizer: GestureRecognizer {
    /// How far apart the fingers are compared with where the pinch began, slop left out: 1 at the beginning.
    ///
    /// It can be set, and goes on from there. When a finger is lifted and another comes down it goes on from where it
    /// was. Always finite and positive.
    public var scale = 1.0

    /// How fast ``scale`` changes, per second, over the last 100 ms; zero after a rest.
    public var velocity: Double { tracker.velocity(at: now).x }

    private var start: Double?
    private var last: Double?
    private var tracker = VelocityTracker()
    private var unscaled = 1.0

    /// The fingers closer than this are counted as this far apart, so that their ratio stays a number that makes sense.
    private static let minimumSpan = 1.0

    /// Takes two fingers in.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        ignoreBeyondTwo(touches, event)
        if last == nil { last = span }
        if start == nil { start = span }
    }

    /// Begins or changes.
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

    /// Ends with the second finger.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        lose(touches) { state == .possible ? fail(.touchesEnded) : (state = .ended) }
    }

    /// Goes on with the finger that is left; is cancelled with the last one.
    public override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        lose(touches) { fail(touches.first?.cancelReason ?? .cancelledByCompositor) }
    }

    /// Puts everything back.
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

    /// The touchpad has seen to the slop.
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

    private func lose(_ lost: Set<Touch>, _ finish: () -> Void) {
        last = nil
        if state == .possible { start = nil }
        if touches.allSatisfy({ lost.contains($0) }) { finish() }
    }
}
