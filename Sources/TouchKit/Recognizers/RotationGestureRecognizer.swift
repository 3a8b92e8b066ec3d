/// Recognizes two fingers that turn around each other. The gesture begins when the line through the fingers has turned
/// by more than ``GestureSettings/rotationSlop``, and ends when both are lifted. Further fingers are ignored.
public final class RotationGestureRecognizer: GestureRecognizer {
    /// The angle by which the fingers have turned since the rotation began, without the slop, in radians clockwise.
    /// Several full turns add up.
    ///
    /// A program can set it; later changes are added to the new value. If a finger is lifted and another one comes
    /// down, the rotation continues from its last value.
    public var rotation = 0.0

    /// The change of the fingers' angle, in radians per second, over the last 100 ms. It is zero after the fingers have
    /// rested.
    public var velocity: Double { tracker.velocity(at: now).x }

    private var turned = 0.0
    private var last: Double?
    private var tracker = VelocityTracker()

    /// The smallest distance between the fingers, in points, at which the line through them has a meaningful direction.
    private static let minimumSpan = 1.0

    /// Adds fingers that came down, up to two.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        ignoreBeyondTwo(touches, event)
        if last == nil { last = angle }
        if state == .possible { tracker.add(Point(x: turned, y: 0), at: event.timestamp) }
    }

    /// Begins the rotation, or changes it.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let angle else { return }
        // The smaller of the two possible angles, so that passing half a turn is not a jump back.
        let step = (angle - (last ?? angle)).remainder(dividingBy: 2 * .pi)
        last = angle
        turn(by: step, event.timestamp)
    }

    /// Ends the rotation if no finger is left.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches) { state == .possible ? fail(.touchesEnded) : (state = .ended) }
    }

    /// Continues with the finger that is left; without one, cancels the rotation.
    public override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches) { fail(touches.first?.cancelReason ?? .cancelledByCompositor) }
    }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        rotation = 0
        turned = 0
        last = nil
        tracker.reset()
    }

    // MARK: Touchpads

    override func wants(_ gesture: TouchpadGesture) -> Bool { gesture.kind == .pinch && touches.isEmpty }

    /// Handles a gesture of a touchpad. A pinch of a touchpad has the rotation's slop, because it may not be meant to
    /// turn.
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

    private func removeFingers(_ gone: Set<Touch>, _ finish: () -> Void) {
        last = nil
        if state == .possible { turned = 0 }
        if touches.allSatisfy({ gone.contains($0) }) { finish() }
    }
}
