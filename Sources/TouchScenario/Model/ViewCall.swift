public import TouchKit

/// A call of a view's touch method, or of the first responder's press method.
public nonisolated struct ViewCall: Sendable, Equatable {
    /// The time of the event that the call is for, in milliseconds on the scenario's clock.
    public var t: Double
    /// The view's name.
    public var view: String
    /// The method.
    public var event: Event
    /// The location of each touch in the view's own space, in order of id.
    public var locations: [Point]
    /// The tap count of each touch, in order of id.
    public var tapCounts: [Int]
    /// The names of the keys, in alphabetical order. Default none, as in calls of touch methods.
    public var keys: [String] = []

    /// The number of touches or keys in the call.
    public var count: Int { locations.count + keys.count }

    /// A method of a view.
    public enum Event: String, Sendable, CaseIterable {
        /// A touch method.
        case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
        /// A press method.
        case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    }
}
