/// The state of a recognizer, as its lane in the inspector shows it.
enum LaneState: Hashable {
    /// No gesture is under way.
    case idle
    /// The recognizer has touches or a deadline, and has not decided.
    case possible
    /// The recognizer has recognized, and is held back until the named recognizer has failed.
    case waiting(for: String)
    /// A continuous gesture is under way.
    case active
    /// The recognizer has decided, and is not ready for the next gesture yet.
    case over
}
