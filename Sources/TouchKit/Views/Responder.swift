/// An object that handles events or passes them on to the next responder: a view, a window or an application.
///
/// Touches go to the view that was hit. Each touch method passes its arguments to ``next``, unless it is overridden. A
/// subclass that overrides one of them without calling `super` should override all four, if need be with empty bodies:
/// otherwise the next responder would receive the end of a touch whose beginning it did not receive. Each touch that
/// `touchesBegan` reports is later reported by exactly one of `touchesEnded` and `touchesCancelled`.
open class Responder {
    /// Creates a responder without a next one.
    public init() {}

    /// The responder that receives what this one does not handle; nil at the end of the chain.
    open var next: Responder? { nil }

    /// Called when touches have come down in this view.
    open func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesBegan(touches, with: event) }

    /// Called when touches that began in this view have moved.
    open func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesMoved(touches, with: event) }

    /// Called when touches that began in this view were lifted.
    open func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { next?.touchesEnded(touches, with: event) }

    /// Called when touches that began in this view were cancelled: by a recognizer, by the compositor, or because their
    /// device, view or window went away.
    open func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        next?.touchesCancelled(touches, with: event)
    }

    /// Called when keys were pressed while this responder, or one before it in the chain, was the first responder.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesBegan(presses, with: event)
    }

    /// Called when keys that are held repeat.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesChanged(presses, with: event)
    }

    /// Called when keys were released.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesEnded(presses, with: event)
    }

    /// Called when held keys were cancelled, because the keyboard lost its focus or went away.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        next?.pressesCancelled(presses, with: event)
    }

    /// Whether the responder may become the first responder, which receives key presses. Default false.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder may stop being the first responder. Default true.
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder is the first responder of its window.
    public final var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Makes this responder the first responder of its window.
    ///
    /// - Returns: Whether it is the first responder now. False if it is in no window, cannot become the first
    ///   responder, or the current first responder cannot resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow, canBecomeFirstResponder else { return false }
        if let present = window.firstResponder, present !== self {
            guard present.resignFirstResponder() else { return false }
        }
        window.firstResponder = self
        return true
    }

    /// Stops being the first responder.
    ///
    /// - Returns: Whether it is no longer the first responder.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        responderWindow?.firstResponder = nil
        return true
    }

    /// The window that is reached through the chain; nil if there is none.
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
    /// The delay is measured on the event clock. An event that happened before the action is due is handled before it,
    /// even if a slow program has not read it by then. In UIKit, the timer of `perform(_:with:afterDelay:)` may fire
    /// before such a touch is handled. The library keeps the action until it has run or was cancelled. It does not keep
    /// the responder, and drops the action when the responder is deallocated or has left its window.
    ///
    /// - Parameters:
    ///   - delay: The time after the current event. Zero or less runs the action after this event has been handled.
    ///   - action: The action.
    /// - Returns: A token that can cancel the action. A responder that is in no window has no clock: the action is then
    ///   not scheduled, and the token is not pending.
    @discardableResult
    public final func perform(after delay: Duration, _ action: @escaping () -> Void) -> DelayedPerform {
        let perform = DelayedPerform(target: self, action: action)
        responderWindow?.dispatcher.performs.schedule(perform, after: delay)
        return perform
    }

    /// Cancels all delayed performs of a responder.
    public static func cancelPreviousPerforms(target: Responder) {
        target.responderWindow?.dispatcher.performs.cancel(target: target)
    }
}
