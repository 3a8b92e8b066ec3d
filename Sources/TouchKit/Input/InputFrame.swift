/// One input device of one seat: what a `wl_touch` or a `wl_pointer` object stands for.
///
/// A device that is lost and comes again is another one, so the ids of its contacts can't be mistaken for old ones.
public nonisolated struct InputDevice: Hashable, Sendable {
    /// The seat that it belongs to.
    public let seat: UInt32
    /// Which of the devices that the program has ever had it is.
    public let generation: UInt32

    /// The device of a seat that was made as the `generation`th.
    public init(seat: UInt32, generation: UInt32) {
        self.seat = seat
        self.generation = generation
    }
}

/// A contact's name while it is down: its device and the id that the device gave it. Ids are opaque and reused.
public nonisolated struct TouchKey: Hashable, Sendable {
    /// The device.
    public let device: InputDevice
    /// The device's own id, any number.
    public let id: Int32

    /// The contact that `device` calls `id`.
    public init(device: InputDevice, id: Int32) {
        self.device = device
        self.id = id
    }
}

/// What a device says about the shape and the force of a contact.
public nonisolated struct Contact: Hashable, Sendable {
    /// The radius along the longer axis, in points.
    public var majorRadius = 0.0
    /// The radius along the shorter axis, in points.
    public var minorRadius = 0.0
    /// The turn of the longer axis from upright, clockwise, in radians.
    public var orientation = 0.0
    /// The force; 1 is an average touch.
    public var force = 0.0
    /// A stylus's angle to the surface, in radians: π/2 stands upright, 0 lies flat.
    public var altitude = Double.pi / 2
    /// The direction that a stylus leans to, in radians, clockwise from the x axis.
    public var azimuth = 0.0
    /// How far above the surface a stylus hovers, from 0 (it touches) to 1 (as far as can be sensed).
    public var distance = 0.0

    /// A contact of which nothing is known.
    public init() {}
}

/// One change of one touch.
public struct TouchSample {
    /// How a touch begins.
    public struct Start {
        /// The window that it comes down in.
        public let window: Window?
        /// What makes it.
        public let type: Touch.Kind
        /// The button, for a pointer.
        public let buttonMask: ButtonMask

        /// The start of a touch in a window.
        public init(in window: Window?, type: Touch.Kind, buttonMask: ButtonMask = []) {
            self.window = window
            self.type = type
            self.buttonMask = buttonMask
        }
    }

    /// What happened to it.
    public enum Change {
        /// It came down, at a place in the window's coordinates.
        case began(Start, at: Point)
        /// It moved to a place in the window's coordinates, or stayed and changed its shape.
        case moved(to: Point)
        /// It was lifted where it was.
        case ended
        /// It was taken away.
        case cancelled(FailureReason)
    }

    /// Which touch.
    public let key: TouchKey
    /// When, on the event clock.
    public let time: EventTime
    /// What happened.
    public let change: Change
    /// Its shape and force from now on; nil where they are as before.
    public let contact: Contact?

    /// Whether the place that it tells of, if it does, is one.
    var isSensible: Bool {
        switch change {
        case .began(_, let place), .moved(let place): place.isSensible
        case .ended, .cancelled: true
        }
    }

    /// Whether a touch begins with it in a window.
    public func begins(in window: Window) -> Bool {
        if case .began(let start, _) = change { start.window === window } else { false }
    }

    /// A change of one touch.
    public init(_ key: TouchKey, _ change: Change, at time: EventTime, contact: Contact? = nil) {
        self.key = key
        self.time = time
        self.change = change
        self.contact = contact
    }
}

/// Where a pointer without a button held is.
public enum Hover {
    /// Over a window, at a place in its coordinates.
    case over(Window, at: Point)
    /// Over none of ours.
    case away
}

/// A turn of a wheel or a slide of fingers on a touchpad.
public nonisolated struct Scroll: Hashable, Sendable {
    /// How far, in points; positive is right and down, as the compositor says.
    public var delta: Point
    /// Whether it comes in notches, as a wheel's, and not continuously.
    public var isDiscrete: Bool
    /// Whether the fingers have left the touchpad.
    public var isLast: Bool

    /// A scroll by `delta` points.
    public init(delta: Point, isDiscrete: Bool, isLast: Bool = false) {
        self.delta = delta
        self.isDiscrete = isDiscrete
        self.isLast = isLast
    }
}

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
