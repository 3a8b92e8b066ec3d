/// Why a gesture was not recognized, or why a touch or a gesture was taken away; with what was measured and what
/// would have been allowed.
public nonisolated enum FailureReason: Hashable, Sendable {
    /// A finger strayed, in points.
    case movedTooFar(measured: Double, allowed: Double)
    /// A finger stayed down too long.
    case heldTooLong(measured: Duration, allowed: Duration)
    /// A finger was lifted before the press had lasted long enough.
    case liftedTooSoon(measured: Duration, needed: Duration)
    /// The next tap had not begun in time after the one before it.
    case nextTapTooLate(measured: Duration, allowed: Duration)
    /// The next tap began too soon after the one before it to be meant.
    case nextTapTooSoon(measured: Duration, needed: Duration)
    /// The next tap began too far from the one before it, in points.
    case nextTapTooFar(measured: Double, allowed: Double)
    /// The next tap came from another device.
    case nextTapFromOtherDevice
    /// A finger was lifted before all that are needed were down.
    case tooFewTouches(measured: Int, needed: Int)
    /// More fingers came down than are wanted.
    case tooManyTouches(measured: Int, allowed: Int)
    /// It went more across, or the other way, than along the wanted direction.
    case wrongDirection
    /// It did not go fast enough, in points per second.
    case tooSlow(measured: Double, needed: Double)
    /// It did not go far enough, in points.
    case tooShort(measured: Double, needed: Double)
    /// It did not start at the edge; how far from it, in points.
    case notAtEdge(measured: Double, allowed: Double)
    /// Another recognizer was faster.
    case prevented(by: GestureRecognizer)
    /// A recognizer that had to fail first has recognized.
    case requiredRecognized(GestureRecognizer)
    /// All fingers were lifted and the recognizer had not decided.
    case touchesEnded
    /// The delegate, or a view that would have lost its touches, declined.
    case declined
    /// The compositor took the touches away.
    case cancelledByCompositor
    /// The same id came down again, or its device, seat or connection is gone, without an end of the touch.
    case touchLost
    /// The recognizer was disabled.
    case disabled
    /// The recognizer was detached from its view.
    case removed
    /// The view that the touch was in has left its window.
    case viewRemoved
    /// The window was closed.
    case windowClosed
    /// What a subclass says.
    case other(String)
}

nonisolated extension FailureReason {
    /// The case's name, as scenario files write it.
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
        case .other(let words): words
        }
    }

    /// What was measured and what was allowed or needed: durations in milliseconds, lengths in points, counts.
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
