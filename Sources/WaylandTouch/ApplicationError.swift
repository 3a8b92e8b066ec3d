public import Wayland

/// An error that prevents an application from starting, or ends it. The description is one line to show to the user.
public nonisolated enum ApplicationError: Error, Hashable {
    /// There is no compositor, it lacks a required global, or the connection to it has ended.
    case connection(ConnectionError)
    /// A system call failed.
    case system(operation: String, errno: Int32)
}

nonisolated extension ApplicationError: CustomStringConvertible {
    /// One line that says what failed, what was expected and what to do.
    public var description: String {
        switch self {
        case .connection(let error): error.description
        case .system(let operation, let number): "the event loop can't start: \(operation): \(systemText(number))"
        }
    }
}
