import TouchKit

/// The log of a running window. A slow reader never blocks the window: lines wait in a bounded queue.
final class LiveLog {
    /// Called once, when nothing more can be written.
    var onEnd: () -> Void = {}
    /// The window whose clock schedules the next attempt while the reader is slow. A sleeping task would need a
    /// descriptor for its timer and would end the program when there is none.
    weak var window: Window?

    private var waiting: [UInt8] = []
    private var retry: DelayedPerform?
    private var hasEnded = false

    /// The most bytes that wait for a slow reader.
    private static let limit = 1 << 20
    /// The time between two attempts to write while the reader is slow.
    private static let retryInterval = Duration.milliseconds(20)
    /// How long the end of the program waits for a slow reader, in nanoseconds.
    private static let lastWait: Int64 = 200_000_000

    /// Writes a line, now or when the reader catches up. Drops it, and reports the loss, when the queue is full.
    func line(_ text: String) {
        guard !hasEnded else { return }
        guard waiting.count < Self.limit else { return Output.noteLoss() }
        waiting += Array((text + "\n").utf8)
        drain()
    }

    /// Writes the waiting lines, as long as the reader accepts them. Reports a loss when some remain.
    func finish() {
        retry?.cancel()
        while !waiting.isEmpty, !hasEnded, Output.hasRoom(within: Self.lastWait) { writeSome() }
        if !waiting.isEmpty, !hasEnded { Output.noteLoss() }
    }

    private func drain() {
        while !waiting.isEmpty, !hasEnded, Output.hasRoom(within: 0) { writeSome() }
        guard !waiting.isEmpty, !hasEnded, retry?.isPending != true else { return }
        retry = window?.perform(after: Self.retryInterval) { [weak self] in self?.drain() }
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
