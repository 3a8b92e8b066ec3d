import TouchKit

/// The input devices of one seat of a scenario. They turn events into frames.
struct StageSeat {
    private let number: UInt32
    private var generation: UInt32 = 0
    private var touch: FrameAssembler?
    private var pointer: PointerAssembler?
    private var touchClock = DeviceClock()
    private var pointerClock = DeviceClock()
    private var keyboard: HeldKeys?
    /// The keys that are held, in the order in which they were pressed, with the codes that stand for them.
    private var keys: [(name: String, code: UInt32)] = []
    private var keyCount: UInt32 = 0
    /// Whether the seat has touch, which it has until a scenario says otherwise.
    private var hasTouch = true
    /// Whether the seat has a pointer, which it has until a scenario says otherwise.
    private var hasPointer = true
    /// Whether each event of the pointer is a frame of its own, because the scenario has no frames of the pointer.
    private let impliesPointerFrames: Bool

    init(number: UInt32, impliesPointerFrames: Bool) {
        self.number = number
        self.impliesPointerFrames = impliesPointerFrames
    }

    /// Closes the open frames and returns them.
    mutating func closeFrames() -> [InputFrame] {
        Array(touch?.flush() ?? CompletedFrames()) + Array(pointer?.frame() ?? CompletedFrames())
    }

    mutating func setTouch(_ isThere: Bool, at time: EventTime) -> [InputFrame] {
        hasTouch = isThere
        guard !isThere else { return [] }
        defer { (touch, touchClock) = (nil, DeviceClock()) }
        return Array(touch?.cancel(.touchLost, time: time) ?? CompletedFrames())
    }

    mutating func setPointer(_ isThere: Bool, at time: EventTime) -> [InputFrame] {
        hasPointer = isThere
        guard !isThere else { return [] }
        defer { (pointer, pointerClock) = (nil, DeviceClock()) }
        guard var lost = pointer else { return [] }
        return lost.leave(.touchLost, time: time) + Array(lost.frame())
    }

    /// Handles a touch or pointer event and returns the frames that it completes.
    ///
    /// - Parameters:
    ///   - start: The instant of the event clock at which the scenario's time is 0.
    ///   - window: Returns the window in which a touch goes down; nil where it goes down outside.
    mutating func handle(
        _ event: Scenario.Event, start: EventTime, window: (_ isOutside: Bool) -> Window?
    ) -> [InputFrame] {
        let arrival = start.advanced(byMilliseconds: event.t)
        switch event.kind {
        case .down, .move, .up, .frame:
            let time = Self.time(of: event, start, &touchClock)
            return handleTouch(event.kind, at: time, window: window)
        case .cancel:
            // A cancellation carries no time.
            let time = event.time.map { start.advanced(byMilliseconds: $0) }
            return handleTouch(event.kind, at: time ?? max(arrival, touchClock.latest ?? arrival), window: window)
        default:
            let time = Self.time(of: event, start, &pointerClock)
            return handlePointer(event.kind, at: time, window: window)
        }
    }

    /// Returns the time of an event, which a device's clock finds from the 32 bits of milliseconds that it carries.
    private static func time(of event: Scenario.Event, _ start: EventTime, _ clock: inout DeviceClock) -> EventTime {
        if let time = event.time { return start.advanced(byMilliseconds: time) }
        let arrival = start.advanced(byMilliseconds: event.t)
        let stamp = start.advanced(byMilliseconds: event.stamp ?? event.t).nanoseconds
        return clock.time(
            of: UInt32(truncatingIfNeeded: stamp / 1_000_000), arrival: arrival, quiet: arrival, fine: stamp)
    }

