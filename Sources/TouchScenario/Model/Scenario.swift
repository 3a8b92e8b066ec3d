public import TouchKit

/// One object of a scenario file: views, recognizers, timed input events, and the outcomes that are expected.
///
/// Times are milliseconds on one event clock. Lengths are logical points, with y growing downward. Angles are radians,
/// positive clockwise as seen. Velocities are points per second.
public nonisolated struct Scenario: Sendable, Equatable {
    /// The scenario's name, unique in its file.
    public var name: String
    /// The source of the facts. Default empty.
    public var source = ""
    /// What the scenario checks. Default empty.
    public var why = ""
    /// Remarks. Default empty.
    public var note = ""
    /// Labels. Default none.
    public var tags: [String] = []
    /// The views, parents before their children. Default one view of 800 × 600 points, ``View/standard``.
    public var views = [View.standard]
    /// The recognizers, in the order in which they are attached. Default none.
    public var recognizers: [Recognizer] = []
    /// The gesture settings that differ from the library's defaults; infinity stands for "no limit". Default none.
    public var thresholds: [Threshold: Double] = [:]
    /// The events, in order of time.
    public var events: [Event]
    /// The time to advance to after the last event, so that deadlines fire. Nil, the default, stands for the last event's
    /// time.
    public var advanceTo: Double?
    /// The outcomes that recognizers must report. Default none.
    public var expect: [Expectation] = []
    /// The outcomes that recognizers must not report. Default none.
    public var never: [Prohibition] = []
    /// The calls that views must get. Nil, the default, if calls are not checked.
    public var viewExpect: [ViewExpectation]?
    /// The calls that views must not get. Nil, the default, if calls are not checked.
    public var viewNever: [ViewExpectation]?
    /// Conditions on the values that recognizers report. Default none.
    public var invariants: [Invariant] = []
    /// Whether recognizers may report more than `expect` lists. Default false.
    public var isPartial = false
    /// Whether the order of `expect` holds across recognizers, instead of for each recognizer by itself. Default false.
    public var isStrictOrder = false
    /// Whether the events break the protocol on purpose. Default false.
    public var isMalformed = false
    /// The milliseconds that are added to the times of the input, modulo 2³², before a replay delivers it. Default 0.
    public var clockBase = 0.0
    /// The milliseconds for which each delivered event blocks the main loop. Default 0.
    public var handlerCost = 0.0
    /// Whether UIKit, with the same thresholds, gives the same outcomes. Default unknown.
    public var uikitAgrees = Agreement.unknown

    /// Creates a scenario of events that expects nothing.
    public init(name: String, events: [Event] = []) {
        self.name = name
        self.events = events
    }

    /// The time at which the scenario is over.
    public var end: Double { advanceTo ?? events.last?.t ?? 0 }

    /// Whether UIKit gives the same outcomes.
    public enum Agreement: Sendable, Equatable {
        /// UIKit gives the same outcomes.
        case agrees
        /// UIKit gives other outcomes.
        case disagrees
        /// UIKit's outcomes are not known.
        case unknown
    }

    /// A number or a pair of numbers.
    public enum Quantity: Sendable, Equatable {
        /// A number.
        case scalar(Double)
        /// A pair of numbers.
        case vector(Point)
    }

    /// A button of a pointer.
    public enum Button: String, Sendable, CaseIterable {
        /// The left button, the right button, the wheel.
        case primary, secondary, middle
    }

    /// A modifier key.
    public enum Modifier: String, Sendable, CaseIterable {
        /// The modifier of the same name in `Key.Modifiers`.
        case shift, control, alternate, command

        /// The modifier as an option.
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
        /// The direction as seen on the screen.
        case right, left, up, down
    }

    /// An edge of the root view.
    public enum Edge: String, Sendable, CaseIterable {
        /// The edge as seen on the screen.
        case left, right, top, bottom
    }
}
