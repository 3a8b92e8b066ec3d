/// Why a private weston, or a program in it, cannot be had. The description is one line for a person, followed by the
/// last lines that the program in question wrote, if that helps.
public enum HeadlessWestonError: Error, Hashable, Sendable {
    /// No such program on `PATH`.
    case programNotFound(String)
    /// The test seat's module is not where it should be.
    case moduleNotFound(path: String)
    /// weston ended before it was ready.
    case westonEnded(ExitStatus, log: [String])
    /// weston was not ready in time.
    case westonNotReady(Duration, log: [String])
    /// The test seat cannot be reached, or ended the connection.
    case noTestSeat(reason: String)
    /// A program ended, or closed its output, before it wrote the awaited line.
    case programEnded(String, ExitStatus?, awaited: String, lastLines: [String])
    /// A program did not do the awaited thing in time.
    case timedOut(String, Duration, awaited: String, lastLines: [String])
    /// weston-screenshooter made no picture.
    case noScreenshot(path: String, reason: String)
    /// A system call failed on something.
    case system(operation: String, on: String, errno: Int32)
}

extension HeadlessWestonError: CustomStringConvertible {
    /// What failed, on what, what was expected, what to do.
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

/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
    /// By itself; 0 is success.
    case exited(Int32)
    /// By a signal.
    case killed(signal: Int32)
}

extension ExitStatus: CustomStringConvertible {
    /// Such as `exited with status 1`.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "was killed by signal \(signal)"
        }
    }
}
