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

extension FailureReason: @MainActor CustomStringConvertible {
    /// The reason in a few words, with what was measured and what was allowed: `moved 23 pt, 20 allowed`.
    public var description: String { words(for: nil) }

    /// The same for a recognizer, in the words of what it recognizes.
    func words(for recognizer: GestureRecognizer?) -> String {
        switch self {
        case .movedTooFar(let measured, let allowed): "moved \(measured.short) pt, \(allowed.short) allowed"
        case .heldTooLong(let measured, _) where recognizer is SwipeGestureRecognizer:
            "had not gone far enough after \(measured.short) ms"
        case .heldTooLong(let measured, _): "was still down after \(measured.short) ms"
        case .liftedTooSoon(let measured, let needed): "lifted after \(measured.short) ms, \(needed.short) needed"
        case .nextTapTooLate(_, let allowed):
            "the next tap had not begun \(allowed.short) ms after \(previousTap(of: recognizer)) ended"
        case .nextTapTooSoon(let measured, let needed):
            "the next tap began \(measured.short) ms after \(previousTap(of: recognizer)) ended, \(needed.short) needed"
        case .nextTapTooFar(let measured, let allowed):
            "the next tap began \(measured.short) pt from \(previousTap(of: recognizer)), \(allowed.short) allowed"
        case .nextTapFromOtherDevice: "the next tap came from another device"
        case .tooFewTouches(let measured, let needed):
            "only \(measured) of \(needed) fingers \(measured == 1 ? "was" : "were") down"
        case .tooManyTouches(let measured, let allowed): "\(measured) fingers came down, \(allowed) allowed"
        case .wrongDirection: "it went another way"
        case .tooSlow(let measured, let needed): "went \(measured.short) pt/s, \(needed.short) needed"
        case .tooShort(let measured, let needed): "went \(measured.short) pt, \(needed.short) needed"
        case .notAtEdge(let measured, let allowed): "began \(measured.short) pt from the edge, \(allowed.short) allowed"
        case .prevented(let other): "\(other.title) was recognized first"
        case .requiredRecognized(let other): "\(other.title), which had to fail first, was recognized"
        case .touchesEnded: "all fingers were lifted before it had begun"
        case .declined: "its delegate or a view declined"
        case .cancelledByCompositor: "the compositor took the touches away"
        case .touchLost: "the touch was lost with its device, or its id came down again"
        case .disabled: "it was disabled"
        case .removed: "it was detached from its view"
        case .viewRemoved: "its view left the window"
        case .windowClosed: "its window was closed"
        case .other(let words): words
        }
    }

    /// What a sentence calls the tap before the next one.
    private func previousTap(of recognizer: GestureRecognizer?) -> String {
        (recognizer as? TapGestureRecognizer)?.numberOfTapsRequired == 2 ? "the first" : "the last one"
    }

    /// What the person at the screen, or the programmer, may do differently.
    public var advice: String {
        switch self {
        case .movedTooFar: "keep the finger where it came down, or allow more movement"
        case .heldTooLong: "be quicker, or allow more time"
        case .liftedTooSoon: "hold the finger down longer, or ask for less time"
        case .nextTapTooLate: "tap again sooner, or allow a longer interval"
        case .nextTapTooSoon: "tap more slowly, or lower the minimum interval; it guards against a bouncing panel"
        case .nextTapTooFar: "aim both taps at one place, or allow more distance"
        case .nextTapFromOtherDevice: "make all taps with one device"
        case .tooFewTouches: "put all fingers down before any is lifted"
        case .tooManyTouches: "touch with fewer fingers; look for a resting hand"
        case .wrongDirection: "go straight in the wanted direction"
        case .tooSlow: "go faster, or ask for less speed"
        case .tooShort: "go farther before lifting the finger"
        case .notAtEdge: "begin closer to the edge, or widen its inset"
        case .prevented: "allow both at once with a delegate, or make the other one wait with require(toFail:)"
        case .requiredRecognized: "that is as it should be: only one of the two is meant to be recognized"
        case .touchesEnded: "move or hold the fingers before lifting them"
        case .declined: "look at what the delegate's and the views' shouldBegin answer"
        case .cancelledByCompositor: "look for a system gesture, a grab, or a window move in the compositor"
        case .touchLost: "look at the device: it went away or sent no end of the touch"
        case .disabled, .removed, .viewRemoved, .windowClosed: "look at who changed that while fingers were down"
        case .other: "ask the recognizer's author"
        }
    }
}

extension GestureTransition {
    /// Why it failed or was cancelled, and what to do differently, for a person: `moved 23 pt, 20 allowed; keep the
    /// finger where it came down, or allow more movement`. Nil where there is nothing to explain.
    public var explanation: String? { reason.map { "\($0.words(for: recognizer)); \($0.advice)" } }
}

extension GestureRecognizer {
    /// What a sentence calls it: its name, or its class.
    public final var title: String { name ?? "\(type(of: self))" }
}

nonisolated extension Double {
    /// With at most one digit after the point, and none where it would be 0.
    fileprivate var short: String {
        guard isFinite, abs(self) < 1e15 else { return "\(self)" }
        let tenths = Int64((self * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}

nonisolated extension Duration {
    fileprivate var short: String { milliseconds.short }
}
