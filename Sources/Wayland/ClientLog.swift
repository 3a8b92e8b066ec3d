import CWaylandClient
import Glibc
import Synchronization

/// Captures libwayland's log, the only place where it reports the message of a protocol error.
enum ClientLog {
    /// The beginnings of lines that repeat the error with which the connection ends.
    private static let repeated = [
        "error marshalling", "Error marshalling", "Error sending", "file descriptor expected",
    ]
    private static let protocolErrors = Mutex<[String]>([])
    private static let start: Void = unsafe wl_log_set_handler_client { format, arguments in
        var line = [CChar](repeating: 0, count: 4096)
        // The C type of an argument list makes this optional on some architectures only.
        guard let format = unsafe format, let arguments = unsafe arguments as CVaListPointer?,
            unsafe vsnprintf(&line, line.count, format, arguments) >= 0
        else { return }
        ClientLog.add(String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Starts to capture the log of this process.
    static func capture() {
        start
    }

    private static func add(_ line: String) {
        // The connection's error says the same.
        guard !repeated.contains(where: line.hasPrefix) else { return }
        guard line.contains(": error ") else {
            unsafe _ = write(STDERR_FILENO, line, line.utf8.count)
            return
        }
        protocolErrors.withLock { lines in
            // Not every line is asked for, so only the latest are kept.
            if lines.count >= 64 { lines.removeFirst() }
            lines.append(line)
        }
    }

    /// Returns the compositor's message of a protocol error; empty if libwayland logged none.
    static func message(interface: String?, id: UInt32, code: UInt32) -> String {
        let start = (interface.map { "\($0)@\(id)" } ?? "[destroyed object]") + ": error \(code): "
        return protocolErrors.withLock { lines in
            guard let line = lines.last(where: { $0.hasPrefix(start) }) else { return "" }
            let text = line.dropFirst(start.count)
            return (text.hasSuffix("\n") ? text.dropLast() : text).printable
        }
    }
}
