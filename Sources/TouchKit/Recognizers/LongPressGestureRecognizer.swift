/// Recognizes fingers that stay down in one place for some time. The gesture begins when that time has passed, changes
/// whenever the fingers move afterwards, however far, and ends when one of them is lifted.
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// The time for which all fingers must be down before the press begins. Default 0.5 s, as UIKit documents. A finger
    /// that is lifted at exactly that time has made no press.
    public var minimumPressDuration: Duration = .milliseconds(500)
    /// The largest distance from where a finger came down that it may reach before the press begins, in points. Default
    /// 10, as UIKit documents.
    public var allowableMovement = 10.0
    /// The number of complete taps that must precede the press. Default 0.
    public var numberOfTapsRequired = 0
    /// The number of fingers. Default 1. Further fingers make the recognizer fail before the press begins; afterwards
    /// they are ignored.
    public var numberOfTouchesRequired = 1

    private var taps = TapSequence()
    private var pressStart: EventTime?
    /// The largest distance that the fingers may reach from where they came down, in points.
    private var displacementLimit: Double?

    private var isPressing: Bool { pressStart != nil || taps.count == numberOfTapsRequired }

    override func breakOfSequence(at touch: Touch) -> FailureReason? {
        taps.breakOfSequence(at: touch, attemptSettings)
    }

    /// Starts a tap or the press.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        if state != .possible {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        displacementLimit = isPressing ? allowableMovement : attemptSettings.tapAllowableMovement
        let newcomers = self.touches.filter { touches.contains($0) }
        follow(taps.down(newcomers, required: numberOfTouchesRequired))
    }

    /// Fails if a finger moves too far before the press begins.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard state == .possible else { return }
        failWhereMoved(beyond: displacementLimit)
    }

    /// Ends the press, or fails if the press has not begun.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        if state != .possible {
            state = .ended
        } else if isPressing {
            let measured = pressStart?.duration(to: event.timestamp) ?? .zero
            fail(
                pressStart == nil
                    ? .tooFewTouches(measured: taps.fingerCount, needed: numberOfTouchesRequired)
                    : .liftedTooSoon(measured: measured, needed: minimumPressDuration))
        } else {
            follow(taps.lifted(touches, required: numberOfTouchesRequired))
        }
    }

    /// Begins the press, or fails if the taps before it took too long.
    public override func deadlineReached() {
        if pressStart != nil { state = .began } else { fail(taps.expired(at: now, attemptSettings)) }
    }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        taps = TapSequence()
        pressStart = nil
        displacementLimit = nil
    }

    private func follow(_ step: TapSequence.Step) {
        switch step {
        case .failed(let reason): fail(reason)
        case .made: deadline = taps.deadline(attemptSettings)
        case .waiting where !isPressing: deadline = taps.deadline(attemptSettings)
        case .waiting:
            guard pressStart == nil else { return }
            deadline = nil
            if taps.fingerCount == numberOfTouchesRequired {
                pressStart = now
                deadline = now.advanced(by: minimumPressDuration)
            }
        }
    }
}