    private mutating func handleTouch(
        _ kind: Scenario.Event.Kind, at time: EventTime, window: (Bool) -> Window?
    ) -> [InputFrame] {
        guard hasTouch else { return [] }
        var device = touch ?? FrameAssembler(device: nextDevice())
        defer { touch = device }
        switch kind {
        case .down(let id, let contact, let outside):
            let id = Int32(truncatingIfNeeded: id)
            let frames = device.down(id, at: contact.position, in: window(outside), time: time)
            reshape(&device, id, contact)
            return Array(frames)
        case .move(let id, let contact):
            let id = Int32(truncatingIfNeeded: id)
            device.motion(id, to: contact.position, time: time)
            reshape(&device, id, contact)
            return []
        case .up(let id): return Array(device.up(Int32(truncatingIfNeeded: id), time: time))
        case .cancel(nil): return Array(device.cancel(time: time))
        case .cancel(let id?):
            return Array(device.cancel(Int32(truncatingIfNeeded: id), .cancelledByCompositor, time: time))
        default: return Array(device.frame())
        }
    }

    private func reshape(_ device: inout FrameAssembler, _ id: Int32, _ contact: Scenario.Event.Contact) {
        guard contact.major != nil || contact.minor != nil || contact.orientation != nil else { return }
        device.reshape(id) { shape in
            // The format has axes, and the library has half axes.
            if let major = contact.major { shape.majorRadius = major / 2 }
            if let minor = contact.minor { shape.minorRadius = minor / 2 }
            if let orientation = contact.orientation { shape.orientation = orientation }
        }
    }

    private mutating func handlePointer(
        _ kind: Scenario.Event.Kind, at time: EventTime, window: (Bool) -> Window?
    ) -> [InputFrame] {
        guard hasPointer else { return [] }
        var device = pointer ?? PointerAssembler(device: nextDevice())
        defer { pointer = device }
        var frames = CompletedFrames()
        switch kind {
        case .pointerEnter(let place): frames = device.enter(window(false), at: place, time: time)
        case .pointerMove(let place): device.motion(to: place, time: time)
        case .pointerDown(let button): frames = device.button(button.mask, isPressed: true, time: time)
        case .pointerUp(let button): frames = device.button(button.mask, isPressed: false, time: time)
        case .pointerLeave: frames = device.leave(time: time)
        case .scroll(let delta, let source):
            // A finger that scrolls by zero has left the touchpad.
            let isLast = source == .finger && delta == .zero
            device.scroll(Scroll(delta: delta, isDiscrete: source != .finger, isLast: isLast), time: time)
        case .pointerFrame: frames = device.frame()
        default: break
        }
        return Array(frames) + (impliesPointerFrames ? Array(device.frame()) : [])
    }

    /// Returns the change that a key event amounts to, the keyboard's keys and the time; nil where nothing changes.
    mutating func handleKey(
        _ event: Scenario.Event, start: EventTime
    ) -> (change: KeyChange, keys: HeldKeys, time: EventTime)? {
        let time = start.advanced(byMilliseconds: event.time ?? event.stamp ?? event.t)
        let keyboard = keyboard ?? HeldKeys(device: nextDevice())
        self.keyboard = keyboard
        let change: KeyChange? =
            switch event.kind {
            case .keyDown(let key):
                .pressed(code: addKey(key.name), key, repeats: false)
            case .keyRepeat(let name): keys.first { $0.name == name }.map { .repeated(code: $0.code) }
            case .keyUp(let name): takeKey(name).map { .released(code: $0) }
            case .keyCancel(let name?): takeKey(name).map { .cancelled(code: $0) }
            case .keyCancel(nil): takeAllKeys()
            default: nil
            }
        return change.map { ($0, keyboard, time) }
    }

    private mutating func addKey(_ name: String) -> UInt32 {
        keyCount += 1
        keys.append((name, keyCount))
        return keyCount
    }

    private mutating func takeAllKeys() -> KeyChange {
        keys.removeAll()
        return .allCancelled
    }

    /// Removes a key from the held ones and returns its code.
    private mutating func takeKey(_ name: String) -> UInt32? {
        keys.firstIndex { $0.name == name }.map { keys.remove(at: $0).code }
    }

    private mutating func nextDevice() -> InputDevice {
        generation += 1
        return InputDevice(seat: number, generation: generation)
    }
}

extension EventTime {
    /// Returns the instant that is later by some milliseconds, rounded to a nanosecond.
    nonisolated func advanced(byMilliseconds milliseconds: Double) -> EventTime {
        advanced(by: .nanoseconds(EventTime(milliseconds: milliseconds).nanoseconds))
    }
}
