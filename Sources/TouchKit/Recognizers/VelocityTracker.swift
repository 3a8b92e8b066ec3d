/// How fast something moves, from its places in the last 100 ms of event time: long enough to smooth the unevenness of
/// a panel, short enough that a finger which has come to rest has no speed.
nonisolated struct VelocityTracker {
    /// 100 ms, in nanoseconds.
    private static let window: Int64 = 100_000_000

    /// The places noted, oldest first; those before `first` are too old to count.
    private var samples: [(time: EventTime, place: Point)] = []
    private var first = 0

    /// Notes a place. Of several at one time the last counts.
    mutating func add(_ place: Point, at time: EventTime) {
        if samples.last?.time == time { samples.removeLast() }
        samples.append((time, place))
        // One sample from before the window tells where it was when the window began.
        let start = Self.start(of: time)
        while first + 1 < samples.count, samples[first + 1].time <= start { first += 1 }
        // Only now and then, so that nothing is moved for most samples.
        if first > samples.count / 2 {
            samples.removeFirst(first)
            first = 0
        }
    }

    /// Units a second at an instant; zero where nothing is known.
    func velocity(at now: EventTime) -> Point {
        let start = Self.start(of: now)
        guard let last = samples.last, last.time > start else { return .zero }
        let earliest = samples[first...].last { $0.time <= start } ?? samples[first]
        // What lay still until the window began has moved within it.
        let elapsed = max(earliest.time, start).duration(to: max(last.time, now)).seconds
        return elapsed > 0 ? (last.place - earliest.place) * (1 / elapsed) : .zero
    }

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        first = 0
    }

    /// When the window that ends at an instant begins.
    private static func start(of time: EventTime) -> EventTime {
        EventTime(nanoseconds: max(time.nanoseconds, .min + window) - window)
    }
}
