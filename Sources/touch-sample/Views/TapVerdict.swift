import TouchKit

/// What one of the two ways made of a person's taps.
struct TapVerdict: Equatable {
    /// How the taps were told apart.
    enum Way: String {
        /// Touch methods, `tapCount` and a delayed perform.
        case handlers
        /// Two tap recognizers, one of which waits for the other to fail.
        case recognizers
    }

    /// 1 for a single tap, 2 for a double one.
    let count: Int
    let way: Way
    /// Which view was tapped.
    let view: String
    /// Where the first tap was, in the window's coordinates.
    let location: Point
    /// The time of the event or the deadline that decided.
    let time: EventTime
}
