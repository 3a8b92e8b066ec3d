import TouchKit
import Wayland

/// A `wl_seat`: a user's group of input devices, which can be added and removed at any time.
final class Seat {
    /// The name of the seat's global. A seat that is removed and added again has another name.
    let number: UInt32
    private let seat: WlSeat
    private let context: SeatContext
    private let cursor: Cursor
    private let globals: Globals
    private var touch: TouchDevice?
    private var pointer: PointerDevice?
    private var keyboard: KeyboardDevice?
    private let tablets: TabletDevices?

    /// Creates a seat for a seat object.
    ///
    /// - Parameters:
    ///   - number: the name of the seat's global.
    ///   - cursor: the cursor of the pointer.
    ///   - stylusCursor: the cursor of the tablet tools.
    init(
        _ seat: WlSeat, number: UInt32, context: SeatContext, cursor: Cursor, stylusCursor: Cursor, globals: Globals
    ) {
        self.seat = seat
        self.number = number
        self.context = context
        self.cursor = cursor
        self.globals = globals
        tablets = globals.tablets.map {
            TabletDevices($0.getTabletSeat(seat), seat: number, context: context, cursor: stylusCursor)
        }
        seat.onEvent = { [weak self] event in
            switch event {
            case .capabilities(let capabilities): self?.update(capabilities)
            case .name: break
            }
        }
    }

    private func update(_ capabilities: WlSeat.Capability) {
        let timestamps = globals.timestamps
        switch (touch, capabilities.contains(.touch)) {
        case (nil, true):
            let proxy = seat.getTouch()
            touch = TouchDevice(
                proxy, stampedBy: timestamps?.getTouchTimestamps(touch: proxy), as: context.nextDevice(of: number),
                context: context)
        case (let lost?, false):
            lost.release()
            touch = nil
        default: break
        }
        switch (pointer, capabilities.contains(.pointer)) {
        case (nil, true):
            let proxy = seat.getPointer()
            pointer = PointerDevice(
                proxy, stampedBy: timestamps?.getPointerTimestamps(pointer: proxy), as: context.nextDevice(of: number),
                context: context, cursor: cursor, gestures: globals.gestures)
        case (let lost?, false):
            lost.release()
            pointer = nil
        default: break
        }
        switch (keyboard, capabilities.contains(.keyboard)) {
        case (nil, true):
            let proxy = seat.getKeyboard()
            keyboard = KeyboardDevice(
                proxy, stampedBy: timestamps?.getKeyboardTimestamps(keyboard: proxy),
                as: context.nextDevice(of: number),
                context: context)
        case (let lost?, false):
            lost.release()
            keyboard = nil
        default: break
        }
    }

    /// Closes the open frames, since the socket has been read dry.
    func socketIsDry() {
        touch?.socketIsDry()
        pointer?.socketIsDry()
    }

    /// Returns the seat and the serial for a request that a touch causes; nil if the touch has ended or belongs to
    /// another seat.
    func grab(by touch: Touch) -> (seat: WlSeat, serial: UInt32)? {
        guard touch.phase != .ended, touch.phase != .cancelled else { return nil }
        let serial = self.touch?.serial(for: touch) ?? pointer?.serial(for: touch) ?? tablets?.serial(for: touch)
        return serial.map { (seat, $0) }
    }

    /// Cancels the touches in a window that the compositor has taken over.
    func forgetTouches(in window: Window) {
        touch?.forget(window, .cancelledByCompositor)
        pointer?.forget(window, .cancelledByCompositor)
        tablets?.forgetTouches(in: window)
    }

    /// Cancels the touches and keys in a window that closes.
    func forget(_ window: Window) {
        touch?.forget(window, .windowClosed)
        pointer?.forget(window, .windowClosed)
        tablets?.forget(window)
        keyboard?.forget(window)
    }

    /// Cancels all touches and keys, since no more events will come for them.
    func cancelAll() {
        touch?.cancelAll()
        pointer?.cancelAll()
        keyboard?.cancelAll()
        tablets?.cancelAll()
    }

    /// Releases all devices and the seat, as when the compositor has removed it.
    func release() {
        update([])
        tablets?.release()
        seat.release()
    }
}
