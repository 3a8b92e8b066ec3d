/// Converts the 32-bit millisecond timestamps of one device to the event clock.
///
/// The protocol says that timestamps have an undefined base. Most compositors send CLOCK_MONOTONIC, others the wall
/// clock or the time since their start, and each device of a seat may have a base of its own. Therefore the first
/// timestamp decides the base: CLOCK_MONOTONIC if the event can have been sent at that time, and otherwise the time at
/// which the event was read. After that only the differences between the device's timestamps count. The result is never
/// earlier than a previous one.
///
/// Timestamps can be wrong: two sources with different bases share a device, the clock is set, or the timestamp is
/// always 0 or a serial number. Independently of the timestamp it is known when an event can have been sent: after the
/// socket was last seen empty, and before the event was read. A timestamp that fits neither the previous one nor that
/// period is replaced by the previous time plus the time between the two arrivals, and differences are counted from
/// there. If the result is more than a second before the time at which the socket was last empty, that time is used. A
/// program that was busy or stopped has not seen the socket empty for as long, so events that it reads late are not
/// mistaken for wrong ones.
package nonisolated struct DeviceClock: Sendable {
    /// The tolerance for a timestamp outside the period in which its event can have been sent, in milliseconds. A busy
    /// compositor sends events late.
    private static let tolerance: Int64 = 1_000
    /// The largest step back, in milliseconds, that counts as disorder among sources that share a device. A larger one
    /// means that the clock was set.
    private static let disorder: Int64 = 1_000
    /// The time without input, in milliseconds, after which events arrive in order.
    private static let order: Int64 = 100
    /// The time by which the difference of two timestamps may exceed the time that can have passed, in milliseconds. A
    /// program that synthesizes input may set timestamps ahead.
    private static let slack: Int64 = 10_000
    /// The largest difference, in milliseconds, between two timestamps of a clock that may be standing still. It is
    /// less than a finger needs to come and go.
    private static let stillness: Int64 = 4
    /// The shortest time of observation after which a clock counts as running, in milliseconds.
    private static let proof: Int64 = 20

    /// The end of the clock, in milliseconds: after about three hundred years, or sooner if a device's timestamps run
    /// ahead.
    private static let end: Int64 = .max / 1_000_000 - 1

    /// A timestamp, the time to which it was converted, and the time at which it was read, in milliseconds.
    private struct Mark {
        var stamp: UInt32
        var time: Int64
        var arrival: Int64
        /// The time before the arrival at which the socket was last seen empty.
        var quiet: Int64

        /// Returns how much later another timestamp is, in milliseconds: of the values that 32 bits leave open, the one
        /// that the arrival times make most likely.
        func progress(to stamp: UInt32, arrival: Int64) -> Int64 {
            let elapsed = max(0, arrival - self.arrival)
            let expected = self.stamp &+ UInt32(truncatingIfNeeded: elapsed)
            return elapsed + Int64(Int32(bitPattern: stamp &- expected))
        }
    }

    /// What is known about the device's clock.
    private enum Pace {
        /// The clock runs: it is CLOCK_MONOTONIC, or was observed to run at its rate.
        case running
        /// The clock was not observed to run since this timestamp.
        case unproven(since: Mark)
    }

    /// The last good timestamp, and what is known about its clock.
    private var reference: (last: Mark, pace: Pace)?

    /// The last result; nil before the first timestamp.
    package private(set) var latest: EventTime?

    /// Creates a clock that has received no timestamp.
    package init() {}

    /// Returns the time of an event on the event clock.
    ///
    /// - Parameters:
    ///   - stamp: The event's timestamp, in milliseconds.
    ///   - arrival: The time at which the event was read, by CLOCK_MONOTONIC.
    ///   - quiet: The latest time before `arrival` at which nothing was left to read; long before it in a slow program.
    ///   - fine: The same timestamp in nanoseconds, if the compositor sends it.
    package mutating func time(
        of stamp: UInt32, arrival: EventTime, quiet: EventTime, fine: Int64? = nil
    ) -> EventTime {
        let arrivalTime = arrival.nanoseconds / 1_000_000
        let quietTime = min(quiet.nanoseconds / 1_000_000, arrivalTime)
        guard let good = fit(stamp, arrival: arrivalTime, quiet: quietTime) else { return latest ?? arrival }
        var time = EventTime(nanoseconds: good * 1_000_000)
        if let fine, UInt32(truncatingIfNeeded: fine / 1_000_000) == stamp { time.nanoseconds += fine % 1_000_000 }
        time = max(time, latest ?? time)
        latest = time
        return time
    }

    /// Returns the timestamp in milliseconds of the event clock; nil if the last good one is to be used.
    private mutating func fit(_ stamp: UInt32, arrival: Int64, quiet: Int64) -> Int64? {
        let mark = { (time: Int64) in Mark(stamp: stamp, time: min(time, Self.end), arrival: arrival, quiet: quiet) }
        guard let (last, pace) = reference else { return anchor(mark(arrival), notBefore: .min) }
        let progress = last.progress(to: stamp, arrival: arrival)
        // Negative if the two were read together.
        let silence = quiet - last.arrival
        let isPossible =
            progress <= arrival - last.quiet + Self.slack && last.time + progress >= quiet - Self.tolerance
        if isPossible, progress >= 0 {
            let elapsed = arrival - last.arrival
            guard case .unproven(let first) = pace else { return accept(mark(last.time + progress), .running) }
            if silence >= 0, progress <= Self.stillness, elapsed > progress {
                return accept(mark(last.time + elapsed), pace)
            }
            let isRunning = Self.isRunning(first.progress(to: stamp, arrival: arrival), in: arrival - first.arrival)
            return accept(mark(last.time + progress), isRunning ? .running : pace)
        }
        if isPossible, progress > -Self.disorder, silence < Self.order { return nil }
        let time = last.time + max(0, arrival - last.arrival)
        return anchor(mark(time < quiet - Self.tolerance ? quiet : time), notBefore: last.time - Self.order)
    }

    /// Returns whether a clock that has advanced by `progress` keeps up with the elapsed time.
    private static func isRunning(_ progress: Int64, in elapsed: Int64) -> Bool {
        elapsed >= proof && abs(progress - elapsed) <= elapsed / 4 + stillness
    }

    /// Accepts a timestamp that does not continue the previous ones: as one of CLOCK_MONOTONIC if it can be one, and
    /// otherwise with the time of the mark.
    private mutating func anchor(_ mark: Mark, notBefore earliest: Int64) -> Int64 {
        let monotonic = mark.arrival + Int64(Int32(bitPattern: mark.stamp &- UInt32(truncatingIfNeeded: mark.arrival)))
        let window = mark.quiet - Self.tolerance...mark.arrival + Self.tolerance
        guard window.contains(monotonic), monotonic >= earliest else {
            return accept(mark, .unproven(since: mark))
        }
        var mark = mark
        mark.time = min(monotonic, Self.end)
        return accept(mark, .running)
    }

    private mutating func accept(_ mark: Mark, _ pace: Pace) -> Int64 {
        reference = (mark, pace)
        return mark.time
    }
}
