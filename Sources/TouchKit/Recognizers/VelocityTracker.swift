/// The velocity of a moving point, computed from its positions in the last 100 ms of event time. That is long enough to
/// smooth the uneven samples of a touchscreen, and short enough that a finger which rests soon has no velocity.
nonisolated struct VelocityTracker {
    /// 100 ms, in nanoseconds.
    private static let window: Int64 = 100_000_000

    /// The positions, oldest first. Those before index `first` are too old to count.
    private var samples: [(time: EventTime, place: Point)] = []
    private var first = 0

    /// Adds a position. A position at the time of the previous one replaces it.
    mutating func add(_ place: Point, at time: EventTime) {
        if samples.last?.time == time { samples.removeLast() }
        samples.append((time, place))
        // One sample before the window tells where the point was when the window began.
        let start = Self.start(of: time)
        while first + 1 < samples.count, samples[first + 1].time <= start { first += 1 }
        // Old samples are removed rarely, so that most samples move no memory.
        if first > samples.count / 2 {
            samples.removeFirst(first)
            first = 0
        }
    }

    /// Returns the velocity at a time, in units per second; zero without samples in the window.
    func velocity(at now: EventTime) -> Point {
        let start = Self.start(of: now)
        guard let last = samples.last, last.time > start else { return .zero }
        let earliest = samples[first...].last { $0.time <= start } ?? samples[first]
        // A point that rested until the window began has moved within the window.
        let elapsed = max(earliest.time, start).duration(to: max(last.time, now)).seconds
        return elapsed > 0 ? (last.place - earliest.place) * (1 / elapsed) : .zero
    }

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        first = 0
    }

    /// Returns the start of the window that ends at a time.
    private static func start(of time: EventTime) -> EventTime {
        EventTime(nanoseconds: max(time.nanoseconds, .min + window) - window)
    }
}
