/// Groups what a pointer reports into frames and makes touches of its buttons: each button held is a touch of type
/// ``Touch/Kind/indirectPointer``, from press to release. A value: each event returns the frames that it completes.
public struct PointerAssembler {
    private var touches: FrameAssembler
    private var focus: (window: Window, position: Point)?
    private var held: Set<Int32> = []
    private var hover: Hover?
    private var scroll: Scroll?
    /// The time of the last event that was not ignored. Neither hover nor touches go back behind it, so that frames come
    /// in the order of their times.
    private var latest = EventTime(nanoseconds: .min)

    /// An assembler for a pointer that is nowhere.
    public init(device: InputDevice) { touches = FrameAssembler(device: device) }

    /// The device that it listens to.
    public var device: InputDevice { touches.device }

    /// The pointer came over a window, or over a surface of nobody's where `window` is nil.
    public mutating func enter(_ window: Window?, at position: Point, time: EventTime) -> CompletedFrames {
        let lost = leave(time: time)
        if let window {
            latest = max(latest, time)
            focus = (window, position)
            hover = .over(window, at: position)
        }
        return lost
    }

    /// The pointer left, or is lost; the buttons that are held then will never be released.
    public mutating func leave(
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

    /// The pointer moved.
    public mutating func motion(to position: Point, time: EventTime) {
        guard let window = focus?.window else { return }
        latest = max(latest, time)
        focus?.position = position
        if held.isEmpty { hover = .over(window, at: position) }
        for id in held.sorted() { touches.motion(id, to: position, time: latest) }
    }

    /// A button was pressed or released.
    public mutating func button(_ button: ButtonMask, isPressed: Bool, time: EventTime) -> CompletedFrames {
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

    /// Something was scrolled; several scrolls of one frame add up.
    public mutating func scroll(_ more: Scroll, time: EventTime) {
        guard focus != nil else { return }
        latest = max(latest, time)
        var sum = more
        if let scroll {
            sum.delta = scroll.delta + more.delta
            sum.isDiscrete = scroll.isDiscrete || more.isDiscrete
        }
        scroll = sum
    }

    /// The device says that a frame is complete, or the host has read everything there is.
    public mutating func frame() -> CompletedFrames {
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
