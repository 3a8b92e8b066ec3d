import CShims
import TouchKit

/// Converts CLOCK_MONOTONIC to the event clock, on which input and deadlines are compared.
///
/// Most devices stamp their events by CLOCK_MONOTONIC; the two clocks are the same then. The stamps of a device with
/// another base may be converted to times that lie ahead of CLOCK_MONOTONIC. A deadline that such an event sets waits as
/// long after the event's arrival as the deadline of any other event.
nonisolated struct EventClock {
    /// The time by which the last event was ahead of its arrival.
    private var lead: Duration = .zero

    /// The current time of CLOCK_MONOTONIC.
    static var monotonic: EventTime { EventTime(nanoseconds: shim_monotonic_ns()) }

    /// Notes the time of an event and the time at which it was read. An event that was read late, because the program
    /// was busy, has no lead.
    mutating func note(_ time: EventTime, arrival: EventTime) {
        lead = time > arrival ? arrival.duration(to: time) : .zero
    }

    /// Returns the time of the event clock at a time of CLOCK_MONOTONIC. The event clock steps back when an event of a
    /// device that is less far ahead follows one of a device that is further ahead: a deadline may pass late, but never
    /// before an event that precedes it.
    func now(at monotonic: EventTime) -> EventTime { monotonic.advanced(by: lead) }

    /// Returns the time from a time of CLOCK_MONOTONIC to a deadline; zero if the deadline has passed.
    func wait(until deadline: EventTime, at monotonic: EventTime) -> Duration {
        max(.zero, now(at: monotonic).duration(to: deadline))
    }
}
