import Glibc

/// Owns an open file descriptor and closes it at the end of its life.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid while this value exists.
    public private(set) var rawValue: Int32

    /// Takes ownership of a descriptor, which nothing else may close.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Returns the descriptor and gives up ownership: the caller has to close it.
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
