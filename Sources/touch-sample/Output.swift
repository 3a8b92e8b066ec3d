import CShims
import Glibc
import TouchKit

/// Writes whole lines, each at once, so that whoever reads a pipe has it while it is news.
enum Output {
    /// Whether what was written to standard output got there. That nobody reads it any more is no failure.
    private(set) static var isWhole = true

    /// Sees to it that what can't be written is an error of the write, before anything else is done.
    static func prepare() {
        // A signal would end the program before a session is saved.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // What is opened next would have the number of a stream that is closed, and its lines.
        while true {
            let lowest = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard (0...STDERR_FILENO).contains(lowest) else { return _ = close(lowest) }
        }
    }

    /// Writes a line to standard output.
    ///
    /// - Returns: whether more can be written; false once the reader of a pipe has gone, and where a disk is full.
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

    /// Writes a line to standard error, with the program's name.
    static func complain(_ text: String) {
        let bytes = Array("touch-sample: \(text)\n".utf8)
        // Who could be told that it fails?
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes to standard output as much as a pipe with some room takes without waiting.
    ///
    /// - Returns: how much; nil where nothing can be written any more.
    fileprivate static func write(_ bytes: ArraySlice<UInt8>) -> Int? {
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

    /// Waits until standard output takes some more, or for a time; whether it does.
    fileprivate static func hasRoom(within nanoseconds: Int64) -> Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe shim_ppoll(&output, 1, nanoseconds) > 0
    }

    /// Notes that lines could not be written, and says so once.
    fileprivate static func noteLoss() {
        if isWhole { complain("standard output: nobody reads it, and lines are lost") }
        isWhole = false
    }
}

/// The log of a program that goes on whether or not anybody reads it: lines wait for a reader that is slow, and what
/// waits is bounded.
final class LiveLog {
    /// Called once nothing can be written any more.
    var onEnd: () -> Void = {}
    /// By whose clock it looks again after a reader that is slow. A task that sleeps would end the program where it finds
    /// no descriptors for its timer.
    weak var window: Window?

    private var waiting: [UInt8] = []
    private var retry: DelayedPerform?
    private var hasEnded = false

    /// How much waits for a reader at most, in bytes.
    private static let limit = 1 << 20
    /// How often a reader that is slow is looked after.
    private static let patience = Duration.milliseconds(20)
    /// How long the end of the program waits for a reader, in nanoseconds.
    private static let lastPatience: Int64 = 200_000_000

    /// Writes a line, now or later.
    func line(_ text: String) {
        guard !hasEnded else { return }
        guard waiting.count < Self.limit else { return Output.noteLoss() }
        waiting += Array((text + "\n").utf8)
        drain()
    }

    /// Writes what waits, as long as somebody reads it.
    func finish() {
        retry?.cancel()
        while !waiting.isEmpty, !hasEnded, Output.hasRoom(within: Self.lastPatience) { writeSome() }
        if !waiting.isEmpty, !hasEnded { Output.noteLoss() }
    }

    private func drain() {
        while !waiting.isEmpty, !hasEnded, Output.hasRoom(within: 0) { writeSome() }
        guard !waiting.isEmpty, !hasEnded, retry?.isPending != true else { return }
        retry = window?.perform(after: Self.patience) { [weak self] in self?.drain() }
    }

    private func writeSome() {
        if let count = Output.write(waiting[...]) {
            waiting.removeFirst(count)
        } else {
            hasEnded = true
            waiting = []
            onEnd()
        }
    }
}
