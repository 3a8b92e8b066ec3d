/// The changes of a touch in a frame that were not applied yet. A touch can come down, move and end in one frame.
struct PendingChange {
    /// The way in which a touch ends.
    enum End {
        /// The touch is lifted.
        case lift(at: EventTime)
        /// The touch is cancelled.
        case cancellation(at: EventTime, FailureReason)
    }

    /// Whether the touch comes down.
    var begins = false
    /// Whether the touch moves or changes its shape.
    var moves = false
    /// The end of the touch; nil if it goes on.
    var end: End?

    /// Whether the touch is lifted.
    var lifts: Bool { if case .lift = end { true } else { false } }

    /// Whether the touch is cancelled.
    var cancels: Bool { if case .cancellation = end { true } else { false } }

    /// Whether the touch ends.
    var ends: Bool { if case nil = end { false } else { true } }

    /// Whether the touch moves, and nothing else.
    var isOnlyMove: Bool { moves && !begins && !ends }

    /// Whether there is anything to apply.
    var isAny: Bool { begins || moves || ends }
}
