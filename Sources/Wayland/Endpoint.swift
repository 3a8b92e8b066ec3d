import Glibc

/// The place of a compositor's socket.
enum Endpoint: Equatable {
    /// A connected socket that this process inherited from its parent.
    case inherited(Int32)
    /// A socket in the file system, and the source of its path for error messages.
    case socket(path: String, from: String)

    /// Returns the endpoint that the environment names: `WAYLAND_SOCKET`, then `WAYLAND_DISPLAY` (`wayland-0` by default) in
    /// `XDG_RUNTIME_DIR`.
    static func resolve(_ variable: (String) -> String?) throws(ConnectionError) -> Endpoint {
        if let text = variable("WAYLAND_SOCKET"), !text.isEmpty {
            guard let number = Int32(text), number >= 0 else { throw .badSocketVariable(value: text) }
            return .inherited(number)
        }
        if let name = variable("WAYLAND_DISPLAY"), !name.isEmpty {
            return try named(name, from: "WAYLAND_DISPLAY", variable)
        }
        return try named("wayland-0", from: "the default, as WAYLAND_DISPLAY is not set", variable)
    }

    /// Returns the endpoint of a display, by name in `XDG_RUNTIME_DIR`, or by absolute path.
    static func named(
        _ name: String, from source: String, _ variable: (String) -> String?
    ) throws(ConnectionError) -> Endpoint {
        if name.hasPrefix("/") { return .socket(path: name, from: source) }
        let folder = variable("XDG_RUNTIME_DIR")
        guard let folder, folder.hasPrefix("/") else { throw .noRuntimeDirectory(value: folder) }
        return .socket(path: "\(folder)/\(name)", from: source)
    }

    /// Returns the connected socket.
    func open() throws(ConnectionError) -> FileDescriptor {
        switch self {
        case .inherited(let number):
            // A child process must not use the socket too.
            unsafe unsetenv("WAYLAND_SOCKET")
            let flags = fcntl(number, F_GETFD)
            guard flags >= 0, fcntl(number, F_SETFD, flags | FD_CLOEXEC) == 0 else {
                throw .badSocketVariable(value: "\(number)")
            }
            return FileDescriptor(owning: number)
        case .socket(let path, let source):
            let socket = FileDescriptor(
                owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
            guard socket.rawValue >= 0 else { throw .system(operation: "socket", errno: errno) }
            guard var address = sockaddr_un(path: path) else {
                throw .unreachable(path: path, from: source, errno: ENAMETOOLONG)
            }
            let status = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe connect(socket.rawValue, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            guard status == 0 else { throw .unreachable(path: path, from: source, errno: errno) }
            return socket
        }
    }
}

extension sockaddr_un {
    /// The address of a path; nil if the path is longer than the system allows.
    fileprivate init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = unsafe withUnsafeMutableBytes(of: &sun_path) { place in
            guard bytes.count < place.count else { return false }
            unsafe place.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
    }
}
