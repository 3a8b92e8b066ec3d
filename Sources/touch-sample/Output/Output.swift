import CShims
import Glibc

/// Writes whole lines to standard output and standard error without buffering them, so that the reader of a pipe gets
/// each line at once.
enum Output {
    /// Whether everything written to standard output has arrived. A reader that closed the pipe does not count as a loss.
    private(set) static var isWhole = true

    /// Makes failed writes return errors, before anything else is done.
    static func prepare() {
        // The default action of these signals would end the program before it saves a recording.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // Where a standard stream is closed, the next file to be opened would take its number and receive its lines.
        while true {
            let lowest = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard (0...STDERR_FILENO).contains(lowest) else { return _ = close(lowest) }
        }
    }

    /// Writes a line to standard output.
    ///
    /// - Returns: Whether more can be written: false once the reader of a pipe has closed it or a write has failed.
    @discardableResult
    static func line(_ text: String) -> Bool {
        let bytes = Array((text + "\n").utf8)
        var written = 0
        while written < bytes.count {
            guard let count = write(bytes[written...]) else { return false }
            written += count
        }
        return true
    }

    /// Writes a line to standard error, after the name of the program.
    static func complain(_ text: String) {
        let bytes = Array("touch-sample: \(text)\n".utf8)
        // A failure is ignored: there is no other place to report it.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes to standard output at most as much as a pipe with room accepts without blocking.
    ///
    /// - Returns: The number of bytes written; nil when nothing more can be written.
    static func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.prefix(Int(PIPE_BUF)).withUnsafeBytes {
            unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
        }
        if count >= 0 { return count }
        switch errno {
        case EINTR, EAGAIN: return 0
        case EPIPE: return nil
        case let number:
            if isWhole { complain("standard output: \(unsafe String(cString: strerror(number)))") }
            isWhole = false
            return nil
        }
    }

    /// Waits until standard output accepts more, for at most a time.
    ///
    /// - Returns: Whether it does.
    static func hasRoom(within nanoseconds: Int64) -> Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe shim_ppoll(&output, 1, nanoseconds) > 0
    }

    /// Records that lines are lost because the reader of standard output does not keep up. Reports it once.
    static func noteLoss() {
        if isWhole { complain("standard output: the reader does not keep up; lines are lost") }
        isWhole = false
    }
}
