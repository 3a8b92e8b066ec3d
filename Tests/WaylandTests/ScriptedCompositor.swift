import Glibc

@testable import Wayland

/// The compositor's end of a connection, for tests that control each byte: it writes events and reads requests.
///
/// Objects have libwayland's identifiers: the display is 1, the registry is 2, and so on.
final class ScriptedCompositor {
    private var socket: Int32

    /// Creates a connection to this compositor.
    static func connected(sendBuffer: Int32? = nil) throws -> (Connection, ScriptedCompositor) {
        var ends: [Int32] = [-1, -1]
        let status = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        precondition(status == 0)
        if var sendBuffer {
            _ = unsafe setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        return (
            try Connection(descriptor: FileDescriptor(owning: ends[0])),
            ScriptedCompositor(socket: ends[1])
        )
    }

    private init(socket: Int32) {
        self.socket = socket
    }

    deinit { hangUp() }

    enum Word {
        case number(UInt32)
        case int(Int32)
        case text(String)
        case bytes([UInt8])

        var encoded: [UInt8] {
            switch self {
            case .number(let number): unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
            case .int(let number): unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
            case .text(let text): Word.bytes(Array(text.utf8) + [0]).encoded
            case .bytes(let bytes):
                Word.number(UInt32(bytes.count)).encoded + bytes
                    + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
            }
        }
    }

    /// Writes an event with a descriptor that the reader will own.
    func send(_ object: UInt32, _ opcode: UInt32, _ words: [Word] = [], descriptor: Int32? = nil) {
        let body = words.flatMap(\.encoded)
        var message = Word.number(object).encoded + Word.number(UInt32(body.count + 8) << 16 | opcode).encoded + body
        // A header with SOL_SOCKET and SCM_RIGHTS, then one descriptor, in the kernel's layout on 64-bit machines.
        var control: [UInt64] = [0, 0, 0]
        if let descriptor {
            control = [20, UInt64(UInt32(SOL_SOCKET)) | 1 << 32, UInt64(UInt32(descriptor))]
        }
        let sent = unsafe message.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    var header = unsafe msghdr()
                    unsafe header.msg_iov = vector
                    unsafe header.msg_iovlen = 1
                    if descriptor != nil {
                        unsafe header.msg_control = control.baseAddress
                        unsafe header.msg_controllen = control.count
                    }
                    return unsafe sendmsg(socket, &header, 0)
                }
            }
        }
        precondition(sent == message.count)
    }

    /// Announces a global.
    func offer(_ name: UInt32, _ interface: String, _ version: UInt32) {
        send(2, 0, [.number(name), .text(interface), .number(version)])
    }

    /// Reads the available bytes as 32-bit numbers.
    func received() -> [UInt32] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return all.uint32s }
            all += buffer[..<count]
        }
    }

    func hangUp() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    /// Encodes a request.
    static func message(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32] = []) -> [UInt32] {
        [object, UInt32(8 + 4 * words.count) << 16 | opcode] + words
    }
}

extension Connection {
    /// Reads and dispatches the compositor's events.
    func hear() throws(ConnectionError) {
        try prepareRead().read()
        try dispatchPending()
    }
}

/// Creates a pipe.
func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(unsafe Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
}

/// Returns whether a descriptor is open in this process.
func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }
