/// Something that handles events, or hands them on to the next responder: a view, a window, an application.
///
/// Touches go to the view that was hit; each of the touch methods, unless overridden, passes its arguments to
/// ``next``. A subclass that overrides one of them without calling `super` should override all four, with empty
/// bodies where it has nothing to do: the others would still forward, and the next responder would hear the end of a
/// touch that it never saw begin. Every touch that is announced by `touchesBegan` is later closed by exactly one of
/// `touchesEnded` and `touchesCancelled`.
open class Responder {
    /// A responder with no next one.
    public init() {}

    /// The responder that gets what this one does not handle; nil at the end of the chain.
    open var next: Responder? { nil }

    /// Touches came down in this view.
    open func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesBegan(touches, with: event) }

    /// Touches that began in this view moved.
    open func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesMoved(touches, with: event) }

    /// Touches that began in this view were lifted.
    open func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesEnded(touches, with: event) }

    /// Touches that began in this view were taken away: by a recognizer, by the compositor, or with their device,
    /// their view or their window.
    open func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        next?.touchesCancelled(touches, with: event)
    }

    /// Keys were pressed while this responder, or one before it in the chain, was the first responder.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesBegan(presses, with: event)
    }

    /// Keys that are held repeat.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesChanged(presses, with: event)
    }

    /// Keys were released.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesEnded(presses, with: event)
    }

    /// Held keys were taken away, with the keyboard focus or with the keyboard.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesCancelled(presses, with: event)
    }

    /// Whether it may become the first responder, which keys go to. Default false.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether it may cease to be the first responder. Default true.
    open var canResignFirstResponder: Bool { true }

    /// Whether keys go to it first.
    public final var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Makes it the first responder of its window.
    ///
    /// - Returns: whether it is now: false without a window, if it can't become so, or if the present first
    ///   responder can't resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow, canBecomeFirstResponder else { return false }
        if let present = window.firstResponder, present !== self {
            guard present.resignFirstResponder() else { return false }
        }
        window.firstResponder = self
        return true
    }

    /// Ceases to be the first responder.
    ///
    /// - Returns: whether it is not the first responder any more.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        responderWindow?.firstResponder = nil
        return true
    }

    /// The window at the end of the chain, if there is one.
    var responderWindow: Window? {
        var responder: Responder? = self
        while let current = responder {
            if let view = current as? View { return view.window }
            responder = current.next
        }
        return nil
    }
}

// MARK: - Delayed performs

extension Responder {
    /// Runs an action when `delay` has passed since the event that is being handled.
    ///
    /// The delay is measured on the event clock: an action that is due only after an event which is still waiting to
    /// be read runs after that event, however late the program is. That is where it differs from UIKit's
    /// `perform(_:with:afterDelay:)`, whose timer may overtake a touch. The action and what it captures are kept
    /// until it has run or was cancelled; the responder is not kept, and when it has gone, or has left its window,
    /// the action is dropped.
    ///
    /// - Parameters:
    ///   - delay: how long after the present event; zero or less runs it after this event has been handled.
    ///   - action: what to run.
    /// - Returns: a token that cancels it. A responder that is in no window has no clock: then nothing is scheduled
    ///   and the token is not pending.
    @discardableResult
    public final func perform(after delay: Duration, _ action: @escaping () -> Void) -> DelayedPerform {
        let perform = DelayedPerform(target: self, action: action)
        responderWindow?.dispatcher.performs.schedule(perform, after: delay)
        return perform
    }

    /// Cancels every delayed perform of a responder, and none of another's.
    public static func cancelPreviousPerforms(target: Responder) {
        target.responderWindow?.dispatcher.performs.cancel(target: target)
    }
}
