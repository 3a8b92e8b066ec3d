/// Recognizes taps: so many, one after another, each with so many fingers.
///
/// How long and how far a tap may be, and how soon and how near the next one, is in ``GestureSettings``. A down that
/// comes too soon, too late or too far to continue makes it fail, and begins a new attempt.
public final class TapGestureRecognizer: GestureRecognizer {
    /// How many taps. Default 1.
    public var numberOfTapsRequired = 1
    /// How many fingers each tap has. Default 1.
    public var numberOfTouchesRequired = 1
    /// Which button a pointer's tap is made with. Default the primary one. Without meaning for fingers.
    public var buttonMaskRequired = ButtonMask.primary

    private var taps = TapSequence()
    /// Where the fingers of the first tap came down, in the window's coordinates.
    private var starts: [Point] = []

    /// Where the first tap was: the centroid of where its fingers came down.
    public override func location(in view: View?) -> Point {
        let point = Point.centroid(of: starts) ?? anchor
        return view?.convert(point, from: nil) ?? point
    }

    override var gesturePoints: [Point] { starts }

    /// Touches of the kinds allowed; of a pointer those made by ``buttonMaskRequired``.
    public override func accepts(_ touch: Touch) -> Bool {
        allowedTouchTypes.contains(touch.type)
            && (touch.type != .indirectPointer || touch.buttonMask == buttonMaskRequired)
    }

    /// True, but for a tap of more taps, which a tap never prevents.
    public override func canPrevent(_ other: GestureRecognizer) -> Bool {
        (other as? TapGestureRecognizer).map { $0.numberOfTapsRequired <= numberOfTapsRequired } ?? true
    }

    override func breakOfSequence(at touch: Touch) -> FailureReason? {
        taps.breakOfSequence(at: touch, attemptSettings)
    }

    /// Begins a tap, or fails where it has too many fingers.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        let newcomers = self.touches.filter { touches.contains($0) }
        follow(taps.down(newcomers, required: numberOfTouchesRequired))
        if taps.count == 0 { starts = taps.starts }
    }

    /// Fails where a finger strays.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        failWhereMoved(beyond: attemptSettings.tapAllowableMovement)
    }

    /// Makes a tap when its last finger is lifted.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        follow(taps.lifted(touches, required: numberOfTouchesRequired))
    }

    /// Fails: a finger has been down too long, or the next tap has not begun in time.
    public override func deadlineReached() { fail(taps.expired(at: now, attemptSettings)) }

    /// Forgets all taps.
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
