public import TouchKit

/// Views, recognizers, input events at their times, and what must come out: one object of a scenario file.
///
/// Times are milliseconds on one event clock, lengths logical points with y growing downward, angles radians,
/// positive clockwise as seen, velocities points per second.
public nonisolated struct Scenario: Sendable, Equatable {
    /// The scenario's name, unique in its file.
    public var name: String
    /// Where the facts come from; empty by default.
    public var source = ""
    /// What the scenario checks; empty by default.
    public var why = ""
    /// Remarks; empty by default.
    public var note = ""
    /// Labels; none by default.
    public var tags: [String] = []
    /// The views, parents before their children; by default one of 800 × 600 points.
    public var views = [View.standard]
    /// The recognizers in the order in which they are attached; none by default.
    public var recognizers: [Recognizer] = []
    /// The gesture settings that differ from the library's; infinity stands for "no limit".
    public var thresholds: [Threshold: Double] = [:]
    /// What happens, in order of time.
    public var events: [Event]
    /// The time to run to after the last event, so that deadlines fire; nil stands for the last event's time.
    public var advanceTo: Double?
    /// What must come out of the recognizers; nothing by default.
    public var expect: [Expectation] = []
    /// What must not come out of the recognizers; nothing by default.
    public var never: [Prohibition] = []
    /// The calls that views must get; nil, the default, if that is not checked.
    public var viewExpect: [ViewExpectation]?
    /// The calls that views must not get; nil, the default, if that is not checked.
    public var viewNever: [ViewExpectation]?
    /// What holds of the values that recognizers report; nothing by default.
    public var invariants: [Invariant] = []
    /// Whether outcomes may come besides those of `expect`; false by default.
    public var isPartial = false
    /// Whether the order of `expect` holds over all recognizers, not for each by itself; false by default.
    public var isStrictOrder = false
    /// Whether the events break the protocol on purpose; false by default.
    public var isMalformed = false
    /// What is added, modulo 2³², to the input's times before the recognizers' side gets them; 0 by default.
    public var clockBase = 0.0
    /// For how many milliseconds each delivered event blocks the main loop; 0 by default.
    public var handlerCost = 0.0
    /// Whether UIKit, with these thresholds, would give the same; unknown by default.
    public var uikitAgrees = Agreement.unknown

    /// A scenario of these events that expects nothing.
    public init(name: String, events: [Event] = []) {
        self.name = name
        self.events = events
    }

    /// The time at which the scenario is over.
    public var end: Double { advanceTo ?? events.last?.t ?? 0 }

    /// Whether UIKit would give the same.
    public enum Agreement: Sendable, Equatable {
        /// It would.
        case agrees
        /// It would not.
        case disagrees
        /// Nobody knows.
        case unknown
    }

    /// A number or a pair of numbers.
    public enum Quantity: Sendable, Equatable {
        /// One number.
        case scalar(Double)
        /// A pair.
        case vector(Point)
    }

    /// A view.
    public struct View: Sendable, Equatable {
        /// The view's name, unique in its scenario.
        public var id: String
        /// The frame in the parent's coordinates.
        public var frame: Rect
        /// The parent's name; nil, the default, stands for the window's root.
        public var parent: String?
        /// Whether the view takes more than one touch; true by default.
        public var isMultipleTouchEnabled = true
        /// Whether the view takes part in hit testing; true by default.
        public var isUserInteractionEnabled = true
        /// Whether the view is hidden; false by default.
        public var isHidden = false
        /// The opacity, from 0 to 1; 1 by default.
        public var alpha = 1.0
        /// Whether the view clips its children; false by default.
        public var clipsToBounds = false
        /// Whether the view, while it has a touch, keeps others from getting one; false by default.
        public var isExclusiveTouch = false
        /// Whether the view is the first responder at the start, which keys go to; false by default. At most one is;
        /// without one, keys go to the window's root.
        public var isFirstResponder = false

        /// The one view of a scenario that names none: `root`, of 800 × 600 points.
        public static let standard = View(id: "root", frame: Rect(x: 0, y: 0, width: 800, height: 600))

        /// A view in the window's root, or in another view.
        public init(id: String, frame: Rect, parent: String? = nil) {
            self.id = id
            self.frame = frame
            self.parent = parent
        }
    }

    /// A recognizer and the view that it is attached to.
    public struct Recognizer: Sendable, Equatable {
        /// The recognizer's name, unique in its scenario.
        public var id: String
        /// What it recognizes.
        public var kind: Kind
        /// The name of its view; "root" by default.
        public var view = View.standard.id
        /// The names of the recognizers that must fail first; none by default.
        public var requireToFail: [String] = []
        /// The names of the recognizers beside which it may recognize; none by default.
        public var simultaneousWith: [String] = []
        /// Whether it is enabled at the start; true by default.
        public var isEnabled = true
        /// Whether recognition cancels the touches in their views; true by default.
        public var cancelsTouchesInView = true
        /// Whether views get touches only once it has failed; false by default.
        public var delaysTouchesBegan = false
        /// Whether views get the ends of touches only once it has failed; in a file true by default, but false
        /// where the scenario has `viewExpect`.
        public var delaysTouchesEnded = true
        /// What its action does; nothing by default.
        public var onAction: Action?

        /// A recognizer of a kind, attached to a view.
        public init(id: String, kind: Kind, view: String = View.standard.id) {
            self.id = id
            self.kind = kind
            self.view = view
        }

        /// What a recognizer recognizes.
        public enum Kind: Sendable, Equatable {
            /// A number of taps of a number of touches; one tap of one touch of the primary button by default.
            case tap(taps: Int, touches: Int, buttons: Button)
            /// A press after a number of taps, for some milliseconds (500), straying no farther than some points (10).
            case longPress(taps: Int, touches: Int, minimumPressDuration: Double, allowableMovement: Double)
            /// A drag of one or more touches; nil stands for any number.
            case pan(minTouches: Int, maxTouches: Int?)
            /// A swipe; of one touch to the right by default.
            case swipe(direction: Direction, touches: Int)
            /// Two fingers that near or part.
            case pinch
            /// Two fingers that turn about each other.
            case rotation
            /// A drag in from one of these edges; the left one by default.
            case edgePan(edges: Set<Edge>)
            /// A pointer above the view.
            case hover

            /// The kind's name in a file.
            public var name: Name {
                switch self {
                case .tap: .tap
                case .longPress: .longPress
                case .pan: .pan
                case .swipe: .swipe
                case .pinch: .pinch
                case .rotation: .rotation
                case .edgePan: .edgePan
                case .hover: .hover
                }
            }

            /// The names of the kinds.
            public enum Name: String, Sendable, CaseIterable {
                /// Discrete.
                case tap, swipe
                /// Continuous.
                case longPress, pan, pinch, rotation, edgePan, hover

                /// The events that a recognizer of this kind can report.
                public var events: [Outcome.Event] {
                    switch self {
                    case .tap, .swipe: [.recognized, .cancelled, .failed]
                    case .longPress, .pan, .pinch, .rotation, .edgePan, .hover:
                        [.began, .changed, .ended, .cancelled, .failed]
                    }
                }
            }
        }

        /// What the action of a recognizer does.
        public enum Action: Sendable, Equatable {
            /// Removes the view of this name.
            case removeView(String)
            /// Moves the view of this name by the translation, which is then set to zero.
            case moveView(String)
        }
    }

    /// A button of a pointer.
    public enum Button: String, Sendable, CaseIterable {
        /// The left one, the right one, the wheel.
        case primary, secondary, middle
    }

    /// A key that changes the meaning of others.
    public enum Modifier: String, Sendable, CaseIterable {
        /// As ``Key/Modifiers`` names them.
        case shift, control, alternate, command

        /// The modifier in a set of them.
        var mask: Key.Modifiers {
            switch self {
            case .shift: .shift
            case .control: .control
            case .alternate: .alternate
            case .command: .command
            }
        }
    }

    /// The direction of a swipe.
    public enum Direction: String, Sendable, CaseIterable {
        /// As seen on the screen.
        case right, left, up, down
    }

    /// An edge of the root view.
    public enum Edge: String, Sendable, CaseIterable {
        /// As seen on the screen.
        case left, right, top, bottom
    }

    /// The gesture settings that a scenario can set; durations in milliseconds, lengths in points.
    public enum Threshold: String, Sendable, CaseIterable {
        /// The longest time from the last up of one tap to the first down of the next.
        case multiTapInterval
        /// The shortest such time that still counts as two taps.
        case multiTapMinimumInterval
        /// The farthest that the next tap may start from where the previous one did.
        case multiTapDistance
        /// How long an up is held back, in case that the finger bounces.
        case bounceInterval
        /// The longest time that a finger of a tap may stay down.
        case tapMaximumDuration
        /// The farthest that a finger of a tap may stray.
        case tapAllowableMovement
        /// How far the centroid moves before a pan begins.
        case panSlop
        /// The change of span before a pinch begins.
        case pinchSlop
        /// The change of angle, in radians, before a rotation begins.
        case rotationSlop
        /// The shortest way of a swipe.
        case swipeMinimumDistance
        /// The longest time of a swipe.
        case swipeMaximumDuration
        /// The lowest speed of a swipe, in points per second.
        case swipeMinimumVelocity
        /// How near its edge an edge pan must start.
        case edgeInset
    }

    /// Something that happens at a time.
    public struct Event: Sendable, Equatable {
        /// When.
        public var t: Double
        /// What.
        public var kind: Kind
        /// The name of the seat; nil stands for the default seat.
        public var seat: String?
        /// The time that the event carries where that is not `t`.
        public var stamp: Double?
        /// The time that the event counts as, whatever it carries; nil, the default, where what it carries decides. A
        /// recording gives it where it is not `t`.
        public var time: Double?
        /// Whether this event breaks the protocol on purpose; false by default.
        public var isMalformed = false

        /// Something that happens, by default on the default seat.
        public init(
            t: Double, kind: Kind, seat: String? = nil, stamp: Double? = nil, isMalformed: Bool = false
        ) {
            self.t = t
            self.kind = kind
            self.seat = seat
            self.stamp = stamp
            self.isMalformed = isMalformed
        }

        /// What happens; places are those of the surface.
        public enum Kind: Sendable, Equatable {
            /// A finger goes down; `outside` if that is beyond the root view.
            case down(id: Int, at: Contact, outside: Bool)
            /// A finger moves.
            case move(id: Int, at: Contact)
            /// A finger lifts.
            case up(id: Int)
            /// Every touch of the seat is cancelled, or only the one of this id.
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
            /// Something is scrolled by so many points; a finger that scrolls by none has left the touchpad.
            case scroll(by: Point, source: ScrollSource?)
            /// A key is pressed.
            case keyDown(Key)
            /// A key of this name that is held repeats. Of several, the one that was pressed first is meant.
            case keyRepeat(String)
            /// A key of this name is released. Of several, the one that was pressed first is meant.
            case keyUp(String)
            /// All keys of the seat that are held are taken away, or only the one of this name.
            case keyCancel(String?)
            /// The main loop is blocked for so many milliseconds.
            case stall(for: Double)
            /// The program or the seat changes something.
            case set(Change)

            /// The `type` of the event in a file.
            public enum Name: String, Sendable, CaseIterable {
                /// Of touch.
                case down, move, up, cancel, frame
                /// Of a pointer.
                case pointerEnter = "pointer-enter"
                /// Of a pointer.
                case pointerMove = "pointer-move"
                /// Of a pointer.
                case pointerDown = "pointer-down"
                /// Of a pointer.
                case pointerUp = "pointer-up"
                /// Of a pointer.
                case pointerLeave = "pointer-leave"
                /// Of a pointer.
                case pointerFrame = "pointer-frame"
                /// Of a keyboard.
                case keyDown = "key-down"
                /// Of a keyboard.
                case keyRepeat = "key-repeat"
                /// Of a keyboard.
                case keyUp = "key-up"
                /// Of a keyboard.
                case keyCancel = "key-cancel"
                /// Of a wheel, of the main loop, of the program.
                case scroll, stall, set
            }
        }

        /// Where and how a finger touches.
        public struct Contact: Sendable, Equatable {
            /// Where.
            public var position: Point
            /// The long axis of the contact ellipse, if known.
            public var major: Double?
            /// The short axis of the contact ellipse, if known.
            public var minor: Double?
            /// The angle of the ellipse, if known.
            public var orientation: Double?

            /// A contact, by default of unknown shape.
            public init(position: Point, major: Double? = nil, minor: Double? = nil, orientation: Double? = nil) {
                self.position = position
                self.major = major
                self.minor = minor
                self.orientation = orientation
            }
        }

        /// What scrolls.
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
            /// A view becomes the first responder, or ceases to be it.
            case viewFirstResponder(String, Bool)
            /// A view comes to be in the parent of this name; nil stands for the window's root.
            case viewAdded(String, frame: Rect, parent: String?)
            /// The seat announces its capabilities anew, with or without touch.
            case touch(Bool)
            /// The seat announces its capabilities anew, with or without a pointer.
            case pointer(Bool)
        }
    }

    /// What a number must be.
    public enum Matcher: Sendable, Equatable {
        /// Within 5 % of this, or within 0.01.
        case near(Double)
        /// Within bounds.
        case within(Bounds)

        /// The bounds of a number; those that are nil don't limit it.
        public struct Bounds: Sendable, Equatable {
            /// The number that it must exceed.
            public var greaterThan: Double?
            /// The number that it must stay below.
            public var lessThan: Double?
            /// The number that it must be near.
            public var approximately: Double?
            /// The greatest distance from `approximately`; nil stands for 5 % of it or 0.01, whichever is more.
            public var tolerance: Double?
        }
    }

    /// What a number or a pair of numbers must be.
    public enum QuantityMatcher: Sendable, Equatable {
        /// One number.
        case scalar(Matcher)
        /// A pair.
        case vector(Matcher, Matcher)
    }

    /// What must come out of a recognizer.
    public struct Expectation: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// What it must report.
        public var event: Outcome.Event
        /// When, within 1 ms; nil stands for any time.
        public var t: Double?
        /// Where in the root view, within half a point; nil stands for anywhere.
        public var location: Point?
        /// With which values; none asked by default.
        public var value = Value()
        /// For which reason it must fail; nil stands for any.
        public var reason: String?

        /// What the values of an outcome must be; what is nil is not asked.
        public struct Value: Sendable, Equatable {
            /// The ratio of spans.
            public var scale: Matcher?
            /// The angle in radians.
            public var rotation: Matcher?
            /// The way of the fingers.
            public var translation: QuantityMatcher?
            /// The speed, as a number or a pair.
            public var velocity: QuantityMatcher?
            /// The number of touches.
            public var touches: Matcher?
            /// The direction.
            public var direction: Direction?
        }
    }

    /// What must not come out of a recognizer.
    public struct Prohibition: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// What it must not report.
        public var event: Outcome.Event
        /// Only earlier than this is it forbidden; nil stands for no such bound.
        public var before: Double?
        /// Only later than this is it forbidden; nil stands for no such bound.
        public var after: Double?
    }

    /// A call that a view must, or must not, get.
    public struct ViewExpectation: Sendable, Equatable {
        /// The view's name.
        public var view: String
        /// Which of the touch methods.
        public var event: ViewCall.Event
        /// When, within 1 ms; nil stands for any time.
        public var t: Double?
        /// The number of touches or keys in the call; nil stands for any.
        public var count: Int?
        /// Where they are in the view's own space, in order of id, within half a point; nil stands for anywhere.
        public var locations: [Point]?
        /// The tap count of each of them; nil stands for any.
        public var tapCount: Int?
        /// The names of the keys in the call, in alphabetical order; nil stands for any.
        public var keys: [String]?
    }

    /// What holds of a value that a recognizer reports.
    public struct Invariant: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// Which value.
        public var property: Property
        /// Only from this time on; nil stands for all the time.
        public var from: Double?
        /// The largest change between two reports, one after the other.
        public var maxStep: Double?
        /// The largest change between any two reports.
        public var maxChange: Double?
        /// The last report.
        public var final: Quantity?
        /// How far the last report may be from `final`; nil stands for 5 % or 0.01.
        public var tolerance: Double?
        /// The largest magnitude.
        public var maxAbs: Double?
        /// Whether there may be neither NaN nor infinity.
        public var isFinite = false
        /// Whether it must be greater than zero.
        public var isPositive = false
        /// Whether it may not turn back.
        public var isMonotonic = false

        /// A value that recognizers report.
        public enum Property: String, Sendable, CaseIterable {
            /// A pair, and its first half.
            case translation
            /// The first half of the translation.
            case translationX = "translation.x"
            /// A number or a pair.
            case velocity
            /// Numbers.
            case scale, rotation
            /// A pair.
            case location
        }
    }
}
