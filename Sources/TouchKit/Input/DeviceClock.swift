/// Fits the 32-bit millisecond stamps of one device to the event clock.
///
/// The protocol says that stamps have no known base. Most compositors send CLOCK_MONOTONIC, others the wall clock or
/// the time since they started; and each of a seat's devices may have a base of its own. So the first stamp decides
/// what the base is: CLOCK_MONOTONIC if it lies where that can have been when it was sent, else any. From then on only
/// differences of the device's own stamps count. A time never lies before one that was given earlier.
public nonisolated struct DeviceClock: Sendable {
    /// How far a stamp of CLOCK_MONOTONIC may lie outside the time in which it can have been sent, in milliseconds.
    private static let tolerance: Int64 = 1_000
    /// A stamp that steps back by less is a disorder among sources that share a device, and no clock that was set.
    private static let disorder: Int64 = 1_000
    /// How much more than the time between two arrivals may lie between their stamps, in milliseconds.
    private static let slack: Int64 = 10_000

    /// Where the clock stops, in milliseconds: in three hundred years or so, or sooner where a device's stamps run ahead.
    private static let end: Int64 = .max / 1_000_000 - 1

    /// A stamp with the time that it has been fitted to and the time that it was read at, both in milliseconds.
    private struct Mark {
        var stamp: UInt32
        var time: Int64
        var arrival: Int64

        /// How much later another stamp is, in milliseconds: of the readings that 32 bits leave open, the one that
        /// the arrivals make the likeliest.
        func progress(to stamp: UInt32, arrival: Int64) -> Int64 {
            let elapsed = max(0, arrival - self.arrival)
            let expected = self.stamp &+ UInt32(truncatingIfNeeded: elapsed)
            return elapsed + Int64(Int32(bitPattern: stamp &- expected))
        }
    }

    private var reference: Mark?
    /// A stamp that did not fit; if the next one goes on from it, the device's clock has been set.
    private var stray: Mark?

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
        let good = fit(stamp, arrival: arrival.nanoseconds / 1_000_000, quiet: quiet.nanoseconds / 1_000_000)
        guard let good else { return latest ?? arrival }
        var time = EventTime(nanoseconds: good * 1_000_000)
        if let fine, UInt32(truncatingIfNeeded: fine / 1_000_000) == stamp { time.nanoseconds += fine % 1_000_000 }
        time = max(time, latest ?? time)
        latest = time
        return time
    }

    /// The stamp in milliseconds of the event clock; nil where it counts as the last good one.
    private mutating func fit(_ stamp: UInt32, arrival: Int64, quiet: Int64) -> Int64? {
        guard let last = reference else {
            let time = arrival + Int64(Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: arrival)))
            let isMonotonic = time >= min(quiet, arrival) - Self.tolerance && time <= arrival + Self.tolerance
            return accept(stamp, time: isMonotonic ? time : arrival, arrival: arrival)
        }
        let progress = last.progress(to: stamp, arrival: arrival)
        let isPlausible =
            progress <= max(0, arrival - last.arrival) + Self.slack || last.time + progress <= arrival + Self.tolerance
        if progress >= 0, isPlausible { return accept(stamp, time: last.time + progress, arrival: arrival) }
        if progress < 0, progress > -Self.disorder { return nil }
        if let stray {
            let step = stray.progress(to: stamp, arrival: arrival)
            if step > 0, step <= max(0, arrival - stray.arrival) + Self.slack {
                // Between the last good stamp and the stray one only the arrivals tell how long it was.
                let gap = max(0, stray.arrival - last.arrival)
                return accept(stamp, time: last.time + gap + step, arrival: arrival)
            }
        }
        stray = Mark(stamp: stamp, time: last.time, arrival: arrival)
        return nil
    }

    private mutating func accept(_ stamp: UInt32, time: Int64, arrival: Int64) -> Int64 {
        let time = min(time, Self.end)
        stray = nil
        reference = Mark(stamp: stamp, time: time, arrival: arrival)
        return time
    }
}
