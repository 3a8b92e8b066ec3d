import TouchKit

/// Translates the input of a window into events of a scenario.
struct RecordedInput {
    /// An event of a scenario whose time in the recording is not known yet.
    struct Entry {
        let kind: Scenario.Event.Kind
        /// The time at which the window received the event.
        let time: EventTime
        /// The time that the event carries: `time`, or an earlier one.
        let stamp: EventTime
        /// The name of the seat; nil stands for the default seat.
        let seat: String?
    }

    private let window: Window
    private var devices: [InputDevice: RecordedDevice] = [:]
    private var seats = RecordedSeats()
    /// The keys that are held in the recording.
    private var heldKeys: Set<Press> = []
    /// The touches that were lost in a way that only the next frame tells.
    private var loss: TouchLoss?
    /// The events that were translated since `takeEntries` was last called.
    private var entries: [Entry] = []

    init(_ window: Window) { self.window = window }

    /// Whether a key is held.
    var hasHeldKeys: Bool { !heldKeys.isEmpty }

    /// Begins another scenario, in which no device is known.
    mutating func removeDevices() { devices.removeAll() }

    private mutating func takeEntries() -> [Entry] {
        defer { entries.removeAll() }
        return entries
    }

    private mutating func append(_ kind: Scenario.Event.Kind, at time: EventTime, seat: String?) {
        entries.append(Entry(kind: kind, time: time, stamp: time, seat: seat))
    }

    private mutating func append(
        _ kind: Scenario.Event.Kind, _ frame: InputFrame, _ device: RecordedDevice, _ stamp: EventTime? = nil
    ) {
        entries.append(Entry(kind: kind, time: frame.time, stamp: stamp ?? frame.time, seat: device.seat))
    }

    // MARK: Frames

    /// Translates a frame of touches or of a pointer.
    mutating func translate(_ frame: InputFrame) -> [Entry] {
        var device = devices[frame.device] ?? RecordedDevice()
        let ids = Set(device.buttons + frame.samples.filter(\.isPress).map(\.key.id))
        let buttons = frame.samples.filter { ids.contains($0.key.id) }
        let fingers = frame.samples.filter { !ids.contains($0.key.id) }
        if !fingers.isEmpty {
            device.seat = seat(of: frame.device, as: .touch, at: frame.time)
            translate(fingers: fingers, of: frame, &device)
        }
        if !buttons.isEmpty || frame.hover != nil || frame.scroll != nil {
            device.seat = seat(of: frame.device, as: .pointer, at: frame.time)
            translate(buttons: buttons, of: frame, &device)
        }
        devices[frame.device] = device
        return takeEntries()
    }

    private mutating func translate(
        fingers: [TouchSample], of frame: InputFrame, _ device: inout RecordedDevice
    ) {
        let ids = device.fingers
        let reasons = fingers.compactMap(\.cancelReason)
        let isWhole = reasons.count == fingers.count && Set(fingers.map(\.key.id)) == Set(ids)
        if isWhole, reasons.allSatisfy({ $0 == .cancelledByCompositor }) {
            for id in ids { device.contacts[id] = nil }
            return append(.cancel(id: nil), frame, device)
        }
        if isWhole, reasons.allSatisfy({ $0 == .touchLost }) {
            loss = TouchLoss(device: frame.device, ids: Set(ids), isWhole: true, time: frame.time, seat: device.seat)
            for id in ids { device.contacts[id] = nil }
            return
        }
        for sample in fingers {
            let id = sample.key.id
            switch sample.change {
            case .began(let start, let place):
                device.contacts[id] = .finger
                let contact = Scenario.Event.Contact(place, sample.contact)
                append(.down(id: Int(id), at: contact, outside: start.window !== window), frame, device, sample.time)
            case .moved(let place):
                let contact = Scenario.Event.Contact(place, sample.contact)
                append(.move(id: Int(id), at: contact), frame, device, sample.time)
            case .ended:
                device.contacts[id] = nil
                append(.up(id: Int(id)), frame, device, sample.time)
            case .cancelled(.touchLost):
                device.contacts[id] = nil
                loss = TouchLoss(device: frame.device, ids: [id], isWhole: false, time: frame.time, seat: device.seat)
            case .cancelled:
                device.contacts[id] = nil
                append(.cancel(id: Int(id)), frame, device)
            }
        }
        // The down that takes over an id belongs to the frame in which the touch is lost.
        if loss == nil { append(.frame, frame, device) }
    }

    private mutating func translate(
        buttons: [TouchSample], of frame: InputFrame, _ device: inout RecordedDevice
    ) {
        // A press has moved the pointer to its location.
        var hasMoved = false
        for sample in buttons {
            let id = sample.key.id
            switch sample.change {
            case .began(let start, let place):
                guard start.window === window else { continue }
                if device.location != place { move(&device, to: place, frame, sample.time) }
                hasMoved = true
                device.contacts[id] = .button
                append(.pointerDown(Scenario.Button(start.buttonMask)), frame, device, sample.time)
            case .moved(let place):
                // Every button that is held reports the same move.
                if id == device.buttons.min() { move(&device, to: place, frame, sample.time) }
            case .ended:
                guard device.contacts.removeValue(forKey: id) != nil else { continue }
                let button = Scenario.Button(ButtonMask(rawValue: UInt32(bitPattern: id)))
                append(.pointerUp(button), frame, device, sample.time)
                device.awaitsHover = device.buttons.isEmpty
            case .cancelled(let reason):
                guard device.contacts.removeValue(forKey: id) != nil else { continue }
                guard device.location != nil else { continue }
                device.location = nil
                if reason == .touchLost {
                    append(.set(.pointer(false)), frame, device)
                    append(.set(.pointer(true)), frame, device)
                    seats.forget(frame.device, as: .pointer)
                } else {
                    append(.pointerLeave, frame, device)
                }
            }
        }
        switch frame.hover {
        case .over(let other, let place)? where other === window:
            let isKnown = hasMoved || (device.awaitsHover && device.location == place)
            if !isKnown { move(&device, to: place, frame) }
            device.awaitsHover = false
        case .over?, .away?:
            if device.location != nil { append(.pointerLeave, frame, device) }
            device.location = nil
            device.awaitsHover = false
        case nil: break
        }
        if let scroll = frame.scroll, device.location != nil {
            let source = scroll.isDiscrete ? Scenario.Event.ScrollSource.wheel : .finger
            if scroll.delta != .zero { append(.scroll(by: scroll.delta, source: source), frame, device) }
            if scroll.isLast { append(.scroll(by: .zero, source: .finger), frame, device) }
        }
        // The release of the last button ends its frame. The pointer's location after it comes in a frame of its own.
        if !device.awaitsHover { append(.pointerFrame, frame, device) }
    }

