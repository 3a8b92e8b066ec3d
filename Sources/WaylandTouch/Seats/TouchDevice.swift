import TouchKit
import Wayland

/// A seat's `wl_touch`: what it says becomes frames of touches.
final class TouchDevice {
    private let touch: WlTouch
    private let stamps: FineStamps
    private let queue: InputQueue
    private var clock = DeviceClock()
    private var assembler: FrameAssembler
    /// The contacts that are down, and the windows that they are in; nil on surfaces of others.
    private var contacts: [Int32: Window?] = [:]
    /// The serial of the first of the contacts that are down: what they start is started in its name.
    private var firstSerial: UInt32 = 0

    /// Listens to a touch object.
    init(_ touch: WlTouch, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice, queue: InputQueue) {
        self.touch = touch
        stamps = FineStamps(timestamps)
        self.queue = queue
        assembler = FrameAssembler(device: device)
        touch.onEvent = { [unowned self] event in hear(event) }
    }

    private func hear(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, let stamp, let surface, let id, let x, let y):
            let isOnly = contacts.keys.allSatisfy { $0 == id }
            if isOnly { firstSerial = serial }
            let time = time(stamp)
            let window = queue.surfaces.window(on: surface)
            guard contacts.count < FrameAssembler.mostContacts || contacts[id] != nil else {
                return queue.notice("wl_touch.down of more than \(FrameAssembler.mostContacts) touches: ignored")
            }
            contacts[id] = .some(window)
            add(assembler.down(id, at: Point(x: x, y: y), in: window, time: time))
        case .up(_, let stamp, let id):
            let time = time(stamp)
            if contacts.removeValue(forKey: id) == nil {
                queue.notice("wl_touch.up for a touch that is not down: ignored")
            }
            add(assembler.up(id, time: time))
        case .motion(let stamp, let id, let x, let y):
            let time = time(stamp)
            expect(id, "motion")
            assembler.motion(id, to: Point(x: x, y: y), time: time)
        case .frame:
            add(assembler.frame())
        case .cancel:
            contacts.removeAll()
            queue.add(assembler.cancel(time: queue.time(withoutStamp: clock)))
        case .shape(let id, let major, let minor):
            expect(id, "shape")
            guard major >= 0, minor >= 0 else {
                return queue.notice("wl_touch.shape of less than nothing: ignored")
            }
            assembler.reshape(id) { contact in
                // The protocol has diameters.
                (contact.majorRadius, contact.minorRadius) = (major / 2, minor / 2)
            }
        case .orientation(let id, let degrees):
            expect(id, "orientation")
            assembler.reshape(id) { contact in contact.orientation = degrees * .pi / 180 }
        }
    }

    /// The time of an event. A frame that the event cannot belong to is closed.
    private func time(_ stamp: UInt32) -> EventTime {
        let time = queue.time(of: stamps.stamp(stamp), by: &clock)
        add(assembler.close(before: time))
        return time
    }

    private func add(_ frames: CompletedFrames) {
        for frame in frames {
            if frame.samples.contains(where: \.isLoss) {
                queue.notice("wl_touch.down repeats the id of a touch that is down: taken for a new touch")
            }
            queue.add(frame)
        }
    }

    private func expect(_ id: Int32, _ event: String) {
        if contacts[id] == nil { queue.notice("wl_touch.\(event) for a touch that is not down: ignored") }
    }

    /// Closes the frame that is open: there is nothing more to read.
    func socketIsDry() { add(assembler.flush()) }

    /// The serial for a request that a touch has caused; nil where it is not down on this device.
    func serial(for touch: Touch) -> UInt32? {
        // A touch that has outlived a bounce of its finger may have another id.
        let isInWindow = contacts.values.contains { $0 === touch.window }
        return touch.device == assembler.device && touch.window != nil && isInWindow ? firstSerial : nil
    }

    /// Takes away the touches of a window.
    func forget(_ window: Window, _ reason: FailureReason) {
        for (id, touched) in contacts where touched === window {
            // It is still down, but on a surface of nobody's.
            contacts[id] = .some(nil)
            add(assembler.cancel(id, reason, time: queue.time(withoutStamp: clock)))
        }
    }

    /// Takes away all touches: nothing more will be heard of them.
    func cancelAll() {
        contacts.removeAll()
        queue.add(assembler.cancel(.touchLost, time: queue.time(withoutStamp: clock)))
    }

    /// The device has gone.
    func release() {
        cancelAll()
        stamps.destroy()
        touch.release()
    }
}

extension TouchSample {
    /// Whether its id is used again, or its device has gone.
    fileprivate var isLoss: Bool { if case .cancelled(.touchLost) = change { true } else { false } }
}
