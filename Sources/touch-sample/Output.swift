import Glibc

/// Writes whole lines, each at once, so that whoever reads a pipe has it while it is news.
enum Output {
    /// Writes a line to standard output.
    ///
    /// - Returns: whether somebody may still read; false once the reader of a pipe has gone.
    @discardableResult
    static func line(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes a line to standard error, with the program's name.
    static func complain(_ text: String) { _ = write("touch-sample: \(text)", to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array((text + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { return false }
            written += max(0, count)
        }
        return true
    }
}
