import TouchKit
import Wayland

/// What happened to the keys of a keyboard.
enum KeyChange {
    /// One went down; what it means is settled by the modifiers of that moment.
    case pressed(code: UInt32, Key, repeats: Bool)
    /// One came up.
    case released(code: UInt32)
    /// All that are held are taken away.
    case lost
}

/// A seat's `wl_keyboard`: its keys become presses in the window that has the focus. Keys that were held before the
/// window got it are none, and neither are their ends.
final class KeyboardDevice {
    private let keyboard: WlKeyboard
    private let stamps: FineStamps
    private let queue: InputQueue
    private let composer: Composer
    private var clock = DeviceClock()
    private var keymap: Keymap?
    private weak var focus: Window?
    /// The keys whose beginning responders have heard of, and not the end, and the window that they are in.
    private var presses: PressAssembler
    private weak var home: Window?
    private var keyRepeat: KeyRepeat

    /// Listens to a keyboard object.
    ///
    /// - Parameter composer: what makes one text of several keys.
    init(
        _ keyboard: WlKeyboard, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice,
        queue: InputQueue, composer: Composer = Composer()
    ) {
        self.keyboard = keyboard
        stamps = FineStamps(timestamps)
        presses = PressAssembler(device: device)
        self.queue = queue
        self.composer = composer
        // Before that version the compositor has no say in it.
        keyRepeat = KeyRepeat(keyboard.version < 4 ? .usual : nil)
        keyboard.onEvent = { [weak self] event in self?.hear(event) }
    }

    private func hear(_ event: consuming WlKeyboard.Event) {
        switch consume event {
        case .keymap(let format, let descriptor, let size):
            read(format, descriptor, size: size)
        case .enter(_, let surface, _):
            loseFocus()
            focus = queue.surfaces.window(on: surface)
        case .leave:
            loseFocus()
        case .key(_, let stamp, let code, let state):
            let time = queue.time(of: stamps.stamp(stamp), by: &clock)
            guard let focus else { return }
            switch state {
            case .pressed:
                guard let keymap else { return queue.notice("wl_keyboard.key without a keymap: ignored") }
                queue.add(
                    .pressed(code: code, keymap.key(code, composing: composer), repeats: keymap.repeats(code)),
                    in: focus, of: self, at: time)
            case .released:
                queue.add(.released(code: code), in: focus, of: self, at: time)
            default:
                queue.notice("wl_keyboard.key with an unknown state: ignored")
            }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            keymap?.update(depressed: depressed, latched: latched, locked: locked, group: group)
        case .repeatInfo(let rate, let delay):
            guard rate >= 0, delay >= 0 else {
                return queue.notice("wl_keyboard.repeat_info \(rate), \(delay): ignored, expected no negative number")
            }
            keyRepeat.rate = KeyRepeat.Rate(perSecond: rate, delay: delay)
        }
    }

    private func read(_ format: WlKeyboard.KeymapFormat, _ descriptor: consuming FileDescriptor, size: UInt32) {
        keymap = nil
        composer.reset()
        guard format == .xkbV1 else {
            return queue.notice(
                "the compositor's keymap is of format \(format.rawValue), expected 1 (xkb_v1); keys are ignored")
        }
        do {
            keymap = try Keymap(descriptor, size: size)
        } catch {
            queue.notice(error.description)
        }
    }

    /// Takes away the keys that are held: nothing more will be heard of them.
    func cancelAll() { loseFocus() }

    private func loseFocus() {
        composer.reset()
        if let focus { queue.add(.lost, in: focus, of: self, at: queue.time(withoutStamp: clock)) }
        focus = nil
    }

    /// When a key that is held repeats next; nil where none does.
    var nextRepeat: EventTime? { keyRepeat.next }

    /// Delivers the repeat that is due at a time, if there is one.
    func repeatKey(dueAt limit: EventTime) {
        guard let (code, time) = keyRepeat.take(dueAt: limit) else { return }
        guard let home, home.host != nil, let event = presses.repeat(code, at: time) else { return keyRepeat.stop() }
        home.dispatcher.deliver(event, in: home)
    }

    /// Delivers a change to the responders of a window.
    func deliver(_ change: KeyChange, in window: Window, at time: EventTime) {
        home = window
        switch change {
        case .pressed(let code, let key, let repeats):
            if presses.isFull, !presses.isHeld(code) {
                queue.notice("wl_keyboard.key of more than \(PressAssembler.mostKeys) keys: ignored")
            } else if repeats {
                keyRepeat.press(code, at: time)
            }
            for event in presses.press(code, key, at: time) { window.dispatcher.deliver(event, in: window) }
        case .released(let code):
            keyRepeat.release(code)
            if let event = presses.release(code, at: time) { window.dispatcher.deliver(event, in: window) }
        case .lost:
            keyRepeat.stop()
            if let event = presses.cancel(at: time) { window.dispatcher.deliver(event, in: window) }
        }
    }

    /// Takes away the keys that are held in a window that is closed, at once.
    func forget(_ window: Window) {
        guard focus === window else { return }
        focus = nil
        keyRepeat.stop()
        if let event = presses.cancel(at: max(queue.time(withoutStamp: clock), window.dispatcher.now)) {
            window.sendEvent(event)
        }
    }

    /// The device has gone.
    func release() {
        loseFocus()
        stamps.destroy()
        keyboard.release()
    }
}