    private mutating func move(
        _ device: inout RecordedDevice, to place: Point, _ frame: InputFrame, _ stamp: EventTime? = nil
    ) {
        append(device.location == nil ? .pointerEnter(place) : .pointerMove(place), frame, device, stamp)
        device.location = place
    }

    // MARK: Keys

    /// Translates what keys of a keyboard do.
    mutating func translate(_ event: PressesEvent, of keyboard: InputDevice) -> [Entry] {
        let time = event.timestamp
        let seat = seat(of: keyboard, as: .keyboard, at: time)
        for press in event.presses(in: .began) {
            heldKeys.insert(press)
            append(.keyDown(press.key), at: time, seat: seat)
        }
        for press in event.presses(in: .changed) where heldKeys.contains(press) {
            append(.keyRepeat(press.key.name), at: time, seat: seat)
        }
        for press in event.presses(in: .ended) where heldKeys.remove(press) != nil {
            append(.keyUp(press.key.name), at: time, seat: seat)
        }
        let lost = event.presses(in: .cancelled).filter { heldKeys.remove($0) != nil }
        if !lost.isEmpty, !heldKeys.contains(where: { $0.device == keyboard }) {
            append(.keyCancel(nil), at: time, seat: seat)
        } else {
            for press in lost { append(.keyCancel(press.key.name), at: time, seat: seat) }
        }
        return takeEntries()
    }

    // MARK: Devices

    /// Returns the name of the seat that has a device's events.
    ///
    /// Where the device takes another one's place, the recording says that the other one was removed, because taps of two
    /// devices never make one double tap.
    private mutating func seat(of device: InputDevice, as role: RecordedSeats.Role, at time: EventTime) -> String? {
        let seat = seats.seat(of: device, as: role) { [devices, heldKeys] other, role in
            switch role {
            case .touch: !(devices[other]?.fingers.isEmpty ?? true)
            case .pointer: devices[other]?.location != nil || !(devices[other]?.buttons.isEmpty ?? true)
            case .keyboard: heldKeys.contains { $0.device == other }
            }
        }
        guard seat.replacesAnother else { return seat.name }
        let changes: [Scenario.Event.Change] =
            switch role {
            case .touch: [.touch(false), .touch(true)]
            case .pointer: [.pointer(false), .pointer(true)]
            case .keyboard: []
            }
        for change in changes { append(.set(change), at: time, seat: seat.name) }
        return seat.name
    }

    /// Translates a loss of touches that happened before an instant.
    mutating func translateLoss(before time: EventTime) -> [Entry] {
        if let loss, loss.time < time { translateLoss() } else { [] }
    }

    /// Translates a loss of touches: either their device was removed, or the finger that took an id came down in another
    /// window.
    ///
    /// - Parameter frame: The frame that comes next, if any. It implies the loss where it uses the ids again at the same
    ///   time.
    mutating func translateLoss(before frame: InputFrame? = nil) -> [Entry] {
        guard let loss else { return [] }
        self.loss = nil
        let isSameDevice = frame?.device == loss.device
        if let frame, isSameDevice && frame.time == loss.time,
            frame.samples.contains(where: { $0.begins && loss.ids.contains($0.key.id) })
        {
            return []
        }
        let wasRemoved = loss.isWhole && !isSameDevice
        let kinds: [Scenario.Event.Kind] =
            wasRemoved
            ? [.set(.touch(false)), .set(.touch(true))]
            : loss.ids.sorted().flatMap { id -> [Scenario.Event.Kind] in
                [.down(id: Int(id), at: .init(position: .zero), outside: true), .up(id: Int(id))]
            }
        for kind in kinds { append(kind, at: loss.time, seat: loss.seat) }
        if wasRemoved { seats.forget(loss.device, as: .touch) }
        return takeEntries()
    }
}

extension Scenario.Event.Contact {
    /// A contact of a shape, without those values of the shape that the format can't have.
    fileprivate init(_ place: Point, _ shape: TouchKit.Contact?) {
        self.init(position: place)
        guard let shape else { return }
        major = Self.length(shape.majorRadius * 2)
        minor = Self.length(shape.minorRadius * 2)
        orientation = shape.orientation.isFinite ? shape.orientation : nil
    }

    private static func length(_ value: Double) -> Double? {
        value >= 0 && value.isFinite ? value : nil
    }
}

extension TouchSample {
    /// Whether the touch begins.
    var begins: Bool { if case .began = change { true } else { false } }

    /// Whether a button is pressed.
    fileprivate var isPress: Bool {
        if case .began(let start, _) = change { start.type == .indirectPointer } else { false }
    }

    /// The reason why the touch is cancelled; nil where it is not.
    fileprivate var cancelReason: FailureReason? { if case .cancelled(let reason) = change { reason } else { nil } }
}
