/// Fits the 32-bit millisecond stamps of one device to the event clock.
///
/// The protocol says that stamps have no known base. Most compositors send CLOCK_MONOTONIC, others the wall clock or
/// the time since they started; and each of a seat's devices may have a base of its own. So the first stamp decides
/// what the base is: CLOCK_MONOTONIC if it lies where that can have been when it was sent, else any. From then on only
/// differences of the device's own stamps count. A time never lies before one that was given earlier.
///
/// Stamps can lie: two sources with different bases share a device, the clock is set, the stamp is always 0, or a
/// serial stands in its place. What is known without a stamp is when an event can have been sent: after the socket was
/// last seen empty, and before the event was read. A stamp that fits neither the last one nor that time is dated by the
/// last time plus the time between the arrivals, and the differences count from there; where that is more than a second
/// before the socket was last empty, they count from then. A program that was busy or stopped has not seen the socket
/// empty for as long: so what it reads late is not taken for a lie.
public nonisolated struct DeviceClock: Sendable {
    /// How far a stamp may lie outside the time in which its event can have been sent, in milliseconds: a busy
    /// compositor sends late what has happened.
    private static let tolerance: Int64 = 1_000
    /// A stamp that steps back by less is a disorder among sources that share a device, and no clock that was set.
    private static let disorder: Int64 = 1_000
    /// After so long without input events come in order, in milliseconds.
    private static let order: Int64 = 100
    /// How much more than can have passed may lie between two stamps, in milliseconds: a program that makes up input
    /// stamps it ahead.
    private static let slack: Int64 = 10_000
    /// A device whose clock has yet to be seen running and that is this little later at the next event, in milliseconds,
    /// may have none: no finger comes and goes that fast.
    private static let stillness: Int64 = 4
    /// How long a clock is watched at least before it counts as running, in milliseconds.
    private static let proof: Int64 = 20

    /// Where the clock stops, in milliseconds: in three hundred years or so, or sooner where a device's stamps run ahead.
    private static let end: Int64 = .max / 1_000_000 - 1

    /// A stamp, the time that it has been fitted to, and when it was read, in milliseconds.
    private struct Mark {
        var stamp: UInt32
        var time: Int64
        var arrival: Int64
        /// When the socket was last seen empty before that.
        var quiet: Int64

        /// How much later another stamp is, in milliseconds: of the readings that 32 bits leave open, the one that
        /// the arrivals make the likeliest.
        func progress(to stamp: UInt32, arrival: Int64) -> Int64 {
            let elapsed = max(0, arrival - self.arrival)
            let expected = self.stamp &+ UInt32(truncatingIfNeeded: elapsed)
            return elapsed + Int64(Int32(bitPattern: stamp &- expected))
        }
    }

    /// What is known of the device's clock.
    private enum Pace {
        /// It keeps time: it is CLOCK_MONOTONIC, or has been seen to run as fast as that.
        case running
        /// It has yet to be seen running since this stamp.
        case unproven(since: Mark)
    }

    /// The last good stamp, and what is known of the clock that it comes from.
    private var reference: (last: Mark, pace: Pace)?

    /// The last time given; nil before the first stamp.
    public private(set) var latest: EventTime?

    /// A clock that has seen no stamp.
    public init() {}

    /// The time of an event.
    ///
    /// - Parameters:
    ///   - stamp: the event's own, in milliseconds.
    ///   - arrival: when it was read, by CLOCK_MONOTONIC.
    ///   - quiet: the latest time before `arrival` at which nothing was there to be read; long before where the program
    ///     was slow.
    ///   - fine: the same stamp in nanoseconds, where the compositor sends it.
    public mutating func time(of stamp: UInt32, arrival: EventTime, quiet: EventTime, fine: Int64? = nil) -> EventTime {
        let arrivalTime = arrival.nanoseconds / 1_000_000
        let quietTime = min(quiet.nanoseconds / 1_000_000, arrivalTime)
        guard let good = fit(stamp, arrival: arrivalTime, quiet: quietTime) else { return latest ?? arrival }
        var time = EventTime(nanoseconds: good * 1_000_000)
        if let fine, UInt32(truncatingIfNeeded: fine / 1_000_000) == stamp { time.nanoseconds += fine % 1_000_000 }
        time = max(time, latest ?? time)
        latest = time
        return time
    }

    /// The stamp in milliseconds of the event clock; nil where it counts as the last good one.
    private mutating func fit(_ stamp: UInt32, arrival: Int64, quiet: Int64) -> Int64? {
        let mark = { (time: Int64) in Mark(stamp: stamp, time: min(time, Self.end), arrival: arrival, quiet: quiet) }
        guard let (last, pace) = reference else { return anchor(mark(arrival), notBefore: .min) }
        let progress = last.progress(to: stamp, arrival: arrival)
        // Below zero where the two were read together.
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

    /// Whether a clock that is so much later after a time keeps up with it.
    private static func isRunning(_ progress: Int64, in elapsed: Int64) -> Bool {
        elapsed >= proof && abs(progress - elapsed) <= elapsed / 4 + stillness
    }

    /// Takes a stamp that goes on from no other: it is CLOCK_MONOTONIC's if it can be, else dated as the mark says.
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
