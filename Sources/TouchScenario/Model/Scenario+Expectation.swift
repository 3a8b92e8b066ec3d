public import TouchKit

nonisolated extension Scenario {
    /// A condition on a number.
    public enum Matcher: Sendable, Equatable {
        /// The number differs from this one by at most 5 % or 0.01, whichever is more.
        case near(Double)
        /// The number is within bounds.
        case within(Bounds)

        /// The bounds of a number. A bound that is nil is not checked.
        public struct Bounds: Sendable, Equatable {
            /// The number must be greater than this one.
            public var greaterThan: Double?
            /// The number must be less than this one.
            public var lessThan: Double?
            /// The number must be near this one.
            public var approximately: Double?
            /// The greatest distance from `approximately`. Nil stands for 5 % of it or 0.01, whichever is more.
            public var tolerance: Double?
        }
    }

    /// A condition on a number or a pair of numbers.
    public enum QuantityMatcher: Sendable, Equatable {
        /// The condition on a number.
        case scalar(Matcher)
        /// The conditions on a pair of numbers.
        case vector(Matcher, Matcher)
    }

    /// An outcome that a recognizer must report.
    public struct Expectation: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// The event that it must report.
        public var event: Outcome.Event
        /// The time, within 1 ms. Nil stands for any time.
        public var t: Double?
        /// The location in the root view, within half a point. Nil stands for any location.
        public var location: Point?
        /// Conditions on the recognizer's values. Default none.
        public var value = Value()
        /// The reason for the failure. Nil stands for any reason.
        public var reason: String?

        /// Conditions on the values of an outcome. A value whose condition is nil is not checked.
        public struct Value: Sendable, Equatable {
            /// The ratio of the fingers' distances.
            public var scale: Matcher?
            /// The angle in radians.
            public var rotation: Matcher?
            /// The distance that the fingers have moved.
            public var translation: QuantityMatcher?
            /// The speed, as a number or a pair.
            public var velocity: QuantityMatcher?
            /// The number of touches.
            public var touches: Matcher?
            /// The direction.
            public var direction: Direction?
        }
    }

    /// An outcome that a recognizer must not report.
    public struct Prohibition: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// The event that it must not report.
        public var event: Outcome.Event
        /// The outcome is forbidden only before this time. Nil stands for no bound.
        public var before: Double?
        /// The outcome is forbidden only after this time. Nil stands for no bound.
        public var after: Double?
    }

    /// A call that a view must, or must not, get.
    public struct ViewExpectation: Sendable, Equatable {
        /// The view's name.
        public var view: String
        /// The method that is called.
        public var event: ViewCall.Event
        /// The time, within 1 ms. Nil stands for any time.
        public var t: Double?
        /// The number of touches or keys in the call. Nil stands for any number.
        public var count: Int?
        /// The touches' locations in the view's own space, in order of id, within half a point. Nil stands for any
        /// locations.
        public var locations: [Point]?
        /// The tap count of each touch. Nil stands for any count.
        public var tapCount: Int?
        /// The names of the keys in the call, in alphabetical order. Nil stands for any keys.
        public var keys: [String]?
    }

    /// A condition on a value that a recognizer reports, over all of its reports.
    public struct Invariant: Sendable, Equatable {
        /// The recognizer's name.
        public var recognizer: String
        /// The value.
        public var property: Property
        /// The time from which the condition holds. Nil stands for the beginning.
        public var from: Double?
        /// The largest change between two successive reports. Nil stands for no limit.
        public var maxStep: Double?
        /// The largest change between any two reports. Nil stands for no limit.
        public var maxChange: Double?
        /// The last report. Nil stands for any value.
        public var final: Quantity?
        /// The greatest distance of the last report from `final`. Nil stands for 5 % or 0.01, whichever is more.
        public var tolerance: Double?
        /// The largest magnitude. Nil stands for no limit.
        public var maxAbs: Double?
        /// Whether the value must be neither NaN nor infinite. Default false.
        public var isFinite = false
        /// Whether the value must be greater than zero. Default false.
        public var isPositive = false
        /// Whether the value must only grow or only shrink. Default false.
        public var isMonotonic = false

        /// A value that recognizers report.
        public enum Property: String, Sendable, CaseIterable {
            /// A pair.
            case translation
            /// The x of the translation.
            case translationX = "translation.x"
            /// A number or a pair.
            case velocity
            /// A number.
            case scale, rotation
            /// A pair, in the root view.
            case location
        }
    }
}
