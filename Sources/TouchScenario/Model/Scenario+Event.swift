public import TouchKit

nonisolated extension Scenario {
    /// An event at a time.
    public struct Event: Sendable, Equatable {
        /// The time at which the event arrives.
        public var t: Double
        /// The event.
        public var kind: Kind
        /// The name of the seat. Nil, the default, stands for the default seat.
        public var seat: String?
        /// The time that the event carries. Nil, the default, stands for `t`.
        public var stamp: Double?
        /// The time that the event counts as, whatever it carries. Nil, the default, if the carried time decides. A
        /// recording has it where it differs from `t`.
        public var time: Double?
        /// Whether the event breaks the protocol on purpose. Default false.
        public var isMalformed = false

        /// Creates an event.
        public init(
            t: Double, kind: Kind, seat: String? = nil, stamp: Double? = nil, isMalformed: Bool = false
        ) {
            self.t = t
            self.kind = kind
            self.seat = seat
            self.stamp = stamp
            self.isMalformed = isMalformed
        }

        /// What happens. Locations are in the surface's coordinate space.
        public enum Kind: Sendable, Equatable {
            /// A finger goes down; `outside` if that is beyond the root view.
            case down(id: Int, at: Contact, outside: Bool)
            /// A finger moves.
            case move(id: Int, at: Contact)
            /// A finger is lifted.
            case up(id: Int)
            /// The touch of this id is cancelled or, for nil, every touch of the seat.
            case cancel(id: Int?)
            /// A batch of touch events is complete.
            case frame
            /// The pointer enters the surface.
            case pointerEnter(Point)
            /// The pointer moves.
            case pointerMove(Point)
            /// A button is pressed.
            case pointerDown(Button)
            /// A button is released.
            case pointerUp(Button)
            /// The pointer leaves the surface.
            case pointerLeave
            /// A batch of pointer events is complete.
            case pointerFrame
            /// A wheel or a touchpad scrolls by a distance in points. A finger that scrolls by zero has left the touchpad.
            case scroll(by: Point, source: ScrollSource?)
            /// A key is pressed.
            case keyDown(Key)
            /// The held key of this name repeats. Of several keys with the name, the one that was pressed first does.
            case keyRepeat(String)
            /// The held key of this name is released. Of several keys with the name, the one that was pressed first is.
            case keyUp(String)
            /// The held key of this name is cancelled or, for nil, every held key of the seat.
            case keyCancel(String?)
            /// The main loop is blocked for some milliseconds.
            case stall(for: Double)
            /// The program or the seat makes a change.
            case set(Change)
        }

        /// The location and the shape of a touch.
        public struct Contact: Sendable, Equatable {
            /// The location.
            public var position: Point
            /// The long axis of the contact ellipse, if known.
            public var major: Double?
            /// The short axis of the contact ellipse, if known.
            public var minor: Double?
            /// The angle of the ellipse, if known.
            public var orientation: Double?

            /// Creates a contact, by default of unknown shape.
            public init(position: Point, major: Double? = nil, minor: Double? = nil, orientation: Double? = nil) {
                self.position = position
                self.major = major
                self.minor = minor
                self.orientation = orientation
            }
        }

        /// The device that scrolls.
        public enum ScrollSource: String, Sendable, CaseIterable {
            /// A wheel, or a finger on a touchpad.
            case wheel, finger
        }

        /// A change that the program or the seat makes.
        public enum Change: Sendable, Equatable {
            /// A recognizer is enabled or disabled.
            case recognizerEnabled(String, Bool)
            /// A recognizer's translation is set.
            case recognizerTranslation(String, Point)
            /// A view is removed from its parent.
            case viewRemoved(String)
            /// A view is hidden or shown.
            case viewHidden(String, Bool)
            /// User interaction with a view is enabled or disabled.
            case viewEnabled(String, Bool)
            /// A view becomes first responder or resigns.
            case viewFirstResponder(String, Bool)
            /// A view is added to the parent of this name; nil stands for the window.
            case viewAdded(String, frame: Rect, parent: String?)
            /// The seat announces its capabilities anew, with or without touch.
            case touch(Bool)
            /// The seat announces its capabilities anew, with or without a pointer.
            case pointer(Bool)
        }
    }
}
