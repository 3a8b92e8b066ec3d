/// Recognizes two fingers that turn about each other. It begins when the line through them has turned by more than
/// ``GestureSettings/rotationSlop``, and ends when both are lifted. A third finger is no part of it.
public final class RotationGestureRecognizer: GestureRecognizer {
    /// How far the fingers have turned since the rotation began, slop left out, in radians, clockwise as seen; several
    /// turns add up.
    ///
    /// It can be set, and goes on from there. When a finger is lifted and another comes down it goes on from where it
    /// was.
    public var rotation = 0.0

    /// How fast ``rotation`` changes, in radians a second, over the last 100 ms; zero after a rest.
    public var velocity: Double { tracker.velocity(at: now).x }

    private var turned = 0.0
    private var last: Double?
    private var tracker = VelocityTracker()

    /// Fingers closer than this have no direction that means anything.
    private static let minimumSpan = 1.0

    /// Takes two fingers in.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        ignoreBeyondTwo(touches, event)
        if last == nil { last = angle }
        if state == .possible { tracker.add(Point(x: turned, y: 0), at: event.timestamp) }
    }

    /// Begins or changes.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let angle else { return }
        // The shorter way round, so that passing half a turn is not a leap back.
        let step = (angle - (last ?? angle)).remainder(dividingBy: 2 * .pi)
        last = angle
        turn(by: step, event.timestamp)
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
        rotation = 0
        turned = 0
        last = nil
        tracker.reset()
    }

    // MARK: Touchpads

    override func wants(_ gesture: TouchpadGesture) -> Bool { gesture.kind == .pinch && touches.isEmpty }

    /// The touchpad has seen to the slop, but for a pinch that does not turn.
    override func follow(_ gesture: TouchpadGesture) {
        switch gesture.phase {
        case .began: tracker.add(.zero, at: now)
        case .changed:
            guard gesture.rotation.isFinite else { return }
            turn(by: gesture.rotation, now)
        case .ended: if state != .possible { state = .ended }
        case .cancelled: fail(.cancelledByCompositor)
        }
    }

    private var angle: Double? {
        guard touches.count == 2 else { return nil }
        let line = touches[1].location(in: nil) - touches[0].location(in: nil)
        return line.length < Self.minimumSpan ? nil : line.angle
    }

    private func turn(by step: Double, _ time: EventTime) {
        turned += step
        tracker.add(Point(x: turned, y: 0), at: time)
        if state != .possible {
            rotation += step
            state = .changed
        } else if abs(turned) > attemptSettings.rotationSlop {
            rotation = turned > 0 ? turned - attemptSettings.rotationSlop : turned + attemptSettings.rotationSlop
            state = .began
        }
    }

    private func lose(_ lost: Set<Touch>, _ finish: () -> Void) {
        last = nil
        if state == .possible { turned = 0 }
        if touches.allSatisfy({ lost.contains($0) }) { finish() }
    }
}
