/// What one device reports at one moment: everything between two `frame` events.
public struct InputFrame {
    /// The device.
    public let device: InputDevice
    /// The latest time in it, on the event clock.
    public let time: EventTime
    /// The changes of touches, in the order in which the device reported them.
    public let samples: [TouchSample]
    /// Where the pointer is now, when that changed.
    public let hover: Hover?
    /// How what hovers is held, where the device says so.
    public var hoverContact: Contact? { extras?.hoverContact }
    /// What was scrolled.
    public var scroll: Scroll? { extras?.scroll }
    /// What the fingers on a touchpad do.
    public var touchpad: TouchpadGesture? { extras?.touchpad }

    /// What few frames have, set aside so that the others are small.
    private final class Extras {
        let hoverContact: Contact?
        let scroll: Scroll?
        let touchpad: TouchpadGesture?

        init(_ hoverContact: Contact?, _ scroll: Scroll?, _ touchpad: TouchpadGesture?) {
            self.hoverContact = hoverContact
            self.scroll = scroll
            self.touchpad = touchpad
        }
    }

    private let extras: Extras?

    /// A frame of one device.
    public init(
        from device: InputDevice, at time: EventTime, _ samples: [TouchSample], hover: Hover? = nil,
        hoverContact: Contact? = nil, scroll: Scroll? = nil, touchpad: TouchpadGesture? = nil
    ) {
        self.device = device
        self.time = time
        self.samples = samples
        self.hover = hover
        let isPlain = hoverContact == nil && scroll == nil && touchpad == nil
        extras = isPlain ? nil : Extras(hoverContact, scroll, touchpad)
    }

    /// Whether nothing happens in it.
    var isEmpty: Bool { samples.isEmpty && hover == nil && extras == nil }

    /// Returns the frame with other changes of touches in place of its own.
    public func with(_ samples: [TouchSample]) -> InputFrame {
        InputFrame(
            from: device, at: time, samples, hover: hover, hoverContact: hoverContact, scroll: scroll,
            touchpad: touchpad)
    }

    /// The frames to handle it as, if it is not just itself. One that is all of one touch comes down to as many as there are things that
    /// happened to it, moves on end being one: so it makes no difference whether a device reports them together.
    var parts: [InputFrame]? {
        guard samples.count > 1, samples.allSatisfy({ $0.key == samples[0].key }) else { return nil }
        var groups: [[TouchSample]] = []
        for sample in samples {
            if case .moved = sample.change, case .moved? = groups.last?.last?.change {
                groups[groups.count - 1].append(sample)
            } else {
                groups.append([sample])
            }
        }
        return groups.enumerated().map { index, group in
            InputFrame(
                from: device, at: group.map(\.time).max() ?? time, group, hover: index == 0 ? hover : nil,
                hoverContact: index == 0 ? hoverContact : nil, scroll: index == 0 ? scroll : nil,
                touchpad: index == 0 ? touchpad : nil)
        }
    }
}
