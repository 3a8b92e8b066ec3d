/// The content of a buffer: where the compositor and we are with it. Each step says what is to be done.
nonisolated enum BufferState: Hashable {
    /// Nobody uses it.
    case free
    /// It is being drawn.
    case leased
    /// The compositor reads it.
    case held
    /// It will not be used again, and is destroyed as soon as nobody uses it.
    case retired

    /// What follows from a step.
    enum Consequence: Hashable {
        /// Nothing.
        case none
        /// Nobody uses it and nobody will.
        case destroy
    }

    /// Begins to draw; false where that is not allowed.
    mutating func lease() -> Bool {
        guard self == .free else { return false }
        self = .leased
        return true
    }

    /// What was drawn is handed to the compositor.
    mutating func commit() {
        if self == .leased { self = .held }
    }

    /// The drawing is over, and nothing of it is shown.
    mutating func giveBack() -> Consequence {
        switch self {
        case .leased: self = .free
        case .retired: return .destroy
        case .free, .held: break
        }
        return .none
    }

    /// The compositor has let go of it. One that it did not hold stays as it is.
    mutating func release() -> Consequence {
        switch self {
        case .held: self = .free
        case .retired: return .destroy
        case .free, .leased: break
        }
        return .none
    }

    /// It has the wrong size by now, or its window is closed.
    mutating func retire() -> Consequence {
        let wasFree = self == .free
        self = .retired
        return wasFree ? .destroy : .none
    }
}
