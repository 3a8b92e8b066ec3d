/// An instant on the event clock: the clock that input events are stamped with.
///
/// Everything in this library that lasts is a difference of two such instants, so that a program which was too busy
/// to read its input judges a gesture as it was made. The clock's zero has no meaning; it is the host that fits the
/// stamps of all devices to one clock.
public nonisolated struct EventTime: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's zero.
    public var nanoseconds: Int64

    /// An instant that many nanoseconds after the clock's zero.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// An instant that many milliseconds after the clock's zero, rounded to the nanosecond.
    /// What is beyond the clock's range, or no number, becomes its nearest end.
    public init(milliseconds: Double) {
        let nanoseconds = (milliseconds * 1e6).rounded()
        self.init(nanoseconds: Int64(exactly: nanoseconds) ?? (nanoseconds > 0 ? .max : .min))
    }

    /// Milliseconds since the clock's zero.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// The instant that lies `duration` later. An instant beyond the clock's range stays at its end.
    public func advanced(by duration: Duration) -> EventTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return EventTime(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The first instant of the clock.
    static var distantPast: EventTime { EventTime(nanoseconds: .min) }

    /// How long after this instant another one is; at most what 64 bits of nanoseconds hold.
    public func duration(to other: EventTime) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflow ? (self < other ? .max : .min) : difference)
    }

    /// Whether one instant comes before another.
    public static func < (a: EventTime, b: EventTime) -> Bool { a.nanoseconds < b.nanoseconds }
}
