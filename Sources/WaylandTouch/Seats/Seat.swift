import TouchKit
import Wayland

/// A `wl_seat`: the devices that one person has, which come and go.
final class Seat {
    /// The name of its global, which is another when it comes again.
    let number: UInt32
    private let seat: WlSeat
    private let queue: InputQueue
    private let cursor: Cursor
    private let globals: Globals
    private var touch: TouchDevice?
    private var pointer: PointerDevice?
    private(set) var keyboard: KeyboardDevice?
    private let tablets: TabletDevices?

    /// Listens to a seat.
    ///
    /// - Parameters:
    ///   - number: the name of its global.
    ///   - cursor: what its pointer shows.
    ///   - stylusCursor: what the tools of its tablets show.
    init(
        _ seat: WlSeat, number: UInt32, queue: InputQueue, cursor: Cursor, stylusCursor: Cursor, globals: Globals
    ) {
        self.seat = seat
        self.number = number
        self.queue = queue
        self.cursor = cursor
        self.globals = globals
        tablets = globals.tablets.map {
            TabletDevices($0.getTabletSeat(seat), seat: number, queue: queue, cursor: stylusCursor)
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
                queue: queue, cursor: cursor, gestures: globals.gestures)
        case (let lost?, false):
            lost.release()
            pointer = nil
        default: break
        }
        switch (keyboard, capabilities.contains(.keyboard)) {
        case (nil, true):
            let proxy = seat.getKeyboard()
            keyboard = KeyboardDevice(
                proxy, stampedBy: timestamps?.getKeyboardTimestamps(keyboard: proxy), as: queue.nextDevice(of: number),
                queue: queue)
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
        let serial = self.touch?.serial(for: touch) ?? pointer?.serial(for: touch) ?? tablets?.serial(for: touch)
        return serial.map { (seat, $0) }
    }

    /// Takes away the touches of a window: the compositor has them from now on.
    func forgetTouches(in window: Window) {
        touch?.forget(window, .cancelledByCompositor)
        pointer?.forget(window, .cancelledByCompositor)
        tablets?.forgetTouches(in: window)
    }

    /// Takes away what is held down in a window that is closed.
    func forget(_ window: Window) {
        touch?.forget(window, .windowClosed)
        pointer?.forget(window, .windowClosed)
        tablets?.forget(window)
        keyboard?.forget(window)
    }

    /// Takes away what is held down: nothing more will be heard of it.
    func cancelAll() {
        touch?.cancelAll()
        pointer?.cancelAll()
        keyboard?.cancelAll()
        tablets?.cancelAll()
    }

    /// Takes away all devices: the seat has gone.
    func release() {
        update([])
        tablets?.release()
        seat.release()
    }
}
