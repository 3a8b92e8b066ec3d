import CShims
import Glibc
import Wayland

/// Owns a child process, which is killed and reaped when this value is destroyed. The kernel kills the child when this
/// process ends in any way.
struct Process: ~Copyable {
    let id: pid_t
    /// The way in which the process ended, as of the last ``reap()``; nil if it was still running.
    private(set) var status: ExitStatus?

    private let descriptor: FileDescriptor

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a name that is looked up in `PATH`, or a path with a slash.
    ///   - arguments: the arguments, without the program's name.
    ///   - environment: the whole environment of the program.
    ///   - output: the standard output.
    ///   - error: the standard error.
    ///   - passed: a descriptor that the program gets as its descriptor 3; -1 for none.
    init(
        _ program: String, _ arguments: [String], environment: [String: String],
        output: borrowing FileDescriptor, error: borrowing FileDescriptor, passing passed: Int32 = -1
    ) throws(HeadlessWestonError) {
        var id: pid_t = -1
        var descriptor: Int32 = -1
        let failure = unsafe withCStrings([program] + arguments) { argv in
            unsafe withCStrings(environment.map { "\($0)=\($1)" }) { envp in
                unsafe shim_spawn(program, argv, envp, output.rawValue, error.rawValue, passed, &id, &descriptor)
            }
        }
        switch failure {
        case 0: break
        case ENOENT: throw .programNotFound(program)
        default: throw .system(operation: "starting", on: program, errno: failure)
        }
        self.id = id
        self.descriptor = FileDescriptor(owning: descriptor)
    }

    /// A descriptor that becomes readable when the process ends.
    var endDescriptor: Int32 { descriptor.rawValue }

    /// Sends a signal, unless the process is known to have ended.
    func send(_ signal: Int32) {
        if status == nil { kill(id, signal) }
    }

    /// Stops the process by SIGSTOP and waits until it has stopped.
    func stop() {
        send(SIGSTOP)
        if status == nil { _ = shim_wait_stopped(id) }
    }

    /// Updates ``status``, without waiting for the end of the process.
    mutating func reap() {
        guard status == nil else { return }
        var code: Int32 = 0
        guard unsafe waitpid(id, &code, WNOHANG) == id else { return }
        status = code & 0x7f == 0 ? .exited(code >> 8 & 0xff) : .killed(signal: code & 0x7f)
    }

    deinit {
        guard status == nil else { return }
        kill(id, SIGKILL)
        while waitpid(id, nil, 0) < 0, errno == EINTR {}
    }
}

/// A pipe to a child process.
struct Pipe: ~Copyable {
    let readEnd: FileDescriptor
    let writeEnd: FileDescriptor

    init() throws(HeadlessWestonError) {
        var ends: (Int32, Int32) = (-1, -1)
        let status = unsafe withUnsafeMutablePointer(to: &ends) { pair in
            unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe shim_pipe($0) }
        }
        guard status == 0 else { throw .system(operation: "pipe", on: "a child process", errno: errno) }
        readEnd = FileDescriptor(owning: ends.0)
        writeEnd = FileDescriptor(owning: ends.1)
    }

    /// Closes the end for writing and returns the end for reading.
    consuming func keepReadEnd() -> FileDescriptor { readEnd }
}

/// Reads lines from a non-blocking descriptor.
struct LineReader: ~Copyable {
    /// The lines that were read and not taken, without line ends.
    private(set) var lines: [String] = []
    private(set) var isAtEnd = false

    private let source: FileDescriptor
    private var rest: [UInt8] = []

    init(_ source: consuming FileDescriptor) {
        self.source = source
    }

    var descriptor: Int32 { source.rawValue }

    /// Removes and returns the lines.
    mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Reads what is available now.
    mutating func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isAtEnd {
            let count = unsafe Glibc.read(source.rawValue, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            rest += buffer.prefix(max(count, 0))
            isAtEnd = count <= 0
            var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let unfinished = parts.removeLast()
            lines += parts.map { String(decoding: $0, as: UTF8.self) }
            if isAtEnd, !unfinished.isEmpty { lines.append(String(decoding: unfinished, as: UTF8.self)) }
            rest = Array(unfinished)
        }
    }
}

/// The end of a wait, on the continuous clock.
struct Deadline {
    let limit: Duration
    private let instant: ContinuousClock.Instant

    init(in limit: Duration) {
        self.limit = limit
        instant = .now + limit
    }

    var isOver: Bool { instant <= .now }

    /// Waits until one of the descriptors is readable or at its end. Returns false if the deadline comes first.
    func waits(for descriptors: [Int32]) -> Bool {
        var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let left = max(instant - .now, .zero)
            let (seconds, attoseconds) = left.components
            let count = unsafe shim_ppoll(
                &polls, UInt(polls.count), seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
            if count > 0 { return true }
            if left == .zero { return false }
        }
    }
}

/// Returns the system's description of an error number.
func errorText(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}

/// Calls a closure with strings as C passes them: an array of pointers that ends with nil.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
