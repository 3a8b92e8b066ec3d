public import TouchKit

/// Something that a recognizer reported.
public nonisolated struct Outcome: Sendable, Equatable {
    /// The time, in milliseconds on the scenario's clock, of the event or deadline that decided.
    public var t: Double
    /// The recognizer's name.
    public var recognizer: String
    /// What it reported.
    public var event: Event
    /// Where in the root view, if anywhere.
    public var location: Point?
    /// The values that it had then; none by default.
    public var value = Value()
    /// Why it failed.
    public var reason: String?
    /// What decided that it failed, if that was a number.
    public var detail: Detail?

    /// What a recognizer can report.
    public enum Event: String, Sendable, CaseIterable {
        /// By discrete recognizers only.
        case recognized
        /// By continuous recognizers only.
        case began, changed, ended
        /// By all.
        case cancelled, failed
    }

    /// The values of a recognizer; nil is what it has not.
    public struct Value: Sendable, Equatable {
        /// The ratio of spans.
        public var scale: Double?
        /// The angle in radians, positive clockwise.
        public var rotation: Double?
        /// The way of the fingers, in points.
        public var translation: Point?
        /// The speed per second: points of a pan (a pair), or of a pinch or rotation (a number).
        public var velocity: Scenario.Quantity?
        /// The number of touches.
        public var touches: Int?
        /// The direction of a swipe.
        public var direction: Scenario.Direction?
    }

    /// A measure that decided.
    public struct Detail: Sendable, Equatable {
        /// What it was.
        public var measured: Double
        /// What it might have been at most, or at least.
        public var allowed: Double
    }

    /// The outcome as one JSON object.
    public var line: String {
        var text = ObjectText()
        text.add("t", t)
        text.add("recognizer", recognizer)
        text.add("event", event)
        text.add("location", location)
        text.add("value", value == Value() ? nil : value)
        text.add("reason", reason)
        text.add("detail", detail)
        return text.jsonText
    }
}

/// A call of one of a view's touch methods, or of a first responder's press methods.
public nonisolated struct ViewCall: Sendable, Equatable {
    /// The time, in milliseconds on the scenario's clock, of the event that the call is for.
    public var t: Double
    /// The view's name.
    public var view: String
    /// Which method.
    public var event: Event
    /// Where each touch of the call is in the view's own space, in order of id.
    public var locations: [Point]
    /// The tap count of each touch of the call, in order of id.
    public var tapCounts: [Int]

    /// The names of the keys of the call, in alphabetical order; none for a call of a touch method, the default.
    public var keys: [String] = []

    /// The number of touches or keys in the call.
    public var count: Int { locations.count + keys.count }

    /// The methods.
    public enum Event: String, Sendable, CaseIterable {
        /// The touch methods.
        case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
        /// The press methods.
        case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    }
}

nonisolated extension Outcome.Event: JSONWritable {}
nonisolated extension Scenario.Direction: JSONWritable {}

nonisolated extension Outcome.Value: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("scale", scale)
        text.add("rotation", rotation)
        text.add("translation", translation)
        text.add("velocity", velocity)
        text.add("touches", touches)
        text.add("direction", direction)
        return text.jsonText
    }
}

nonisolated extension Outcome.Detail: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("measured", measured)
        text.add("allowed", allowed)
        return text.jsonText
    }
}
