/// An instant on the event clock, the clock of the timestamps of input events.
///
/// All durations in this library are differences of two such instants, so that a program which reads its input late
/// still judges a gesture by when it was made. The zero of the clock has no meaning. The host converts the timestamps
/// of all devices to this one clock.
public nonisolated struct EventTime: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's zero.
    public var nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's zero.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Creates an instant from milliseconds since the clock's zero, rounded to the nanosecond. Values beyond the
    /// clock's range become its nearest end, and so does NaN.
    public init(milliseconds: Double) {
        let nanoseconds = (milliseconds * 1e6).rounded()
        self.init(nanoseconds: Int64(exactly: nanoseconds) ?? (nanoseconds > 0 ? .max : .min))
    }

    /// Milliseconds since the clock's zero.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Returns the instant that is `duration` later. The result stays within the clock's range.
    public func advanced(by duration: Duration) -> EventTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return EventTime(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The first instant of the clock's range.
    static var distantPast: EventTime { EventTime(nanoseconds: .min) }

    /// Returns the duration from this instant to another one, limited to 64 bits of nanoseconds.
    public func duration(to other: EventTime) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflow ? (self < other ? .max : .min) : difference)
    }

    /// Returns whether one instant is before another.
    public static func < (a: EventTime, b: EventTime) -> Bool { a.nanoseconds < b.nanoseconds }
}
