import CWaylandClient
import Glibc
import Synchronization

/// libwayland's log lines: the words of a protocol error are told there and nowhere else.
enum ClientLog {
    /// How lines begin after which the connection ends.
    private static let repeated = [
        "error marshalling", "Error marshalling", "Error sending", "file descriptor expected",
    ]
    private static let protocolErrors = Mutex<[String]>([])
    private static let start: Void = unsafe wl_log_set_handler_client { format, arguments in
        var line = [CChar](repeating: 0, count: 4096)
        // Optional on some machines only, after the C type that a list of arguments has there.
        guard let format = unsafe format, let arguments = unsafe arguments as CVaListPointer?,
            unsafe vsnprintf(&line, line.count, format, arguments) >= 0
        else { return }
        ClientLog.add(String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Listens to the log of this process from now on.
    static func capture() {
        start
    }

    private static func add(_ line: String) {
        // The error that ends the connection says the same.
        guard !repeated.contains(where: line.hasPrefix) else { return }
        guard line.contains(": error ") else {
            unsafe _ = write(STDERR_FILENO, line, line.utf8.count)
            return
        }
        protocolErrors.withLock { lines in
            // Nobody may ask for them, so only the latest are kept.
            if lines.count >= 64 { lines.removeFirst() }
            lines.append(line)
        }
    }

    /// What the compositor said with the error; empty when nothing was heard.
    static func message(interface: String?, id: UInt32, code: UInt32) -> String {
        let start = (interface.map { "\($0)@\(id)" } ?? "[destroyed object]") + ": error \(code): "
        return protocolErrors.withLock { lines in
            guard let line = lines.last(where: { $0.hasPrefix(start) }) else { return "" }
            let text = line.dropFirst(start.count)
            return (text.hasSuffix("\n") ? text.dropLast() : text).printable
        }
    }
}
