/// What the view of one touch has been told of it, and what it is to be told next.
///
/// Recognizers may hold the beginning back (`delaysTouchesBegan`) or the end (`delaysTouchesEnded`) while they are
/// undecided, and may take the touch away when they are recognized (`cancelsTouchesInView`). A touch whose beginning
/// was told is told to have ended or to be cancelled, once; one that was not told is never heard of.
nonisolated struct ViewStream: Equatable {
    /// What is held back at the moment.
    struct Holds: Equatable {
        var began = false
        var ended = false
    }

    /// A method to call on the view.
    enum Call: CaseIterable {
        case began, moved, ended, cancelled
    }

    private enum Told {
        case nothing, beginning, everything
    }

    private var told = Told.nothing
    private var hasMoved = false
    private var hasEnded = false
    private var isSuppressed = false

    /// Whether nothing more will be told.
    var isClosed: Bool { told == .everything || (isSuppressed && told == .nothing) }

    /// The touch has moved; several moves that are held back become one.
    mutating func move() { hasMoved = true }
    /// The touch was lifted.
    mutating func end() { hasEnded = true }
    /// A recognizer or the world takes the touch from the view.
    mutating func suppress() { isSuppressed = true }

    /// The call to make next, if one may be made now. It asks for what is held back only where that matters.
    func next(_ holds: () -> Holds) -> Call? {
        switch told {
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

    /// The call is being made.
    mutating func delivered(_ call: Call) {
        switch call {
        case .began: told = .beginning
        case .moved: hasMoved = false
        case .ended, .cancelled: told = .everything
        }
    }
}
