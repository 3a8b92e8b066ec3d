import Glibc
import Wayland

/// A program that runs as our child, mostly a Wayland client in a `HeadlessWeston`. It ends with this object, and with
/// this process, whatever ends that.
///
/// What it writes is read whenever something is awaited of it here, and up to a megabyte of each stream waits for that.
public final class ChildProgram {
    /// The program, as it was started.
    public let name: String

    private var process: Process
    private var output: LineReader
    private var error: LineReader
    private var consumed = 0

    /// Starts a program that is on `PATH`, or at a path with a slash.
    ///
    /// - Parameter environment: the whole environment of the program.
    /// - Throws: `programNotFound` or `system`.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]
    ) throws(HeadlessWestonError) {
        name = program
        let outputPipe = try Pipe()
        let errorPipe = try Pipe()
        process = try Process(
            program, arguments, environment: environment, output: outputPipe.writeEnd, error: errorPipe.writeEnd)
        output = LineReader(outputPipe.keepReadEnd())
        error = LineReader(errorPipe.keepReadEnd())
    }

    /// Its process id.
    public var processIdentifier: Int32 { process.id }

    /// How it ended; nil while it runs.
    public var exitStatus: ExitStatus? {
        process.reap()
        return process.status
    }

    /// All that it has written to its standard output so far, by lines, but for those that were taken.
    public var outputLines: [String] {
        output.read()
        return output.lines
    }

    /// The lines of its standard output that have come and that nobody has awaited or taken yet. They are not kept: a
    /// program that writes for hours is read this way.
    public func takeOutputLines() -> [String] {
        output.read()
        defer { consumed = 0 }
        return Array(output.takeLines().dropFirst(consumed))
    }

    /// All that it has written to its standard error so far, by lines.
    public var errorLines: [String] {
        error.read()
        return error.lines
    }

    // MARK: Waiting

    /// The next line of its standard output, waiting for it.
    ///
    /// - Throws: `programEnded` when there will be none, `timedOut`.
    public func nextLine(within limit: Duration = .seconds(10)) throws(HeadlessWestonError) -> String {
        try nextLine(by: Deadline(in: limit), awaited: "a line")
    }

    /// The next line of its standard output that fulfils the condition, waiting for it; those before it are passed over.
    ///
    /// - Parameter awaited: what the line is, for the error.
    /// - Throws: `programEnded` when there will be none, `timedOut`.
    @discardableResult
    public func waitForLine(
        _ awaited: String, within limit: Duration = .seconds(10), where isAwaited: (String) -> Bool
    ) throws(HeadlessWestonError) -> String {
        let deadline = Deadline(in: limit)
        while true {
            let line = try nextLine(by: deadline, awaited: awaited)
            if isAwaited(line) { return line }
        }
    }

    /// The next line of its standard output that contains the text, waiting for it; those before it are passed over.
    ///
    /// - Throws: `programEnded` when there will be none, `timedOut`.
    @discardableResult
    public func waitForLine(
        containing text: String, within limit: Duration = .seconds(10)
    ) throws(HeadlessWestonError) -> String {
        try waitForLine("a line with \"\(text)\"", within: limit) { $0.contains(text) }
    }

    /// Waits until it has ended and all that it wrote has been read.
    ///
    /// - Throws: `timedOut`.
    @discardableResult
    public func waitForExit(within limit: Duration = .seconds(10)) throws(HeadlessWestonError) -> ExitStatus {
        let deadline = Deadline(in: limit)
        while true {
            let status = exitStatus
            output.read()
            error.read()
            if let status { return status }
            try wait(deadline, awaited: "its end")
        }
    }

    private func nextLine(by deadline: Deadline, awaited: String) throws(HeadlessWestonError) -> String {
        while true {
            output.read()
            error.read()
            if consumed < output.lines.count {
                consumed += 1
                return output.lines[consumed - 1]
            }
            if output.isAtEnd {
                throw .programEnded(name, exitStatus, awaited: awaited, lastLines: lastLines)
            }
            try wait(deadline, awaited: awaited)
        }
    }

    /// Waits until anything has come from it.
    private func wait(_ deadline: Deadline, awaited: String) throws(HeadlessWestonError) {
        var sources = [process.endDescriptor]
        if process.status != nil { sources = [] }
        if !output.isAtEnd { sources.append(output.descriptor) }
        if !error.isAtEnd { sources.append(error.descriptor) }
        guard deadline.waits(for: sources) else {
            throw .timedOut(name, deadline.limit, awaited: awaited, lastLines: lastLines)
        }
        process.reap()
    }

    private var lastLines: [String] {
        error.lines.isEmpty ? output.lines.suffix(10) : error.lines.suffix(10)
    }

    // MARK: Signals

    /// Freezes it (SIGSTOP); when this returns, it has stopped.
    public func pause() {
        process.stop()
    }

    /// Lets it go on (SIGCONT).
    public func resume() {
        process.send(SIGCONT)
    }

    /// Asks it to end (SIGTERM).
    public func terminate() {
        process.send(SIGTERM)
    }

    /// Ends it (SIGKILL).
    public func kill() {
        process.send(SIGKILL)
    }

    /// Sends it any signal.
    public func send(signal: Int32) {
        process.send(signal)
    }
}
