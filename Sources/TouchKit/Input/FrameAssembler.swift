/// Groups what a touch device reports into frames. A value: each event returns the frames that it completes.
///
/// `wl_touch.frame` closes a frame. Some compositors send none after the last up, one sends none ever; so a frame
/// also closes when no finger is left down, when an id is used again, when the host has nothing more to read, and, if
/// the host asks with ``close(before:)``, ahead of a later event. An event of a touch that is not down changes nothing.
///
/// A finger whose id comes down although it has not been lifted is a new touch: the former one is cancelled there, and
/// the frame closes at that point. Only where the id comes down at the same place *and* another contact changes in the
/// same frame, it is the same touch: Mir repeats the down of every resting finger when another one changes.
public struct FrameAssembler {
    /// More fingers than any device has; those that come down beyond them are none.
    public nonisolated static let mostContacts = 256

    /// The device that it listens to.
    public let device: InputDevice

    /// A contact that is down as far as the device has told.
    private struct Down {
        let window: ObjectIdentifier
        var position: Point
        var contact = Contact()
    }

    private var down: [Int32: Down] = [:]
    /// Contacts whose beginning has been handed out and whose end has not.
    private var announced: Set<Int32> = []
    private var open = OpenFrame()
    private var latest: EventTime?
    /// Whether the device has ever closed a frame.
    private var sendsFrames = false

    /// An assembler for a device with no finger down.
    public init(device: InputDevice) { self.device = device }

    /// A finger came down in a window (nil: on a surface of nobody's, so that all of its events are dropped). One more
    /// than ``mostContacts`` is dropped too.
    public mutating func down(
        _ id: Int32, at position: Point, in window: Window?, time: EventTime, type: Touch.Kind = .direct,
        buttonMask: ButtonMask = []
    ) -> CompletedFrames {
        let time = advance(to: time)
        var finished = CompletedFrames()
        if let former = down[id] {
            // The buttons of a pointer are all at one place.
            if type == .direct, former.position == position, former.window == window.map(ObjectIdentifier.init) {
                if open.hasChange(besides: id) { return finished }
                down[id]?.contact = Contact()
                let start = TouchSample.Start(in: window, type: type, buttonMask: buttonMask)
                open.appendReuse(TouchSample(TouchKey(device: device, id: id), .began(start, at: position), at: time))
                return finished
            }
            // Its up will never come; the new finger is another one.
            append(id, .cancelled(.touchLost), at: time)
            finished = close()
        } else if announced.contains(id) || open.hasChange(of: id) {
            finished = close()
        }
        down[id] = nil
        guard let window, down.count < Self.mostContacts else { return finished }
        down[id] = Down(window: ObjectIdentifier(window), position: position)
        append(id, .began(TouchSample.Start(in: window, type: type, buttonMask: buttonMask), at: position), at: time)
        return finished
    }

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
        if !open.reshapeLast(of: id, finger.contact) {
            append(id, .moved(to: finger.position), at: latest, contact: finger.contact)
        }
    }

    /// A finger was lifted.
    public mutating func up(_ id: Int32, time: EventTime) -> CompletedFrames {
        let time = advance(to: time)
        guard down.removeValue(forKey: id) != nil else { return CompletedFrames() }
        append(id, .ended, at: time)
        return down.isEmpty ? close() : CompletedFrames()
    }

    /// The device says that a frame is complete.
    public mutating func frame() -> CompletedFrames {
        sendsFrames = true
        return close()
    }

    /// The host has read everything there is, so that nothing more can belong to the open frame.
    public mutating func flush() -> CompletedFrames { close() }

    /// Closes the open frame if an event of this time, which comes next, cannot belong to it: it is later, and the
    /// device either sends no frames or may have left out the one after an up. A program that was busy would otherwise
    /// see in one frame what happened at different times.
    public mutating func close(before time: EventTime) -> CompletedFrames {
        guard let latest, latest < time, open.hasUp || !sendsFrames else { return CompletedFrames() }
        return close()
    }

    /// All touches are taken away: by the compositor, or because the device, its seat or the connection has gone.
    /// What the open frame holds is dropped.
    public mutating func cancel(
        _ reason: FailureReason = .cancelledByCompositor, time: EventTime
    ) -> CompletedFrames {
        let time = advance(to: time)
        open.removeAll()
        down.removeAll()
        for id in announced.sorted() { append(id, .cancelled(reason), at: time) }
        return close()
    }

    /// One touch is taken away, as a surface's are when the surface goes.
    public mutating func cancel(_ id: Int32, _ reason: FailureReason, time: EventTime) -> CompletedFrames {
        let time = advance(to: time)
        guard down.removeValue(forKey: id) != nil else { return CompletedFrames() }
        // Whatever happened to others comes before; the device did not do this.
        open.removeAll(of: id)
        var frames = close()
        if announced.contains(id) {
            append(id, .cancelled(reason), at: time)
            frames.append(close())
        }
        return frames
    }

    private mutating func append(
        _ id: Int32, _ change: TouchSample.Change, at time: EventTime, contact: Contact? = nil
    ) {
        open.append(TouchSample(TouchKey(device: device, id: id), change, at: time, contact: contact))
    }

    private mutating func close() -> CompletedFrames {
        var frames = CompletedFrames()
        guard !open.isEmpty else { return frames }
        while let (samples, reuse) = open.handOutBeforeReuse() {
            let loss = TouchSample(reuse.key, .cancelled(.touchLost), at: reuse.time)
            frames.append(frame(of: samples + [loss]))
        }
        frames.append(frame(of: open.handOut()))
        return frames
    }

    private mutating func frame(of samples: [TouchSample]) -> InputFrame {
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
