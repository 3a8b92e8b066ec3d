public import TouchKit

/// An event that a recognizer reported.
public nonisolated struct Outcome: Sendable, Equatable {
    /// The time of the deciding event or deadline, in milliseconds on the scenario's clock.
    public var t: Double
    /// The recognizer's name.
    public var recognizer: String
    /// The event.
    public var event: Event
    /// The location in the root view; nil for failures and cancellations.
    public var location: Point?
    /// The recognizer's values at that time. Default none.
    public var value = Value()
    /// The reason for a failure or a cancellation.
    public var reason: String?
    /// The number that decided, if a number did.
    public var detail: Detail?

    /// An event that a recognizer can report.
    public enum Event: String, Sendable, CaseIterable {
        /// Reported by discrete recognizers only.
        case recognized
        /// Reported by continuous recognizers only.
        case began, changed, ended
        /// Reported by every recognizer.
        case cancelled, failed
    }

    /// The values of a recognizer. Values that its class lacks are nil.
    public struct Value: Sendable, Equatable {
        /// The ratio of the fingers' distances.
        public var scale: Double?
        /// The angle in radians, positive clockwise.
        public var rotation: Double?
        /// The distance that the fingers have moved, in points.
        public var translation: Point?
        /// The change per second: of a pan in points (a pair), of a pinch in scale, of a rotation in radians (a number).
        public var velocity: Scenario.Quantity?
        /// The number of touches.
        public var touches: Int?
        /// The direction of a swipe.
        public var direction: Scenario.Direction?
    }

    /// A measured number and its limit.
    public struct Detail: Sendable, Equatable {
        /// The measured number.
        public var measured: Double
        /// The greatest or least number that was allowed.
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
