/// Recognizes one or more successive taps with one or more fingers.
///
/// ``GestureSettings`` limits the duration and movement of a tap, and the time and distance between taps. If the next
/// tap begins too soon, too late or too far away, the recognizer fails, and that tap is the first of a new attempt.
public final class TapGestureRecognizer: GestureRecognizer {
    /// The number of taps. Default 1.
    public var numberOfTapsRequired = 1
    /// The number of fingers of each tap. Default 1.
    public var numberOfTouchesRequired = 1
    /// The pointer button that makes the taps. Default primary. It does not affect fingers.
    public var buttonMaskRequired = ButtonMask.primary

    private var taps = TapSequence()
    /// The points at which the fingers of the first tap came down, in the window's coordinates.
    private var starts: [Point] = []

    /// Returns where the first tap was: the centroid of the points at which its fingers came down.
    public override func location(in view: View?) -> Point {
        let point = Point.centroid(of: starts) ?? anchor
        return view?.convert(point, from: nil) ?? point
    }

    override var gesturePoints: [Point] { starts }

    /// Returns whether the touch's kind is allowed and, for a pointer, whether its button is ``buttonMaskRequired``.
    public override func accepts(_ touch: Touch) -> Bool {
        allowedTouchTypes.contains(touch.type)
            && (touch.type != .indirectPointer || touch.buttonMask == buttonMaskRequired)
    }

    /// Returns true, except for a tap recognizer that requires more taps than this one.
    public override func canPrevent(_ other: GestureRecognizer) -> Bool {
        (other as? TapGestureRecognizer).map { $0.numberOfTapsRequired <= numberOfTapsRequired } ?? true
    }

    override func breakOfSequence(at touch: Touch) -> FailureReason? {
        taps.breakOfSequence(at: touch, attemptSettings)
    }

    /// Starts a tap, or fails if it has too many fingers.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        let newcomers = self.touches.filter { touches.contains($0) }
        follow(taps.down(newcomers, required: numberOfTouchesRequired))
        if taps.count == 0 { starts = taps.starts }
    }

    /// Fails if a finger moves too far.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        failWhereMoved(beyond: attemptSettings.tapAllowableMovement)
    }

    /// Completes a tap when its last finger is lifted.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        follow(taps.lifted(touches, required: numberOfTouchesRequired))
    }

    /// Fails, because a finger stayed down too long or the next tap did not begin in time.
    public override func deadlineReached() { fail(taps.expired(at: now, attemptSettings)) }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        taps = TapSequence()
        starts = []
    }

    private func follow(_ step: TapSequence.Step) {
        switch step {
        case .failed(let reason): fail(reason)
        case .made where taps.count == numberOfTapsRequired: state = .ended
        case .made, .waiting: deadline = taps.deadline(attemptSettings)
        }
    }
}
