/// The calls that the view of one touch has received, and the next one that it is to receive.
///
/// Undecided recognizers may hold back the beginning (`delaysTouchesBegan`) or the end (`delaysTouchesEnded`), and a
/// recognized one may cancel the touch (`cancelsTouchesInView`). A view that received the beginning receives exactly
/// one end or cancellation; a view that did not receive the beginning receives nothing.
nonisolated struct ViewStream: Equatable {
    /// The calls that recognizers hold back at the moment.
    struct Holds: Equatable {
        var began = false
        var ended = false
    }

    /// A method of the view.
    enum Call: CaseIterable {
        case began, moved, ended, cancelled
    }

    private enum Received {
        case nothing, beginning, everything
    }

    private var received = Received.nothing
    private var hasMoved = false
    private var hasEnded = false
    private var isSuppressed = false

    /// Whether the view will receive nothing more.
    var isClosed: Bool { received == .everything || (isSuppressed && received == .nothing) }

    /// Records a move; several moves that are held back become one.
    mutating func move() { hasMoved = true }
    /// Records that the touch was lifted.
    mutating func end() { hasEnded = true }
    /// Records that the touch is cancelled for the view.
    mutating func suppress() { isSuppressed = true }

    /// Returns the next call that may be made now, if there is one. Evaluates `holds` only if the result matters.
    func next(_ holds: () -> Holds) -> Call? {
        switch received {
        case .nothing: isSuppressed || holds().began ? nil : .began
        case .beginning:
            if isSuppressed {
                .cancelled
            } else if hasMoved {
                .moved
            } else if hasEnded && !holds().ended {
                .ended
            } else {
                nil
            }
        case .everything: nil
        }
    }

    /// Records that a call is being made.
    mutating func delivered(_ call: Call) {
        switch call {
        case .began: received = .beginning
        case .moved: hasMoved = false
        case .ended, .cancelled: received = .everything
        }
    }
}
