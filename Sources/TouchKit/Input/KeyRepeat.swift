/// Determines when a key that is held repeats. A value: it is told what happens to the keys, and returns what is due.
///
/// The keyboard repeats the key that went down last, as long as it is held. A program that is too slow for the rate
/// receives fewer repeats: those that it has missed do not pile up.
package nonisolated struct KeyRepeat {
    /// The rate at which keys repeat.
    package struct Rate: Hashable, Sendable {
        /// The time from the press to the first repeat.
        var delay: Duration
        /// The time from one repeat to the next.
        var interval: Duration

        /// A usual rate, for compositors that announce none: after 400 ms, 25 times a second.
        package static let usual = Rate(delay: .milliseconds(400), interval: .milliseconds(40))

        /// Creates a rate from the numbers of `wl_keyboard.repeat_info`; nil where keys do not repeat.
        package init?(perSecond rate: Int32, delay: Int32) {
            guard rate > 0 else { return nil }
            self.init(delay: .milliseconds(max(0, delay)), interval: max(.milliseconds(1), .seconds(1) / Int(rate)))
        }

        init(delay: Duration, interval: Duration) {
            self.delay = delay
            self.interval = interval
        }
    }

    /// The rate; nil where keys do not repeat.
    var rate: Rate? { didSet { if rate == nil { stop() } } }

    private var running: (code: UInt32, next: EventTime)?

    init(_ rate: Rate?) { self.rate = rate }

    /// The time of the next repeat; nil where no key repeats.
    var next: EventTime? { running?.next }

    /// Notes that a key that repeats went down.
    mutating func press(_ code: UInt32, at time: EventTime) {
        running = rate.map { (code, time.advanced(by: max($0.delay, .milliseconds(1)))) }
    }

    /// Notes that a key came up.
    mutating func release(_ code: UInt32) {
        if running?.code == code { stop() }
    }

    /// Notes that no key is held any more.
    mutating func stop() { running = nil }

    /// Returns the key that repeats and the time of its last repeat that is due at `time`; nil where none is due.
    mutating func take(dueAt time: EventTime) -> (code: UInt32, time: EventTime)? {
        guard let rate, let (code, next) = running, next <= time else { return nil }
        let missed = Int64(next.duration(to: time) / rate.interval)
        let last = next.advanced(by: rate.interval * Double(missed))
        running = (code, last.advanced(by: rate.interval))
        return (code, last)
    }
}
