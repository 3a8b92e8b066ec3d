/// The reason why a gesture was not recognized, or why a touch or a gesture was cancelled, with the measured value and
/// the limit.
public nonisolated enum FailureReason: Hashable, Sendable {
    /// A finger moved too far from where it came down. In points.
    case movedTooFar(measured: Double, allowed: Double)
    /// A finger stayed down too long for a tap, or a swipe took too long.
    case heldTooLong(measured: Duration, allowed: Duration)
    /// A finger was lifted before a long press began.
    case liftedTooSoon(measured: Duration, needed: Duration)
    /// The next tap did not begin in time after the previous one ended.
    case nextTapTooLate(measured: Duration, allowed: Duration)
    /// The next tap began too soon after the previous one ended, as when a touchscreen loses a finger for a moment.
    case nextTapTooSoon(measured: Duration, needed: Duration)
    /// The next tap began too far from the previous one. In points.
    case nextTapTooFar(measured: Double, allowed: Double)
    /// Another device began the next tap.
    case nextTapFromOtherDevice
    /// A finger was lifted before the required number of fingers was down.
    case tooFewTouches(measured: Int, needed: Int)
    /// More fingers came down than the recognizer allows.
    case tooManyTouches(measured: Int, allowed: Int)
    /// The fingers moved in another direction than the wanted one, or more across it than along it.
    case wrongDirection
    /// The fingers moved too slowly. In points per second.
    case tooSlow(measured: Double, needed: Double)
    /// The fingers did not move far enough. In points.
    case tooShort(measured: Double, needed: Double)
    /// The gesture began too far from the edge. In points from the edge.
    case notAtEdge(measured: Double, allowed: Double)
    /// Another recognizer was recognized first and excludes this one.
    case prevented(by: GestureRecognizer)
    /// A recognizer that had to fail before this one was recognized.
    case requiredRecognized(GestureRecognizer)
    /// All fingers were lifted while the recognizer was undecided.
    case touchesEnded
    /// The delegate did not let the recognizer begin, or a view did not give up its touches.
    case declined
    /// The compositor cancelled the touches.
    case cancelledByCompositor
    /// The touch ended without an up: its id came down again, or its device, seat or connection went away.
    case touchLost
    /// The recognizer was disabled.
    case disabled
    /// The recognizer was detached from its view.
    case removed
    /// The touch's view left its window.
    case viewRemoved
    /// The window was closed.
    case windowClosed
    /// A reason of a subclass, as text.
    case other(String)
}

nonisolated extension FailureReason {
    /// The name of the case, as scenario files write it. For ``other(_:)`` the text of the subclass.
    public var name: String {
        switch self {
        case .movedTooFar: "movedTooFar"
        case .heldTooLong: "heldTooLong"
        case .liftedTooSoon: "liftedTooSoon"
        case .nextTapTooLate: "nextTapTooLate"
        case .nextTapTooSoon: "nextTapTooSoon"
        case .nextTapTooFar: "nextTapTooFar"
        case .nextTapFromOtherDevice: "nextTapFromOtherDevice"
        case .tooFewTouches: "tooFewTouches"
        case .tooManyTouches: "tooManyTouches"
        case .wrongDirection: "wrongDirection"
        case .tooSlow: "tooSlow"
        case .tooShort: "tooShort"
        case .notAtEdge: "notAtEdge"
        case .prevented: "prevented"
        case .requiredRecognized: "requiredRecognized"
        case .touchesEnded: "touchesEnded"
        case .declined: "declined"
        case .cancelledByCompositor: "cancelledByCompositor"
        case .touchLost: "touchLost"
        case .disabled: "disabled"
        case .removed: "removed"
        case .viewRemoved: "viewRemoved"
        case .windowClosed: "windowClosed"
        case .other(let text): text
        }
    }

    /// The measured value and the limit, which is a maximum or a minimum: durations in milliseconds, lengths in points,
    /// speeds in points per second, or counts. Nil for reasons that have no measured value.
    public var detail: (measured: Double, allowed: Double)? {
        switch self {
        case .movedTooFar(let measured, let allowed), .nextTapTooFar(let measured, let allowed),
            .notAtEdge(let measured, let allowed), .tooSlow(let measured, needed: let allowed),
            .tooShort(let measured, needed: let allowed):
            (measured, allowed)
        case .heldTooLong(let measured, let allowed), .nextTapTooLate(let measured, let allowed),
            .liftedTooSoon(let measured, needed: let allowed), .nextTapTooSoon(let measured, needed: let allowed):
            (measured.milliseconds, allowed.milliseconds)
        case .tooFewTouches(let measured, needed: let allowed), .tooManyTouches(let measured, let allowed):
            (Double(measured), Double(allowed))
        default: nil
        }
    }
}
