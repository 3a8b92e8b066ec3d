/// A change of a touch.
public struct TouchSample {
    /// The beginning of a touch.
    public struct Start {
        /// The window in which the touch comes down; nil if it is on no window of the program.
        public let window: Window?
        /// The kind of the touch.
        public let type: Touch.Kind
        /// The button of a pointer; empty otherwise.
        public let buttonMask: ButtonMask

        /// Creates the beginning of a touch in a window.
        public init(in window: Window?, type: Touch.Kind, buttonMask: ButtonMask = []) {
            self.window = window
            self.type = type
            self.buttonMask = buttonMask
        }
    }

    /// A kind of change.
    public enum Change {
        /// The touch came down at a point of the window's coordinates.
        case began(Start, at: Point)
        /// The touch moved to a point of the window's coordinates, or changed its shape there.
        case moved(to: Point)
        /// The touch was lifted where it was.
        case ended
        /// The touch was cancelled.
        case cancelled(FailureReason)
    }

    /// The touch.
    public let key: TouchKey
    /// The time of the change, on the event clock.
    public let time: EventTime
    /// The change.
    public let change: Change
    /// The shape and force from now on; nil if they do not change.
    public let contact: Contact?

    /// Whether the point of the change, if it has one, is within reasonable bounds; see ``Point/isSensible``.
    var isSensible: Bool {
        switch change {
        case .began(_, let place), .moved(let place): place.isSensible
        case .ended, .cancelled: true
        }
    }

    /// Returns whether the sample is the beginning of a touch in a window.
    public func begins(in window: Window) -> Bool {
        if case .began(let start, _) = change { start.window === window } else { false }
    }

    /// Creates a change of a touch.
    public init(_ key: TouchKey, _ change: Change, at time: EventTime, contact: Contact? = nil) {
        self.key = key
        self.time = time
        self.change = change
        self.contact = contact
    }
}
