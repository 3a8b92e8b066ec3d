extension FailureReason: @MainActor CustomStringConvertible {
    /// The reason as a phrase with the measured value and the limit: `moved 23 pt, 20 allowed`.
    public var description: String { description(for: nil) }

    /// Returns the description in terms of what a recognizer recognizes.
    func description(for recognizer: GestureRecognizer?) -> String {
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
        case .wrongDirection: "moved in another direction"
        case .tooSlow(let measured, let needed): "went \(measured.short) pt/s, \(needed.short) needed"
        case .tooShort(let measured, let needed): "went \(measured.short) pt, \(needed.short) needed"
        case .notAtEdge(let measured, let allowed): "began \(measured.short) pt from the edge, \(allowed.short) allowed"
        case .prevented(let other): "\(other.title) was recognized first"
        case .requiredRecognized(let other): "\(other.title), which had to fail first, was recognized"
        case .touchesEnded: "all fingers were lifted before it had begun"
        case .declined: "its delegate or a view declined"
        case .cancelledByCompositor: "the compositor cancelled the touches"
        case .touchLost: "the touch was lost with its device, or its id came down again"
        case .disabled: "it was disabled"
        case .removed: "it was detached from its view"
        case .viewRemoved: "its view left the window"
        case .windowClosed: "its window was closed"
        case .other(let text): text
        }
    }

    /// The name of the tap before the next one.
    private func previousTap(of recognizer: GestureRecognizer?) -> String {
        (recognizer as? TapGestureRecognizer)?.numberOfTapsRequired == 2 ? "the first" : "the last one"
    }

    /// Advice on what the person at the screen, or the programmer, can do differently.
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
        case .requiredRecognized: "nothing to change: only one of the two is meant to be recognized"
        case .touchesEnded: "move or hold the fingers before lifting them"
        case .declined: "look at what the delegate's and the views' shouldBegin answer"
        case .cancelledByCompositor: "look for a system gesture, a grab, or a window move in the compositor"
        case .touchLost: "look at the device: it went away or sent no end of the touch"
        case .disabled, .removed, .viewRemoved, .windowClosed: "find the code that changed this while fingers were down"
        case .other: "ask the recognizer's author"
        }
    }
}

nonisolated extension Double {
    /// The number with at most one digit after the point; none where that digit is 0.
    fileprivate var short: String {
        guard isFinite, abs(self) < 1e15 else { return "\(self)" }
        let tenths = Int64((self * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}

nonisolated extension Duration {
    fileprivate var short: String { milliseconds.short }
}
