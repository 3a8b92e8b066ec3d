public import Wayland

/// Why an application can't start, or had to end. The description is one line for a person.
public nonisolated enum ApplicationError: Error, Hashable {
    /// There is no compositor, it lacks what is needed, or the connection to it has ended.
    case connection(ConnectionError)
    /// A system call failed.
    case system(operation: String, errno: Int32)
}

nonisolated extension ApplicationError: CustomStringConvertible {
    /// One line: what failed, on what, what was expected, what to do.
    public var description: String {
        switch self {
        case .connection(let error): error.description
        case .system(let operation, let number): "the event loop can't start: \(operation): \(systemText(number))"
        }
    }
}
