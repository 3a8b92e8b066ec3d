/// An error of a private weston or of a program that runs in it. The description is one line to show to the user,
/// followed by the last lines that the program wrote.
public enum HeadlessWestonError: Error, Hashable, Sendable {
    /// The program is not in `PATH`.
    case programNotFound(String)
    /// The module of the test seat is not beside the executable.
    case moduleNotFound(path: String)
    /// weston ended before it was ready.
    case westonEnded(ExitStatus, log: [String])
    /// weston was not ready in time.
    case westonNotReady(Duration, log: [String])
    /// The test seat can't be reached, or the connection to it has ended.
    case noTestSeat(reason: String)
    /// A program ended or closed its output before it wrote the awaited line.
    case programEnded(String, ExitStatus?, awaited: String, lastLines: [String])
    /// The awaited output or end of a program did not come in time.
    case timedOut(String, Duration, awaited: String, lastLines: [String])
    /// weston-screenshooter wrote no picture.
    case noScreenshot(path: String, reason: String)
    /// A system call failed.
    case system(operation: String, on: String, errno: Int32)
}

extension HeadlessWestonError: CustomStringConvertible {
    /// One line that says what failed, what was expected and what to do, and the last lines of the program.
    public var description: String {
        switch self {
        case .programNotFound(let program) where program.hasPrefix("weston"):
            "\(program): not found on PATH; install it: apt-get install weston libweston-10-dev"
        case .programNotFound(let program):
            "\(program): not found on PATH"
        case .moduleNotFound(let path):
            "\(path): not found, expected the test seat's module beside the program; build it: "
                + "swift build --product WestonTestSeat"
        case .westonEnded(let status, let log):
            "weston \(status) before it was ready" + Self.tail(log)
        case .westonNotReady(let limit, let log):
            "weston was not ready within \(limit)" + Self.tail(log)
        case .noTestSeat(let reason):
            "no test seat in the headless weston: \(reason)"
        case .programEnded(let program, let status, let awaited, let lines):
            "\(program) \(status?.description ?? "closed its output"), expected \(awaited)" + Self.tail(lines)
        case .timedOut(let program, let limit, let awaited, let lines):
            "\(program): \(awaited) did not come within \(limit)" + Self.tail(lines)
        case .noScreenshot(let path, let reason):
            "\(path): no screenshot: \(reason)"
        case .system(let operation, let subject, let number):
            "\(operation) failed on \(subject): \(errorText(number))"
        }
    }

    private static func tail(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "; it wrote last:" + lines.suffix(10).map { "\n    \($0)" }.joined()
    }
}

/// The way in which a process ended.
public enum ExitStatus: Hashable, Sendable {
    /// The process exited with a status; 0 is success.
    case exited(Int32)
    /// A signal killed the process.
    case killed(signal: Int32)
}

extension ExitStatus: CustomStringConvertible {
    /// The status in words, such as `exited with status 1`.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "was killed by signal \(signal)"
        }
    }
}
