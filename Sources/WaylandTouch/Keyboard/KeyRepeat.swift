import TouchKit

/// When a key that is held repeats. A value: it is told what happens to the keys, and says what is due.
///
/// The keyboard repeats the key that went down last, as long as it is held. A program that is too slow for the rate
/// hears fewer repeats: those that it has missed don't pile up.
nonisolated struct KeyRepeat {
    /// How often keys repeat.
    struct Rate: Hashable {
        /// From the press to the first repeat.
        var delay: Duration
        /// From one repeat to the next.
        var interval: Duration

        /// What is usual, for compositors that have no say in it: after 400 ms, 25 times a second.
        static let usual = Rate(delay: .milliseconds(400), interval: .milliseconds(40))

        /// A rate as `wl_keyboard.repeat_info` has it; nil where keys do not repeat.
        init?(perSecond rate: Int32, delay: Int32) {
            guard rate > 0 else { return nil }
            self.init(delay: .milliseconds(max(0, delay)), interval: max(.milliseconds(1), .seconds(1) / Int(rate)))
        }

        init(delay: Duration, interval: Duration) {
            self.delay = delay
            self.interval = interval
        }
    }

    /// How often keys repeat; nil for never.
    var rate: Rate? { didSet { if rate == nil { stop() } } }

    private var running: (code: UInt32, next: EventTime)?

    init(_ rate: Rate?) { self.rate = rate }

    /// When the next repeat is due; nil where no key repeats.
    var next: EventTime? { running?.next }

    /// A key that repeats went down.
    mutating func press(_ code: UInt32, at time: EventTime) {
        running = rate.map { (code, time.advanced(by: max($0.delay, .milliseconds(1)))) }
    }

    /// A key came up.
    mutating func release(_ code: UInt32) {
        if running?.code == code { stop() }
    }

    /// No key is held any more.
    mutating func stop() { running = nil }

    /// The key that repeats, and the time of its last repeat that is due at `time`; nil where none is.
    mutating func take(dueAt time: EventTime) -> (code: UInt32, time: EventTime)? {
        guard let rate, let (code, next) = running, next <= time else { return nil }
        let missed = Int64(next.duration(to: time) / rate.interval)
        let last = next.advanced(by: rate.interval * Double(missed))
        running = (code, last.advanced(by: rate.interval))
        return (code, last)
    }
}
