import Glibc

/// The client's environment and its output.
enum Surroundings {
    /// Returns a variable of the environment; nil if it is not set.
    static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

    /// Writes a line to standard output, without buffering.
    static func say(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func complain(_ line: String) { write("touch-bench-client: \(line)", to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }
}
