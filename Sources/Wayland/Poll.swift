import CShims
import Glibc

/// Waits until one of up to three file descriptors is ready.
package enum Poll {
    /// A file descriptor and what is awaited of it.
    package struct Source: Hashable, Sendable {
        fileprivate let descriptor: Int32
        fileprivate let awaitsRoom: Bool

        /// Awaits input, or the end of input.
        package static func input(_ descriptor: Int32) -> Source { Source(descriptor: descriptor, awaitsRoom: false) }

        /// Awaits input, or room to write.
        package static func inputOrRoom(_ descriptor: Int32) -> Source {
            Source(descriptor: descriptor, awaitsRoom: true)
        }
    }

    /// The sources that are ready, by their place in the call.
    package struct Ready: OptionSet, Hashable, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        package static let first = Ready(rawValue: 1)
        package static let second = Ready(rawValue: 2)
        package static let third = Ready(rawValue: 4)
    }

    /// Blocks until a source is ready, a signal arrives or the time is over.
    ///
    /// - Parameters:
    ///   - first: a source; only this one may await room.
    ///   - second: a source that awaits input.
    ///   - third: a source that awaits input.
    ///   - timeout: the longest wait; nil waits without a limit, zero does not block.
    /// - Returns: the sources that are ready; empty after a timeout or a signal.
    /// - Throws: `system`, if the system refuses to wait, as when it has no memory.
    package static func wait(
        for first: Source?, _ second: Source? = nil, _ third: Source? = nil, timeout: Duration?
    ) throws(ConnectionError) -> Ready {
        let ready = shim_wait(
            first?.descriptor ?? -1, first?.awaitsRoom == true ? 1 : 0, second?.descriptor ?? -1,
            third?.descriptor ?? -1, timeout.map(nanoseconds) ?? -1)
        guard ready >= 0 else { throw .system(operation: "ppoll", errno: errno) }
        return Ready(rawValue: ready)
    }

    /// The whole nanoseconds of a duration, rounded up so that a wait does not end before its deadline.
    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carries) = whole.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
        return overflows || carries ? .max : max(0, sum)
    }
}
