import CShims
import TouchKit

/// How far time has come on the event clock, between events.
///
/// Most devices are stamped by CLOCK_MONOTONIC, and then the event clock is that. A device with another base may be
/// fitted so that its events lie ahead of it; a deadline that such an event sets has to wait as long after the event's
/// arrival as it would otherwise.
nonisolated struct EventClock {
    /// How far the last event was ahead of its arrival.
    private var lead: Duration = .zero

    /// CLOCK_MONOTONIC.
    static var monotonic: EventTime { EventTime(nanoseconds: shim_monotonic_ns()) }

    /// Takes note of an event and of when it was read. One that was read late, as after the program was busy, has no
    /// lead: then the time that was lost counts.
    mutating func note(_ time: EventTime, arrival: EventTime) {
        lead = time > arrival ? arrival.duration(to: time) : .zero
    }

    /// The event clock's time at an instant of CLOCK_MONOTONIC. When an event of a device that is less far ahead
    /// follows one that is more, it goes back: a deadline may come late, never before an event that it belongs after.
    func now(at monotonic: EventTime) -> EventTime { monotonic.advanced(by: lead) }

    /// How long it is from an instant of CLOCK_MONOTONIC to a deadline; zero for one that has passed.
    func wait(until deadline: EventTime, at monotonic: EventTime) -> Duration {
        max(.zero, now(at: monotonic).duration(to: deadline))
    }
}
