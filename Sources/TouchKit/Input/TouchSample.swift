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
