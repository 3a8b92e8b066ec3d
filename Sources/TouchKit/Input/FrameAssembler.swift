/// Collects the events of a touch device into frames. A value: each event returns the frames that it completes.
///
/// A `wl_touch.frame` closes a frame. Some compositors send none after the last up, and one never sends any. Therefore
/// a frame also closes when no finger is down, when an id is reused, when the host has nothing more to read, and, if
/// the host calls ``close(before:)``, before a later event. An event of a touch that is not down changes nothing.
///
/// If an id comes down that was not lifted, the finger is a new touch: the former touch is cancelled, and the frame
/// closes at that point. There is one exception: if the id comes down at the same point *and* another touch changes in
/// the same frame, it is the same touch, because Mir repeats the down of each resting finger when another one changes.
package struct FrameAssembler {
    /// The largest number of touches, more than any device has. Further ones are ignored.
    package nonisolated static let mostContacts = 256

    /// The device.
    package let device: InputDevice

    /// A touch that is down, according to the device.
    private struct Down {
        let window: ObjectIdentifier
        var position: Point
        var contact = Contact()
    }

    private var down = ContactList<Down>()
    /// The touches whose beginning was returned and whose end was not.
    private var announced = ContactList<Void>()
    private var open = OpenFrame()
    private var latest: EventTime?
    /// Whether the device has ever sent a frame event.
    private var sendsFrames = false

    /// Creates an assembler for a device with no finger down.
    package init(device: InputDevice) { self.device = device }

    /// Handles that a finger came down. All events of a finger are ignored if it came down on no window of the program
    /// (`window` is nil), or if it exceeds ``mostContacts``.
    package mutating func down(
        _ id: Int32, at position: Point, in window: Window?, time: EventTime, type: Touch.Kind = .direct,
        buttonMask: ButtonMask = []
    ) -> CompletedFrames {
        let time = advance(to: time)
        var finished = CompletedFrames()
        if let former = down[id] {
            // Buttons of a pointer are always at one point, so they are left out here.
            if type == .direct, former.position == position, former.window == window.map(ObjectIdentifier.init) {
                if open.hasChange(besides: id) { return finished }
                _ = down.update(id) { $0.contact = Contact() }
                let start = TouchSample.Start(in: window, type: type, buttonMask: buttonMask)
                open.appendReuse(TouchSample(TouchKey(device: device, id: id), .began(start, at: position), at: time))
                return finished
            }
            // The up of the former finger will never come; the new finger is another touch.
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

    /// Handles that a finger moved. Returns false if it is not down in a window of the program.
    @discardableResult
    package mutating func motion(_ id: Int32, to position: Point, time: EventTime) -> Bool {
        let time = advance(to: time)
        guard down.update(id, { $0.position = position }) else { return false }
        open.append(TouchMove(key: TouchKey(device: device, id: id), position: position, time: time))
        return true
    }

    /// Handles a change of a finger's shape, orientation or force. The change belongs to the open frame.
    package mutating func reshape(_ id: Int32, _ change: (inout Contact) -> Void) {
        guard var finger = down[id], let latest else { return }
        change(&finger.contact)
        down[id] = finger
        if !open.reshapeLast(of: id, finger.contact) {
            append(id, .moved(to: finger.position), at: latest, contact: finger.contact)
        }
    }

    /// Handles that a finger was lifted.
    package mutating func up(_ id: Int32, time: EventTime) -> CompletedFrames {
        let time = advance(to: time)
        guard down.remove(id) != nil else { return CompletedFrames() }
        append(id, .ended, at: time)
        return down.isEmpty ? close() : CompletedFrames()
    }

    /// Handles that the device has completed a frame, if the frame is the move of one finger: returns the move. Otherwise
    /// changes nothing; ``frame()`` handles it.
    package mutating func frameOfMove() -> TouchMove? {
        guard let move = open.handOutMove() else { return nil }
        sendsFrames = true
        return move
    }

    /// Handles that the device has completed a frame.
    package mutating func frame() -> CompletedFrames {
        sendsFrames = true
        return close()
    }

    /// Closes the open frame, because the host has nothing more to read.
    package mutating func flush() -> CompletedFrames { close() }

    /// Closes the open frame if the next event, which has this time, cannot belong to it: the event is later, and the
    /// device either sends no frame events or may have left out the one after an up. Otherwise, a busy program would
    /// see the changes of different times in one frame.
    package mutating func close(before time: EventTime) -> CompletedFrames {
        guard let latest, latest < time, open.hasUp || !sendsFrames else { return CompletedFrames() }
        return close()
    }

    /// Cancels all touches: the compositor cancelled them, or the device, its seat or the connection went away. The
    /// contents of the open frame are dropped.
    package mutating func cancel(
        _ reason: FailureReason = .cancelledByCompositor, time: EventTime
    ) -> CompletedFrames {
        let time = advance(to: time)
        open.removeAll()
        down.removeAll()
        for id in announced.ids.sorted() { append(id, .cancelled(reason), at: time) }
        return close()
    }

    /// Cancels one touch, because its surface went away.
    package mutating func cancel(_ id: Int32, _ reason: FailureReason, time: EventTime) -> CompletedFrames {
        let time = advance(to: time)
        guard down.remove(id) != nil else { return CompletedFrames() }
        // The changes of other touches come first, since the cancellation does not come from the device.
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
            case .began: announced[sample.key.id] = ()
            case .moved: break
            case .ended, .cancelled: announced.remove(sample.key.id)
            }
        }
        // The last sample has the latest time; ignored events do not count.
        return InputFrame(from: device, at: samples[samples.count - 1].time, samples)
    }

    /// Returns the time, or the latest one so far if that is later.
    private mutating func advance(to time: EventTime) -> EventTime {
        let time = max(time, latest ?? time)
        latest = time
        return time
    }
}
