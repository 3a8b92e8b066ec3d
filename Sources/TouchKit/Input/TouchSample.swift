/// A change of a touch.
package struct TouchSample {
    /// The beginning of a touch.
    package struct Start {
        /// The window in which the touch comes down; nil if it is on no window of the program.
        package let window: Window?
        /// The kind of the touch.
        package let type: Touch.Kind
        /// The button of a pointer; empty otherwise.
        package let buttonMask: ButtonMask

        /// Creates the beginning of a touch in a window.
        package init(in window: Window?, type: Touch.Kind, buttonMask: ButtonMask = []) {
            self.window = window
            self.type = type
            self.buttonMask = buttonMask
        }
    }

    /// A kind of change.
    package enum Change {
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
    package let key: TouchKey
    /// The time of the change, on the event clock.
    package let time: EventTime
    /// The change.
    package let change: Change
    /// The shape and force from now on; nil if they do not change.
    package let contact: Contact?

    /// Whether the touch moved or changed its shape.
    var isMove: Bool { if case .moved = change { true } else { false } }

    /// Whether the point of the change, if it has one, is within reasonable bounds; see ``Point/isSensible``.
    var isSensible: Bool {
        switch change {
        case .began(_, let place), .moved(let place): place.isSensible
        case .ended, .cancelled: true
        }
    }

    /// Returns whether the sample is the beginning of a touch in a window.
    package func begins(in window: Window) -> Bool {
        if case .began(let start, _) = change { start.window === window } else { false }
    }

    /// Creates a change of a touch.
    package init(_ key: TouchKey, _ change: Change, at time: EventTime, contact: Contact? = nil) {
        self.key = key
        self.time = time
        self.change = change
        self.contact = contact
    }
}
