/// Groups what a touch device reports into frames. A value: each event returns the frame that it completes, if any.
///
/// `wl_touch.frame` closes a frame. Some compositors send none after the last up, one sends none ever; so a frame
/// also closes when no finger is left down, when an id is used again, and when the host has nothing more to read.
/// An event of a touch that is not down changes nothing.
public struct FrameAssembler {
    /// More fingers than any device has; those that come down beyond them are none.
    public nonisolated static let mostContacts = 256

    /// The device that it listens to.
    public let device: InputDevice

    /// Contacts that are down as far as the device has told: their shape, and where they are.
    private var down: [Int32: (position: Point, contact: Contact)] = [:]
    /// Contacts whose beginning has been handed out and whose end has not.
    private var announced: Set<Int32> = []
    private var open = OpenFrame()
    private var latest: EventTime?

    /// An assembler for a device with no finger down.
    public init(device: InputDevice) { self.device = device }

    /// A finger came down in a window (nil: on a surface of nobody's, so that all of its events are dropped). One more
    /// than ``mostContacts`` is dropped too.
    public mutating func down(
        _ id: Int32, at position: Point, in window: Window?, time: EventTime, type: Touch.Kind = .direct,
        buttonMask: ButtonMask = []
    ) -> InputFrame? {
        let time = advance(to: time)
        var finished: InputFrame?
        if down[id] != nil {
            // Its up will never come; the new finger is another one.
            append(id, .cancelled(.touchLost), at: time)
            finished = close()
        } else if announced.contains(id) || open.samples.contains(where: { $0.key.id == id }) {
            finished = close()
        }
        down[id] = nil
        guard let window, down.count < Self.mostContacts else { return finished }
        down[id] = (position, Contact())
        append(id, .began(TouchSample.Start(in: window, type: type, buttonMask: buttonMask), at: position), at: time)
        return finished
    }

    /// Where a finger that is down is; nil where it is not down, or on a surface of nobody's.
    public func position(of id: Int32) -> Point? { down[id]?.position }

    /// A finger moved.
    public mutating func motion(_ id: Int32, to position: Point, time: EventTime) {
        let time = advance(to: time)
        guard let finger = down.index(forKey: id) else { return }
        down.values[finger].position = position
        append(id, .moved(to: position), at: time)
    }

    /// A finger's shape, orientation or force changed; it applies to the frame that is open.
    public mutating func reshape(_ id: Int32, _ change: (inout Contact) -> Void) {
        guard var finger = down[id], let latest else { return }
        change(&finger.contact)
        down[id] = finger
        if let place = open.samples.lastIndex(where: { $0.key.id == id }) {
            open.reshape(place, finger.contact)
        } else {
            append(id, .moved(to: finger.position), at: latest, contact: finger.contact)
        }
    }

    /// A finger was lifted.
    public mutating func up(_ id: Int32, time: EventTime) -> InputFrame? {
        let time = advance(to: time)
        guard down.removeValue(forKey: id) != nil else { return nil }
        append(id, .ended, at: time)
        return down.isEmpty ? close() : nil
    }

    /// The device says that a frame is complete, or the host has read everything there is.
    public mutating func frame() -> InputFrame? { close() }

    /// All touches are taken away: by the compositor, or because the device, its seat or the connection has gone.
    /// What the open frame holds is dropped.
    public mutating func cancel(_ reason: FailureReason = .cancelledByCompositor, time: EventTime) -> InputFrame? {
        let time = advance(to: time)
        open.removeAll()
        down.removeAll()
        for id in announced.sorted() { append(id, .cancelled(reason), at: time) }
        return close()
    }

    /// One touch is taken away, as a surface's are when the surface goes.
    public mutating func cancel(_ id: Int32, _ reason: FailureReason, time: EventTime) -> InputFrame? {
        let time = advance(to: time)
        guard down.removeValue(forKey: id) != nil else { return nil }
        open.removeAll(of: id)
        if announced.contains(id) { append(id, .cancelled(reason), at: time) }
        return close()
    }

    private mutating func append(
        _ id: Int32, _ change: TouchSample.Change, at time: EventTime, contact: Contact? = nil
    ) {
        open.append(TouchSample(TouchKey(device: device, id: id), change, at: time, contact: contact))
    }

    private mutating func close() -> InputFrame? {
        guard !open.samples.isEmpty else { return nil }
        let samples = open.handOut()
        for sample in samples {
            switch sample.change {
            case .began: announced.insert(sample.key.id)
            case .moved: break
            case .ended, .cancelled: announced.remove(sample.key.id)
            }
        }
        // The last sample's time is the latest of them; an event that was ignored has no say in it.
        return InputFrame(from: device, at: samples[samples.count - 1].time, samples)
    }

    /// A stamp that steps back counts as the last good one.
    private mutating func advance(to time: EventTime) -> EventTime {
        let time = max(time, latest ?? time)
        latest = time
        return time
    }
}

/// The samples of a frame that is not complete. The memory of a lone one, which is what most frames have, serves the next
/// frame too, where whoever got it has let it go by then.
private struct OpenFrame {
    private var memory: [TouchSample] = []
    private var isHandedOut = false

    /// What has come so far.
    var samples: [TouchSample] { isHandedOut ? [] : memory }

    /// The frame is complete: gives its samples, and begins the next one.
    mutating func handOut() -> [TouchSample] {
        let samples = samples
        if samples.count == 1 { isHandedOut = true } else { removeAll() }
        return samples
    }

    mutating func append(_ sample: TouchSample) {
        clear()
        memory.append(sample)
    }

    /// Gives a sample another shape.
    mutating func reshape(_ index: Int, _ contact: Contact) {
        let sample = memory[index]
        memory[index] = TouchSample(sample.key, sample.change, at: sample.time, contact: contact)
    }

    mutating func removeAll(of id: Int32) {
        clear()
        memory.removeAll { $0.key.id == id }
    }

    mutating func removeAll() {
        memory = []
        isHandedOut = false
    }

    private mutating func clear() {
        if isHandedOut { memory.removeAll(keepingCapacity: true) }
        isHandedOut = false
    }
}
