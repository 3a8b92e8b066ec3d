/// The state of a buffer that the program and the compositor use in turn. Each method is a transition and returns its
/// consequence.
nonisolated enum BufferState: Hashable {
    /// The buffer can be leased.
    case free
    /// The program draws into the buffer.
    case leased
    /// The compositor reads the buffer.
    case held
    /// The buffer is not leased again, and is destroyed as soon as its lease or the compositor's use ends.
    case retired

    /// The consequence of a transition.
    enum Consequence: Hashable {
        /// There is nothing to do.
        case none
        /// The buffer is unused and has to be destroyed.
        case destroy
    }

    /// Leases a free buffer. Returns false if the buffer is not free.
    mutating func lease() -> Bool {
        guard self == .free else { return false }
        self = .leased
        return true
    }

    /// Hands a leased buffer to the compositor.
    mutating func commit() {
        if self == .leased { self = .held }
    }

    /// Ends a lease without showing the buffer.
    mutating func giveBack() -> Consequence {
        switch self {
        case .leased: self = .free
        case .retired: return .destroy
        case .free, .held: break
        }
        return .none
    }

    /// Handles the compositor's release. A buffer that the compositor did not hold does not change.
    mutating func release() -> Consequence {
        switch self {
        case .held: self = .free
        case .retired: return .destroy
        case .free, .leased: break
        }
        return .none
    }

    /// Retires a buffer, as when the window has got another size.
    mutating func retire() -> Consequence {
        let wasFree = self == .free
        self = .retired
        return wasFree ? .destroy : .none
    }
}
