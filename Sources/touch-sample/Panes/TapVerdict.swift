import TouchKit

/// A tap that one of the two panes has recognized.
struct TapVerdict: Equatable {
    /// The way in which a pane tells single taps from double taps.
    enum Way: String {
        /// Touch methods, `tapCount` and a delayed perform.
        case handlers
        /// Two tap recognizers, one of which requires the other to fail.
        case recognizers
    }

    /// 1 for a single tap, 2 for a double tap.
    let count: Int
    let way: Way
    /// The identifier of the tapped view.
    let view: String
    /// The location of the first tap, in the window's coordinates.
    let location: Point
    /// The time of the event or the deadline that decided.
    let time: EventTime
}
