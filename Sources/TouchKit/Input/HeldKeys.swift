/// The keys of one keyboard that are held. Delivers each change of them, and their repeats, to the window that has the
/// keyboard's focus.
@MainActor package final class HeldKeys {
    /// The rate at which a key repeats while it is held; nil where keys do not repeat.
    package var repeatRate: KeyRepeat.Rate? {
        get { keyRepeat.rate }
        set { keyRepeat.rate = newValue }
    }
    /// Called when a key is ignored because ``PressAssembler/mostKeys`` keys are held.
    package var onOverflow: () -> Void = {}

    private var presses: PressAssembler
    private var keyRepeat: KeyRepeat
    /// The window that the held keys were pressed in.
    private weak var window: Window?

    /// Creates the state of a keyboard of which no key is held.
    package init(device: InputDevice, repeatRate: KeyRepeat.Rate? = nil) {
        presses = PressAssembler(device: device)
        keyRepeat = KeyRepeat(repeatRate)
    }

    /// The time of the next repeat; nil where no key repeats.
    var nextRepeat: EventTime? { window == nil ? nil : keyRepeat.next }

    /// Delivers the events of a change to a window.
    func handle(_ change: KeyChange, in window: Window, at time: EventTime) {
        self.window = window
        let events: [PressesEvent?]
        switch change {
        case .pressed(let code, let key, let repeats):
            if presses.isFull, !presses.isHeld(code) {
                onOverflow()
            } else if repeats {
                keyRepeat.press(code, at: time)
            }
            events = presses.press(code, key, at: time)
        case .repeated(let code):
            events = [presses.repeat(code, at: time)]
        case .released(let code):
            keyRepeat.release(code)
            events = [presses.release(code, at: time)]
        case .cancelled(let code):
            keyRepeat.release(code)
            events = [presses.cancel(code, at: time)]
        case .allCancelled:
            keyRepeat.stop()
            events = [presses.cancel(at: time)]
        }
        for case let event? in events { window.dispatcher.deliver(event, in: window) }
    }

    /// Delivers the last repeat that is due at a time. Repeats that a busy program missed are left out.
    func repeatKey(dueAt limit: EventTime) {
        guard let (code, time) = keyRepeat.take(dueAt: limit) else { return }
        guard let window, let event = presses.repeat(code, at: time) else { return keyRepeat.stop() }
        window.dispatcher.deliver(event, in: window)
    }

    /// Cancels the keys that are held in a window, at once: the window is being closed.
    package func forget(_ window: Window, at time: EventTime) {
        guard self.window === window else { return }
        self.window = nil
        keyRepeat.stop()
        if let event = presses.cancel(at: max(time, window.dispatcher.now)) { window.sendEvent(event) }
    }
}
