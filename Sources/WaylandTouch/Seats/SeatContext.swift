import TouchKit
import Wayland

/// What the devices of all seats share: where their input goes, the clocks, and the windows.
final class SeatContext {
    /// Takes the input, and hands it out in the order of time.
    let turn: Turn
    /// The event clock, as the last event has set it.
    private(set) var clock = EventClock()
    /// Returns the time of CLOCK_MONOTONIC. Tests replace it.
    var monotonic: () -> EventTime = { EventClock.monotonic }
    /// The time at which the program's loop has read the events that are being dispatched; nil while it dispatches
    /// events that were read otherwise.
    var arrival: EventTime?
    /// Reads while the loop is busy; nil while no loop runs.
    var backgroundReader: BackgroundReader?
    /// The time at which the socket was last empty. Events that are dispatched later were sent after it.
    var quiet = EventClock.monotonic
    /// The windows to which events can belong.
    let surfaces = SurfaceRegistry()
    /// Called with a line for each message that is ignored.
    var notice: (String) -> Void = { _ in }

    private var deviceCount: UInt32 = 0

    /// Creates a context whose input goes to a dispatcher.
    init(_ dispatcher: TouchDispatcher) { turn = Turn(dispatcher) }

    /// Returns a new name for a device of a seat.
    func nextDevice(of seat: UInt32) -> InputDevice {
        deviceCount += 1
        return InputDevice(seat: seat, generation: deviceCount)
    }

    /// Returns the time of an event that a device has stamped.
    ///
    /// The event counts as read now. The background reader may have read it at any time since it was sent, but an earlier
    /// time of arrival would put the event ahead of the clock.
    func time(of stamp: Stamp, by clock: inout DeviceClock) -> EventTime {
        let arrival = arrivalOfEvent
        let time = clock.time(of: stamp.milliseconds, arrival: arrival, quiet: quiet, fine: stamp.nanoseconds)
        self.clock.note(time, arrival: arrival)
        return time
    }

    /// The time at which the event that is being dispatched counts as read.
    private var arrivalOfEvent: EventTime {
        // The background reader may have read the event after the loop's last read.
        if let arrival, backgroundReader?.hasRead != true { return arrival }
        return monotonic()
    }

    /// Returns the time of an event without a stamp: the time of the device's last stamp. Before its first stamp, that is
    /// a second before the socket was last empty. No first stamp is converted to an earlier time, so a guessed time delays
    /// no event that has a stamp.
    func time(withoutStamp clock: DeviceClock) -> EventTime { clock.latest ?? quiet.advanced(by: .seconds(-1)) }
}
