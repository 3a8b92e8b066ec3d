import TouchKit
import Wayland

/// A seat's `wl_pointer`: its buttons become touches, its motion hover, its axes scrolls, and what its touchpad
/// recognizes by itself is passed on.
final class PointerDevice {
    private let pointer: WlPointer
    private let stamps: FineStamps
    private let queue: InputQueue
    private let cursor: Cursor
    private let gestures: TouchpadGestures?
    private var clock = DeviceClock()
    private var assembler: PointerAssembler
    private weak var focus: Window?
    /// The buttons that are held, and the serial of the first of them: what they start is started in its name.
    private var held: ButtonMask = []
    private var firstSerial: UInt32 = 0
    private var axes = Axes()

    /// What one frame says of the axes, besides how far they turned.
    private struct Axes {
        var source: WlPointer.AxisSource?
        var hasSteps = false

        var isDiscrete: Bool { hasSteps || source == .wheel || source == .wheelTilt }
    }

    /// Listens to a pointer object.
    init(
        _ pointer: WlPointer, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice, queue: InputQueue,
        cursor: Cursor, gestures: ZwpPointerGesturesV1?
    ) {
        self.pointer = pointer
        stamps = FineStamps(timestamps)
        self.queue = queue
        self.cursor = cursor
        assembler = PointerAssembler(device: device)
        self.gestures = gestures.map { TouchpadGestures($0, of: pointer, queue: queue) }
        pointer.onEvent = { [unowned self] event in hear(event) }
        self.gestures?.report = { [weak self] gesture, stamp in self?.report(gesture, stamp) }
    }

    private func report(_ gesture: TouchpadGesture, _ stamp: UInt32?) {
        // Where the pointer is has to be known first.
        closeFrame()
        let time = stamp.map { queue.time(of: Stamp(milliseconds: $0), by: &clock) } ?? queue.time(withoutStamp: clock)
        queue.add(InputFrame(from: assembler.device, at: time, [], touchpad: gesture))
    }

    private func hear(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            (focus, held) = (queue.surfaces.window(on: surface), [])
            if let focus, let image = cursor.image(over: focus) {
                pointer.setCursor(
                    serial: serial, surface: image.surface, hotspotX: image.hotspotX, hotspotY: image.hotspotY)
            }
            queue.add(assembler.enter(focus, at: Point(x: x, y: y), time: queue.time(withoutStamp: clock)))
        case .leave:
            gestures?.lose()
            (focus, held) = (nil, [])
            queue.add(assembler.leave(time: queue.time(withoutStamp: clock)))
        case .motion(let stamp, let x, let y):
            assembler.motion(to: Point(x: x, y: y), time: time(stamp))
        case .button(let serial, let stamp, let code, let state):
            let time = time(stamp)
            guard let button = ButtonMask(code: code) else {
                queue.notice("wl_pointer.button \(code): ignored, only the left, right and middle buttons are known")
                break
            }
            guard state == .pressed || state == .released else {
                queue.notice("wl_pointer.button with an unknown state: ignored")
                break
            }
            if held.isEmpty { firstSerial = serial }
            if state == .pressed { held.insert(button) } else { held.remove(button) }
            queue.add(assembler.button(button, isPressed: state == .pressed, time: time))
        case .axis(let stamp, let axis, let value):
            let time = time(stamp)
            guard isKnown(axis) else { break }
            // Some compositors send it to say that nothing was scrolled.
            guard value != 0 else { break }
            scroll(axis == .horizontalScroll ? Point(x: value, y: 0) : Point(x: 0, y: value), at: time)
        case .axisStop(let stamp, let axis):
            let time = time(stamp)
            if isKnown(axis) { scroll(.zero, isLast: true, at: time) }
        case .axisSource(let source):
            axes.source = source
        case .axisDiscrete(let axis, let steps), .axisValue120(let axis, let steps):
            if steps != 0 && isKnown(axis) { axes.hasSteps = true }
        case .frame:
            closeFrame()
        }
        // Before it had frames each event was one.
        if pointer.version < 5 { closeFrame() }
    }

    private func time(_ stamp: UInt32) -> EventTime { queue.time(of: stamps.stamp(stamp), by: &clock) }

    /// Whether there is such an axis; says so where there is none.
    private func isKnown(_ axis: WlPointer.Axis) -> Bool {
        let isKnown = axis == .verticalScroll || axis == .horizontalScroll
        if !isKnown { queue.notice("wl_pointer.axis \(axis.rawValue): ignored, expected 0 or 1") }
        return isKnown
    }

    private func scroll(_ delta: Point, isLast: Bool = false, at time: EventTime) {
        assembler.scroll(Scroll(delta: delta, isDiscrete: axes.isDiscrete, isLast: isLast), time: time)
    }

    private func closeFrame() {
        axes = Axes()
        queue.add(assembler.frame())
    }

    /// Closes the frame that is open: there is nothing more to read.
    func socketIsDry() { closeFrame() }

    /// The serial for a request that a touch has caused; nil where its button is not held on this device.
    func serial(for touch: Touch) -> UInt32? {
        touch.device == assembler.device && held.isSuperset(of: touch.buttonMask) ? firstSerial : nil
    }

    /// Takes away the buttons that are held in a window.
    func forget(_ window: Window, _ reason: FailureReason) {
        guard focus === window else { return }
        gestures?.lose()
        (focus, held) = (nil, [])
        queue.add(assembler.leave(reason, time: queue.time(withoutStamp: clock)))
    }

    /// Takes away all buttons: nothing more will be heard of them.
    func cancelAll() {
        gestures?.lose()
        queue.add(assembler.leave(.touchLost, time: queue.time(withoutStamp: clock)))
        closeFrame()
    }

    /// The device has gone.
    func release() {
        cancelAll()
        gestures?.destroy()
        stamps.destroy()
        pointer.release()
    }
}

extension ButtonMask {
    /// The button of a code from `linux/input-event-codes.h`; nil for one that makes no touch.
    fileprivate init?(code: UInt32) {
        switch code {
        case 0x110: self = .primary
        case 0x111: self = .secondary
        case 0x112: self = .middle
        default: return nil
        }
    }
}
