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
    /// More keys than anybody holds; those that go down beyond them are none.
    static let mostKeys = 256

    /// The presses that responders have heard the beginning of, and not the end, and the window that they are in.
    private var held: [UInt32: Press] = [:]
    private weak var home: Window?
    private var keyRepeat: KeyRepeat
    /// When responders last heard of a key; a repeat may be later than the event before it.
    private var latest = EventTime(nanoseconds: .min)

    /// Listens to a keyboard object.
    ///
    /// - Parameter composer: what makes one text of several keys.
    init(
        _ keyboard: WlKeyboard, stampedBy timestamps: ZwpInputTimestampsV1?, queue: InputQueue,
        composer: Composer = Composer()
    ) {
        self.keyboard = keyboard
        stamps = FineStamps(timestamps)
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
            focus = queue.windowOfSurface(surface)
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
        if let focus { queue.add(.lost, in: focus, of: self, at: clock.last) }
        focus = nil
    }

    /// When a key that is held repeats next; nil where none does.
    var nextRepeat: EventTime? { keyRepeat.next }

    /// Tells the window's responders of the repeat that is due at a time, if there is one.
    func repeatKey(dueAt limit: EventTime) {
        guard let (code, time) = keyRepeat.take(dueAt: limit) else { return }
        guard let press = held[code], let home, home.host != nil else { return keyRepeat.stop() }
        settleHeld()
        latest = max(latest, time)
        press.advance(to: .changed, at: time)
        home.sendEvent(PressesEvent(timestamp: time, allPresses: Set(held.values)))
    }

    /// Tells a window's responders of a change.
    func deliver(_ change: KeyChange, in window: Window, at time: EventTime) {
        let time = max(time, latest)
        (home, latest) = (window, time)
        settleHeld()
        switch change {
        case .pressed(let code, let key, let repeats):
            let press = Press(key: key, at: time)
            // One that is held already was released unheard.
            if let stuck = held.removeValue(forKey: code) { end([stuck], .cancelled, in: window, at: time) }
            guard held.count < Self.mostKeys else {
                return queue.notice("wl_keyboard.key of more than \(Self.mostKeys) keys: ignored")
            }
            held[code] = press
            if repeats { keyRepeat.press(code, at: time) }
        case .released(let code):
            keyRepeat.release(code)
            guard let press = held.removeValue(forKey: code) else { return }
            return end([press], .ended, in: window, at: time)
        case .lost:
            keyRepeat.stop()
            let presses = Array(held.values)
            held.removeAll()
            return end(presses, .cancelled, in: window, at: time)
        }
        window.sendEvent(PressesEvent(timestamp: time, allPresses: Set(held.values)))
    }

    private func settleHeld() {
        for press in held.values { press.advance(to: .stationary, at: press.timestamp) }
    }

    private func end(_ presses: [Press], _ phase: Press.Phase, in window: Window, at time: EventTime) {
        guard !presses.isEmpty else { return }
        for press in presses { press.advance(to: phase, at: time) }
        window.sendEvent(PressesEvent(timestamp: time, allPresses: Set(held.values).union(presses)))
    }

    /// Takes away the keys that are held in a window that is closed.
    func forget(_ window: Window) {
        guard focus === window else { return }
        focus = nil
        deliver(.lost, in: window, at: clock.last)
    }

    /// The device has gone.
    func release() {
        loseFocus()
        stamps.destroy()
        keyboard.release()
    }
}
