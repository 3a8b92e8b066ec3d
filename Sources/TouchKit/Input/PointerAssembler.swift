/// Collects the events of a pointer into frames, and makes touches from its buttons: each button that is held is a
/// touch of type ``Touch/Kind/indirectPointer``. A value: each event returns the frames that it completes.
package struct PointerAssembler {
    private var touches: FrameAssembler
    private var focus: (window: Window, position: Point)?
    private var held: Set<Int32> = []
    private var hover: Hover?
    private var scroll: Scroll?
    /// The latest time of an event that was not ignored. Hover and touches do not step back before it, so that frames
    /// are in the order of their times.
    private var latest = EventTime(nanoseconds: .min)

    /// Creates an assembler for a pointer that is over no window.
    package init(device: InputDevice) { touches = FrameAssembler(device: device) }

    /// The device.
    package var device: InputDevice { touches.device }

    /// Handles that the pointer entered a window, or a surface of no window of the program if `window` is nil.
    package mutating func enter(_ window: Window?, at position: Point, time: EventTime) -> CompletedFrames {
        let lost = leave(time: time)
        if let window {
            latest = max(latest, time)
            focus = (window, position)
            hover = .over(window, at: position)
        }
        return lost
    }

    /// Handles that the pointer left, or was lost. Buttons that are held will then not be reported as released, so
    /// their touches are cancelled.
    package mutating func leave(
        _ reason: FailureReason = .cancelledByCompositor, time: EventTime
    ) -> CompletedFrames {
        if focus != nil {
            hover = .away
            latest = max(latest, time)
        }
        focus = nil
        guard !held.isEmpty else { return CompletedFrames() }
        held.removeAll()
        return touches.cancel(reason, time: latest)
    }

    /// Handles that the pointer moved.
    package mutating func motion(to position: Point, time: EventTime) {
        guard let window = focus?.window else { return }
        latest = max(latest, time)
        focus?.position = position
        if held.isEmpty { hover = .over(window, at: position) }
        for id in held.sorted() { touches.motion(id, to: position, time: latest) }
    }

    /// Handles that a button was pressed or released.
    package mutating func button(_ button: ButtonMask, isPressed: Bool, time: EventTime) -> CompletedFrames {
        let id = Int32(bitPattern: button.rawValue)
        if isPressed {
            guard let focus else { return CompletedFrames() }
            latest = max(latest, time)
            held.insert(id)
            return touches.down(
                id, at: focus.position, in: focus.window, time: latest, type: .indirectPointer, buttonMask: button)
        }
        guard held.remove(id) != nil else { return CompletedFrames() }
        latest = max(latest, time)
        if held.isEmpty, let focus { hover = .over(focus.window, at: focus.position) }
        return touches.up(id, time: latest)
    }

    /// Handles a scroll; the scrolls of one frame are added up.
    package mutating func scroll(_ more: Scroll, time: EventTime) {
        guard focus != nil else { return }
        latest = max(latest, time)
        var sum = more
        if let scroll {
            sum.delta = scroll.delta + more.delta
            sum.isDiscrete = scroll.isDiscrete || more.isDiscrete
        }
        scroll = sum
    }

    /// Handles that the device has completed a frame, or that the host has nothing more to read.
    package mutating func frame() -> CompletedFrames {
        var frames = touches.frame()
        guard hover != nil || scroll != nil else { return frames }
        let pressed = frames.popLast()
        frames.append(
            InputFrame(
                from: device, at: max(latest, pressed?.time ?? latest), pressed?.samples ?? [], hover: hover,
                scroll: scroll))
        (hover, scroll) = (nil, nil)
        return frames
    }
}
