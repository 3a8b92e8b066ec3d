/// What a frame says of a touch, until it is applied. A frame may say that a touch comes down, moves and ends.
struct PendingChange {
    /// How a touch ends.
    enum End {
        /// The touch is lifted.
        case lift(at: EventTime)
        /// The touch is taken away.
        case cancellation(at: EventTime, FailureReason)
    }

    /// Whether the touch comes down.
    var begins = false
    /// Whether the touch moves or changes its shape.
    var moves = false
    /// The touch's new shape and force.
    var contact: Contact?
    /// How the touch ends.
    var end: End?

    /// Whether the touch is lifted.
    var lifts: Bool { if case .lift = end { true } else { false } }

    /// Whether the touch is taken away.
    var cancels: Bool { if case .cancellation = end { true } else { false } }

    /// Whether the touch ends.
    var ends: Bool { if case nil = end { false } else { true } }

    /// Whether there is anything to apply.
    var isAny: Bool { begins || moves || ends }
}
