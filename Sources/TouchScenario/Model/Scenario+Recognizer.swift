nonisolated extension Scenario {
    /// A recognizer and the view that it is attached to.
    public struct Recognizer: Sendable, Equatable {
        /// The recognizer's name, unique in its scenario.
        public var id: String
        /// The gesture that it recognizes.
        public var kind: Kind
        /// The name of its view. Default "root".
        public var view = View.standard.id
        /// The names of the recognizers that must fail first. Default none.
        public var requireToFail: [String] = []
        /// The names of the recognizers that may recognize at the same time. Default none.
        public var simultaneousWith: [String] = []
        /// Whether it is enabled at the start. Default true.
        public var isEnabled = true
        /// Whether recognition cancels the touches in their views. Default true.
        public var cancelsTouchesInView = true
        /// Whether views receive touches only after it has failed. Default false.
        public var delaysTouchesBegan = false
        /// Whether views receive the ends of touches only after it has failed. Default true; in a file, false where the
        /// scenario has `viewExpect`.
        public var delaysTouchesEnded = true
        /// The effect of its action. Default none.
        public var onAction: Action?

        /// Creates a recognizer that is attached to a view.
        public init(id: String, kind: Kind, view: String = View.standard.id) {
            self.id = id
            self.kind = kind
            self.view = view
        }

        /// The gesture that a recognizer recognizes.
        public enum Kind: Sendable, Equatable {
            /// A number of taps with a number of fingers, or with a button of a pointer. A file has 1, 1 and the primary
            /// button by default.
            case tap(taps: Int, touches: Int, buttons: Button)
            /// A press of some milliseconds with a number of fingers after a number of taps, during which no finger moves
            /// farther than some points. A file has 0 taps, 1 finger, 500 ms and 10 points by default.
            case longPress(taps: Int, touches: Int, minimumPressDuration: Double, allowableMovement: Double)
            /// A drag; a maximum of nil stands for any number of fingers. A file has 1 and nil by default.
            case pan(minTouches: Int, maxTouches: Int?)
            /// A swipe in a direction with a number of fingers. A file has right and 1 by default.
            case swipe(direction: Direction, touches: Int)
            /// A change of the distance between two fingers.
            case pinch
            /// A rotation of two fingers about each other.
            case rotation
            /// A drag that starts at one of some edges. A file has the left edge by default.
            case edgePan(edges: Set<Edge>)
            /// A pointer over the view.
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

            /// The name of a kind in a file.
            public enum Name: String, Sendable, CaseIterable {
                /// A discrete gesture.
                case tap, swipe
                /// A continuous gesture.
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

        /// The effect of a recognizer's action.
        public enum Action: Sendable, Equatable {
            /// Removes the view of this name.
            case removeView(String)
            /// Moves the view of this name by the recognizer's translation, and sets the translation to zero.
            case moveView(String)
        }
    }
}
