import TouchKit
import Wayland

/// The `wl_keyboard` of a seat. Its keys become presses in the window that has the focus. Keys that were already held
/// when the window got the focus are ignored, and so are their releases.
final class KeyboardDevice {
    private let keyboard: WlKeyboard
    private let stamps: FineStamps
    private let context: SeatContext
    private let composer: Composer
    private var clock = DeviceClock()
    private var keymap: Keymap?
    private weak var focus: Window?
    private let keys: HeldKeys

    /// Creates a device for a keyboard object.
    ///
    /// - Parameter composer: composes text from several keys.
    init(
        _ keyboard: WlKeyboard, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice,
        context: SeatContext, composer: Composer = Composer()
    ) {
        self.keyboard = keyboard
        stamps = FineStamps(timestamps)
        // Before version 4 the compositor does not announce a rate.
        keys = HeldKeys(device: device, repeatRate: keyboard.version < 4 ? .usual : nil)
        self.context = context
        self.composer = composer
        keys.onOverflow = { context.notice("wl_keyboard.key of more than \(PressAssembler.mostKeys) keys: ignored") }
        keyboard.onEvent = { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: consuming WlKeyboard.Event) {
        switch consume event {
        case .keymap(let format, let descriptor, let size):
            read(format, descriptor, size: size)
        case .enter(_, let surface, _):
            loseFocus()
            focus = context.surfaces.window(on: surface)
        case .leave:
            loseFocus()
        case .key(_, let stamp, let code, let state):
            let time = context.time(of: stamps.stamp(stamp), by: &clock)
            guard let focus else { return }
            switch state {
            case .pressed:
                guard let keymap else { return context.notice("wl_keyboard.key without a keymap: ignored") }
                context.turn.add(
                    .pressed(code: code, keymap.key(code, composing: composer), repeats: keymap.repeats(code)),
                    in: focus, of: keys, at: time)
            case .released:
                context.turn.add(.released(code: code), in: focus, of: keys, at: time)
            default:
                context.notice("wl_keyboard.key with an unknown state: ignored")
            }
        case .modifiers(_, let depressed, let latched, let locked, let group):
            keymap?.update(depressed: depressed, latched: latched, locked: locked, group: group)
        case .repeatInfo(let rate, let delay):
            guard rate >= 0, delay >= 0 else {
                return context.notice("wl_keyboard.repeat_info \(rate), \(delay): ignored, expected no negative number")
            }
            keys.repeatRate = KeyRepeat.Rate(perSecond: rate, delay: delay)
        }
    }

    private func read(_ format: WlKeyboard.KeymapFormat, _ descriptor: consuming FileDescriptor, size: UInt32) {
        keymap = nil
        composer.reset()
        guard format == .xkbV1 else {
            return context.notice(
                "the compositor's keymap is of format \(format.rawValue), expected 1 (xkb_v1); keys are ignored")
        }
        do {
            keymap = try Keymap(descriptor, size: size)
        } catch {
            context.notice(error.description)
        }
    }

    /// Cancels the held keys, since no more events will come for them.
    func cancelAll() { loseFocus() }

    private func loseFocus() {
        composer.reset()
        if let focus { context.turn.add(.allCancelled, in: focus, of: keys, at: context.time(withoutStamp: clock)) }
        focus = nil
    }

    /// Cancels the keys that are held in a window, at once: the window is being closed.
    func forget(_ window: Window) {
        if focus === window { focus = nil }
        keys.forget(window, at: context.time(withoutStamp: clock))
    }

    /// Cancels the held keys and releases the object, as when the seat has lost its keyboard.
    func release() {
        loseFocus()
        stamps.destroy()
        keyboard.release()
    }
}
