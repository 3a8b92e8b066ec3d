import TouchKit
import Wayland

/// The `wl_pointer` of a seat. Its buttons become touches, its motion becomes hover, its axes become scrolls, and the
/// gestures that the compositor recognizes on a touchpad are passed on.
final class PointerDevice {
    private let pointer: WlPointer
    private let stamps: FineStamps
    private let context: SeatContext
    private let cursor: Cursor
    private let gestures: TouchpadGestures?
    private var clock = DeviceClock()
    private var assembler: PointerAssembler
    private weak var focus: Window?
    /// The held buttons, and the serial of the first of them, which requests caused by them use.
    private var held: ButtonMask = []
    private var firstSerial: UInt32 = 0
    private var axes = Axes()

    /// The properties of the open frame's scrolling.
    private struct Axes {
        var source: WlPointer.AxisSource?
        var hasSteps = false

        var isDiscrete: Bool { hasSteps || source == .wheel || source == .wheelTilt }
    }

    /// Creates a device for a pointer object.
    init(
        _ pointer: WlPointer, stampedBy timestamps: ZwpInputTimestampsV1?, as device: InputDevice, context: SeatContext,
        cursor: Cursor, gestures: ZwpPointerGesturesV1?
    ) {
        self.pointer = pointer
        stamps = FineStamps(timestamps)
        self.context = context
        self.cursor = cursor
        assembler = PointerAssembler(device: device)
        self.gestures = gestures.map { TouchpadGestures($0, of: pointer, context: context) }
        pointer.onEvent = { [unowned self] event in handle(event) }
        self.gestures?.report = { [weak self] gesture, stamp in self?.report(gesture, stamp) }
    }

    private func report(_ gesture: TouchpadGesture, _ stamp: UInt32?) {
        // The gesture has to follow the motion that precedes it.
        closeFrame()
        let time =
            stamp.map { context.time(of: Stamp(milliseconds: $0), by: &clock) } ?? context.time(withoutStamp: clock)
        context.turn.add(InputFrame(from: assembler.device, at: time, [], touchpad: gesture))
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            (focus, held) = (context.surfaces.window(on: surface), [])
            if let focus, let image = cursor.image(over: focus) {
                pointer.setCursor(
                    serial: serial, surface: image.surface, hotspotX: image.hotspotX, hotspotY: image.hotspotY)
            }
            context.turn.add(assembler.enter(focus, at: Point(x: x, y: y), time: context.time(withoutStamp: clock)))
        case .leave:
            gestures?.lose()
            (focus, held) = (nil, [])
            context.turn.add(assembler.leave(time: context.time(withoutStamp: clock)))
        case .motion(let stamp, let x, let y):
            assembler.motion(to: Point(x: x, y: y), time: time(stamp))
        case .button(let serial, let stamp, let code, let state):
            let time = time(stamp)
            guard let button = ButtonMask(code: code) else {
                context.notice("wl_pointer.button \(code): ignored, only the left, right and middle buttons are known")
                break
            }
            guard state == .pressed || state == .released else {
                context.notice("wl_pointer.button with an unknown state: ignored")
                break
            }
            if held.isEmpty { firstSerial = serial }
            if state == .pressed { held.insert(button) } else { held.remove(button) }
            context.turn.add(assembler.button(button, isPressed: state == .pressed, time: time))
        case .axis(let stamp, let axis, let value):
            let time = time(stamp)
            guard isKnown(axis) else { break }
            // Some compositors send an axis event although nothing was scrolled.
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
        // Before version 5 there are no frame events, and each event is a frame.
        if pointer.version < 5 { closeFrame() }
    }

    private func time(_ stamp: UInt32) -> EventTime { context.time(of: stamps.stamp(stamp), by: &clock) }

    /// Returns whether the protocol defines an axis, and reports one that it does not.
    private func isKnown(_ axis: WlPointer.Axis) -> Bool {
        let isKnown = axis == .verticalScroll || axis == .horizontalScroll
        if !isKnown { context.notice("wl_pointer.axis \(axis.rawValue): ignored, expected 0 or 1") }
        return isKnown
    }

    private func scroll(_ delta: Point, isLast: Bool = false, at time: EventTime) {
        assembler.scroll(Scroll(delta: delta, isDiscrete: axes.isDiscrete, isLast: isLast), time: time)
    }

    private func closeFrame() {
        axes = Axes()
        context.turn.add(assembler.frame())
    }

    /// Closes the open frame, since the socket has been read dry.
    func socketIsDry() { closeFrame() }

    /// Returns the serial for a request that a touch causes; nil if the touch's buttons are not held on this device.
    func serial(for touch: Touch) -> UInt32? {
        touch.device == assembler.device && held.isSuperset(of: touch.buttonMask) ? firstSerial : nil
    }

    /// Cancels the touches of the held buttons if the pointer is in a window.
    func forget(_ window: Window, _ reason: FailureReason) {
        guard focus === window else { return }
        gestures?.lose()
        (focus, held) = (nil, [])
        context.turn.add(assembler.leave(reason, time: context.time(withoutStamp: clock)))
    }

    /// Cancels the touches of all buttons, since no more events will come for them.
    func cancelAll() {
        gestures?.lose()
        context.turn.add(assembler.leave(.touchLost, time: context.time(withoutStamp: clock)))
        closeFrame()
    }

    /// Cancels all touches and releases the object, as when the seat has lost its pointer.
    func release() {
        cancelAll()
        gestures?.destroy()
        stamps.destroy()
        pointer.release()
    }
}

extension ButtonMask {
    /// The button with a code of `linux/input-event-codes.h`; nil for a button that makes no touch.
    fileprivate init?(code: UInt32) {
        switch code {
        case 0x110: self = .primary
        case 0x111: self = .secondary
        case 0x112: self = .middle
        default: return nil
        }
    }
}
