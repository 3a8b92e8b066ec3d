import TouchKit
import Wayland

/// The `wl_touch` of a seat. Its events become frames of touches.
final class TouchDevice {
    private let touch: WlTouch
    private let stamps: FineStamps
    private let context: SeatContext
    private var clock = DeviceClock()
    private var assembler: FrameAssembler
    private var contacts = TouchContacts()
    /// The serial of the first of the contacts that are down, which requests caused by them use.
    private var firstSerial: UInt32 = 0

    /// Creates a device for a touch object.
    init(_ touch: WlTouch, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice, context: SeatContext) {
        self.touch = touch
        stamps = FineStamps(timestamps)
        self.context = context
        assembler = FrameAssembler(device: device)
        touch.onEvent = { [unowned self] event in handle(event) }
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let stamp, let surface, let id, let x, let y):
            let isOnly = contacts.isFree(besides: id)
            if isOnly { firstSerial = serial }
            let time = time(stamp)
            let window = context.surfaces.window(on: surface)
            guard contacts.count < FrameAssembler.mostContacts || contacts.contains(id) else {
                return context.notice("wl_touch.down of more than \(FrameAssembler.mostContacts) touches: ignored")
            }
            contacts.add(id, in: window)
            add(assembler.down(id, at: Point(x: x, y: y), in: window, time: time))
        case .up(_, let stamp, let id):
            let time = time(stamp)
            if !contacts.remove(id) { context.notice("wl_touch.up for a touch that is not down: ignored") }
            add(assembler.up(id, time: time))
        case .motion(let stamp, let id, let x, let y):
            let time = time(stamp)
            if !assembler.motion(id, to: Point(x: x, y: y), time: time) { expect(id, "motion") }
        case .frame:
            if let move = assembler.frameOfMove() { context.turn.add(move) } else { add(assembler.frame()) }
        case .cancel:
            contacts.removeAll()
            context.turn.add(assembler.cancel(time: context.time(withoutStamp: clock)))
        case .shape(let id, let major, let minor):
            expect(id, "shape")
            guard major >= 0, minor >= 0 else {
                return context.notice("wl_touch.shape of less than nothing: ignored")
            }
            assembler.reshape(id) { contact in
                // The protocol sends diameters.
                (contact.majorRadius, contact.minorRadius) = (major / 2, minor / 2)
            }
        case .orientation(let id, let degrees):
            expect(id, "orientation")
            assembler.reshape(id) { contact in contact.orientation = degrees * .pi / 180 }
        }
    }

    /// Returns the time of an event, after closing an open frame to which the event cannot belong.
    private func time(_ stamp: UInt32) -> EventTime {
        let time = context.time(of: stamps.stamp(stamp), by: &clock)
        add(assembler.close(before: time))
        return time
    }

    private func add(_ frames: CompletedFrames) {
        guard !frames.isEmpty else { return }
        if frames.haveLoss {
            context.notice("wl_touch.down repeats the id of a touch that is down: taken for a new touch")
        }
        context.turn.add(frames)
    }

    private func expect(_ id: Int32, _ event: String) {
        if !contacts.contains(id) { context.notice("wl_touch.\(event) for a touch that is not down: ignored") }
    }

    /// Closes the open frame, since the socket has been read dry.
    func socketIsDry() { add(assembler.flush()) }

    /// Returns the serial for a request that a touch causes; nil if the touch is not down on this device.
    func serial(for touch: Touch) -> UInt32? {
        // The id does not identify the touch: after a bounce of the finger the touch continues under another id.
        guard touch.device == assembler.device, let window = touch.window else { return nil }
        return contacts.isAny(in: window) ? firstSerial : nil
    }

    /// Cancels the touches in a window.
    func forget(_ window: Window, _ reason: FailureReason) {
        // The contacts are still down, but their later events are ignored.
        for id in contacts.leave(window) {
            add(assembler.cancel(id, reason, time: context.time(withoutStamp: clock)))
        }
    }

    /// Cancels all touches, since no more events will come for them.
    func cancelAll() {
        contacts.removeAll()
        context.turn.add(assembler.cancel(.touchLost, time: context.time(withoutStamp: clock)))
    }

    /// Cancels all touches and releases the object, as when the seat has lost its touch screen.
    func release() {
        cancelAll()
        stamps.destroy()
        touch.release()
    }
}
