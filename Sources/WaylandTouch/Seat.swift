import TouchKit
import Wayland

/// A `wl_seat`: the devices that one person has, which come and go.
final class Seat {
    private let seat: WlSeat
    private let number: UInt32
    private let queue: InputQueue
    private let cursor: Cursor
    private let timestamps: ZwpInputTimestampsManagerV1?
    private var touch: TouchDevice?
    private var pointer: PointerDevice?
    private var keyboard: KeyboardDevice?

    /// Listens to a seat.
    ///
    /// - Parameter number: the name of its global, which is another when it comes again.
    init(
        _ seat: WlSeat, number: UInt32, queue: InputQueue, cursor: Cursor, timestamps: ZwpInputTimestampsManagerV1?
    ) {
        self.seat = seat
        self.number = number
        self.queue = queue
        self.cursor = cursor
        self.timestamps = timestamps
        seat.onEvent = { [weak self] event in
            switch event {
            case .capabilities(let capabilities): self?.update(capabilities)
            case .name: break
            }
        }
    }

    private func update(_ capabilities: WlSeat.Capability) {
        switch (touch, capabilities.contains(.touch)) {
        case (nil, true):
            let proxy = seat.getTouch()
            touch = TouchDevice(
                proxy, stampedBy: timestamps?.getTouchTimestamps(touch: proxy), as: queue.nextDevice(of: number),
                queue: queue)
        case (let lost?, false):
            lost.release()
            touch = nil
        default: break
        }
        switch (pointer, capabilities.contains(.pointer)) {
        case (nil, true):
            let proxy = seat.getPointer()
            pointer = PointerDevice(
                proxy, stampedBy: timestamps?.getPointerTimestamps(pointer: proxy), as: queue.nextDevice(of: number),
                queue: queue, cursor: cursor)
        case (let lost?, false):
            lost.release()
            pointer = nil
        default: break
        }
        switch (keyboard, capabilities.contains(.keyboard)) {
        case (nil, true): keyboard = KeyboardDevice(seat.getKeyboard(), queue: queue)
        case (let lost?, false):
            lost.release()
            keyboard = nil
        default: break
        }
    }

    /// Closes the frames that are open: there is nothing more to read.
    func socketIsDry() {
        touch?.socketIsDry()
        pointer?.socketIsDry()
    }

    /// What a request that a touch has caused is to name; nil where the touch is none of this seat's, or is over.
    func grab(by touch: Touch) -> (seat: WlSeat, serial: UInt32)? {
        guard touch.phase != .ended, touch.phase != .cancelled else { return nil }
        return (self.touch?.serial(for: touch) ?? pointer?.serial(for: touch)).map { (seat, $0) }
    }

    /// Takes away the touches of a window: the compositor has them from now on.
    func forgetTouches(in window: Window) {
        touch?.forget(window, .cancelledByCompositor)
        pointer?.forget(window, .cancelledByCompositor)
    }

    /// Takes away what is held down in a window that is closed.
    func forget(_ window: Window) {
        touch?.forget(window, .windowClosed)
        pointer?.forget(window, .windowClosed)
        keyboard?.forget(window)
    }

    /// Takes away what is held down: nothing more will be heard of it.
    func cancelAll() {
        touch?.cancelAll()
        pointer?.cancelAll()
        keyboard?.cancelAll()
    }

    /// Takes away all devices: the seat has gone.
    func release() {
        update([])
        seat.release()
    }
}
