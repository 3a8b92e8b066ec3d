import Glibc

/// An error that prevents or ends a connection to a compositor. The description is one line to show to the user.
public enum ConnectionError: Error, Hashable, Sendable {
    /// `$XDG_RUNTIME_DIR` is unset, empty or not absolute; the value, if any.
    case noRuntimeDirectory(value: String?)
    /// `$WAYLAND_SOCKET` is not the number of an open descriptor.
    case badSocketVariable(value: String)
    /// The socket does not answer: its path, what named the path, and the errno.
    case unreachable(path: String, from: String, errno: Int32)
    /// The compositor closed the connection or exited.
    case closed
    /// The compositor ended the connection because this client broke the protocol.
    case protocolError(ProtocolError)
    /// A message from the compositor is malformed or too large, or its file descriptor could not be received because
    /// the process has reached its limit of open files.
    case unreadableMessage
    /// A system call failed.
    case system(operation: String, errno: Int32)
    /// The compositor does not offer a required global.
    case missingGlobal(interface: String, needed: UInt32)
    /// The compositor offers a required global only in an older version.
    case oldGlobal(interface: String, offered: UInt32, needed: UInt32)
}

extension ConnectionError: CustomStringConvertible {
    /// One line that says what failed, what was expected and what to do.
    public var description: String {
        switch self {
        case .noRuntimeDirectory(let value):
            "no Wayland compositor: XDG_RUNTIME_DIR is \(value.map { "\"\($0)\"" } ?? "not set"), expected the absolute "
                + "path of the folder with its socket; start this in a Wayland session, or set XDG_RUNTIME_DIR and "
                + "WAYLAND_DISPLAY"
        case .badSocketVariable(let value):
            "no Wayland compositor: WAYLAND_SOCKET is \"\(value)\", expected the number of an open file descriptor; "
                + "unset it to connect by WAYLAND_DISPLAY"
        case .unreachable(let path, let from, let number):
            "no Wayland compositor at \(path) (from \(from)): \(Self.text(number)), expected a socket that answers; "
                + "start a compositor, or set WAYLAND_DISPLAY to the name of a running one"
        case .closed:
            "the compositor closed the connection; it has ended, or it gave up on this program"
        case .protocolError(let error):
            error.description
        case .unreadableMessage:
            "a message from the compositor can't be read: it is malformed, or no file descriptor was left for one that "
                + "came with it; close some, or raise the limit (ulimit -n)"
        case .system(let operation, let number):
            "\(operation) failed on the connection to the compositor: \(Self.text(number))"
        case .missingGlobal(let interface, let needed):
            "the compositor offers no \(interface), \(needed) is needed; use a compositor that has it"
        case .oldGlobal(let interface, let offered, let needed):
            "the compositor offers \(interface) \(offered), \(needed) is needed; use a newer compositor"
        }
    }

    private static func text(_ number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }
}
