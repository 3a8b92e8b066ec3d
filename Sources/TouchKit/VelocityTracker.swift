/// How fast something moves, from its places in the last 100 ms of event time: long enough to smooth the unevenness of
/// a panel, short enough that a finger which has come to rest has no speed.
nonisolated struct VelocityTracker {
    private static let window = Duration.milliseconds(100)

    private var samples: [(time: EventTime, place: Point)] = []

    /// Notes a place. Of several at one time the last counts.
    mutating func add(_ place: Point, at time: EventTime) {
        if samples.last?.time == time { samples.removeLast() }
        samples.append((time, place))
        // One sample from before the window tells where it was when the window began.
        let start = time.advanced(by: .zero - Self.window)
        if let first = samples.lastIndex(where: { $0.time <= start }), first > 0 { samples.removeFirst(first) }
    }

    /// Units a second at an instant; zero where nothing is known.
    func velocity(at now: EventTime) -> Point {
        let start = now.advanced(by: .zero - Self.window)
        guard let last = samples.last, last.time > start,
            let first = samples.last(where: { $0.time <= start }) ?? samples.first
        else { return .zero }
        // What lay still until the window began has moved within it.
        let elapsed = max(first.time, start).duration(to: max(last.time, now)).seconds
        return elapsed > 0 ? (last.place - first.place) * (1 / elapsed) : .zero
    }

    mutating func reset() { samples.removeAll(keepingCapacity: true) }
}
