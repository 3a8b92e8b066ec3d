import Glibc

/// Owns an open file descriptor: whoever holds the value has to answer for it, and it is closed with it.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number; valid as long as this value lives.
    public private(set) var rawValue: Int32

    /// Takes over a descriptor that nobody else closes.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Gives up ownership: the caller closes the descriptor now.
    public consuming func take() -> Int32 {
        let taken = rawValue
        rawValue = -1
        return taken
    }

    /// Closes the descriptor now rather than at the end of its scope.
    public consuming func close() {}

    deinit {
        if rawValue >= 0 { _ = Glibc.close(rawValue) }
    }
}
