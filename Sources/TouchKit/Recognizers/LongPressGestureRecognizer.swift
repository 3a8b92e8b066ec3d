/// Recognizes a press: fingers that stay where they are for some time. It begins then, changes when they move, which
/// they may do as far as they like from then on, and ends when any of them is lifted.
public final class LongPressGestureRecognizer: GestureRecognizer {
    /// How long the fingers are down at the least. Default 0.5 s, as UIKit documents. A lift at exactly that time is
    /// no press.
    public var minimumPressDuration: Duration = .milliseconds(500)
    /// How far each finger may stray before the press begins, in points. Default 10, as UIKit documents.
    public var allowableMovement = 10.0
    /// How many full taps come before the press. Default 0.
    public var numberOfTapsRequired = 0
    /// How many fingers. Default 1. More before it begins make it fail; later ones are no part of it.
    public var numberOfTouchesRequired = 1

    private var taps = TapSequence()
    private var pressStart: EventTime?
    /// How far the fingers that are down may stray.
    private var displacementLimit: Double?

    private var isPressing: Bool { pressStart != nil || taps.count == numberOfTapsRequired }

    override func breakOfSequence(at touch: Touch) -> FailureReason? {
        taps.breakOfSequence(at: touch, attemptSettings)
    }

    /// Begins a tap or the press itself.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        if state != .possible {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        displacementLimit = isPressing ? allowableMovement : attemptSettings.tapAllowableMovement
        let newcomers = self.touches.filter { touches.contains($0) }
        follow(taps.down(newcomers, required: numberOfTouchesRequired))
    }

    /// Fails where a finger strays before the press begins; changes later.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard state == .possible else { return }
        failWhereMoved(beyond: displacementLimit)
    }

    /// Ends the press, or fails if it has not lasted long enough.
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

    /// Begins, or fails in the taps before.
    public override func deadlineReached() {
        if pressStart != nil { state = .began } else { fail(taps.expired(at: now, attemptSettings)) }
    }

    /// Forgets everything.
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
