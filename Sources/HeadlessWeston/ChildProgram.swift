import Glibc
import Wayland

/// A program that runs as a child process, usually a Wayland client of a `HeadlessWeston`. The program is killed when
/// this object is destroyed and when this process ends in any way.
///
/// The properties and the waiting methods read what the program has written. Until then up to a megabyte of each stream
/// is buffered; after that the program blocks.
public final class ChildProgram {
    /// The name or path with which the program was started.
    public let name: String

    private var process: Process
    private var output: LineReader
    private var error: LineReader
    private var consumed = 0

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a name that is looked up in `PATH`, or a path with a slash.
    ///   - arguments: the arguments, without the program's name.
    ///   - environment: the whole environment of the program.
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

    /// The process identifier.
    public var processIdentifier: Int32 { process.id }

    /// The way in which the program ended; nil while it runs.
    public var exitStatus: ExitStatus? {
        process.reap()
        return process.status
    }

    /// The lines that the program has written to its standard output so far, except those removed by
    /// ``takeOutputLines()``.
    public var outputLines: [String] {
        output.read()
        return output.lines
    }

    /// Removes and returns the lines of the standard output that no waiting method has returned or skipped. Use it to
    /// read a program that writes for hours, since removed lines use no memory.
    public func takeOutputLines() -> [String] {
        output.read()
        defer { consumed = 0 }
        return Array(output.takeLines().dropFirst(consumed))
    }

    /// The lines that the program has written to its standard error so far.
    public var errorLines: [String] {
        error.read()
        return error.lines
    }

    // MARK: Waiting

    /// Waits for the next line of the standard output and returns it.
    ///
    /// - Parameter limit: the longest wait. Default ten seconds.
    /// - Throws: `programEnded` if the output has ended, `timedOut`.
    public func nextLine(within limit: Duration = .seconds(10)) throws(HeadlessWestonError) -> String {
        try nextLine(by: Deadline(in: limit), awaited: "a line")
    }

    /// Waits for the next line of the standard output that fulfils a condition and returns it. Lines before it are
    /// skipped.
    ///
    /// - Parameters:
    ///   - awaited: a description of the line, for the error.
    ///   - limit: the longest wait. Default ten seconds.
    ///   - isAwaited: the condition.
    /// - Throws: `programEnded` if the output has ended, `timedOut`.
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

    /// Waits for the next line of the standard output that contains a text and returns it. Lines before it are skipped.
    ///
    /// - Throws: `programEnded` if the output has ended, `timedOut`.
    @discardableResult
    public func waitForLine(
        containing text: String, within limit: Duration = .seconds(10)
    ) throws(HeadlessWestonError) -> String {
        try waitForLine("a line with \"\(text)\"", within: limit) { $0.contains(text) }
    }

    /// Waits until the program has ended, and reads everything that it wrote.
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

    /// Waits until the program has written something or has ended.
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

    /// Stops the program by SIGSTOP and waits until it has stopped.
    public func pause() {
        process.stop()
    }

    /// Continues the program by SIGCONT.
    public func resume() {
        process.send(SIGCONT)
    }

    /// Asks the program to end by SIGTERM.
    public func terminate() {
        process.send(SIGTERM)
    }

    /// Ends the program by SIGKILL.
    public func kill() {
        process.send(SIGKILL)
    }

    /// Sends a signal to the program.
    public func send(signal: Int32) {
        process.send(signal)
    }
}
