import TouchKit
import Wayland

/// Where all devices put what they report, to be handed out in the order of time once the socket has been read dry.
final class InputQueue {
    /// Takes the input, and hands it out in the order of time.
    let turn: Turn
    /// The event clock, as the last event has set it.
    private(set) var clock = EventClock()
    /// CLOCK_MONOTONIC, or what a test has in its place.
    var monotonic: () -> EventTime = { EventClock.monotonic }
    /// When the socket was last seen empty: what is dispatched was sent after that.
    var quiet = EventClock.monotonic
    /// The windows that events can be for.
    let surfaces = SurfaceRegistry()
    /// Hears of messages that make no sense.
    var notice: (String) -> Void = { _ in }

    private var deviceCount: UInt32 = 0

    /// Creates a queue whose input goes to a dispatcher.
    init(_ dispatcher: TouchDispatcher) { turn = Turn(dispatcher) }

    /// A name for a device that a seat has got.
    func nextDevice(of seat: UInt32) -> InputDevice {
        deviceCount += 1
        return InputDevice(seat: seat, generation: deviceCount)
    }

    /// The time of an event that a device has stamped.
    ///
    /// It counts as read now: whoever stood in for the program may have read it at any time since it was sent, and an
    /// instant before that would put the event ahead of the clock.
    func time(of stamp: Stamp, by clock: inout DeviceClock) -> EventTime {
        let arrival = monotonic()
        let time = clock.time(of: stamp.milliseconds, arrival: arrival, quiet: quiet, fine: stamp.nanoseconds)
        self.clock.note(time, arrival: arrival)
        return time
    }

    /// The time of an event without a stamp: that of the device's last stamp. Before the first one, a second before the
    /// socket was last seen empty: no first stamp is given an earlier time, so that what it stamps is not held up to a
    /// time which is only guessed.
    func time(withoutStamp clock: DeviceClock) -> EventTime { clock.latest ?? quiet.advanced(by: .seconds(-1)) }

    /// Adds a frame.
    func add(_ frame: InputFrame) { turn.add(frame) }

    /// Adds the frames that an event has completed.
    func add(_ frames: CompletedFrames) { turn.add(frames) }
}

/// The time of an event as the compositor tells it.
struct Stamp {
    /// Milliseconds, of which the upper bits are lost.
    var milliseconds: UInt32
    /// The same in nanoseconds, from `zwp_input_timestamps_v1`.
    var nanoseconds: Int64?
}

/// The exact times that the compositor sends ahead of a device's events, where it does.
final class FineStamps {
    private let timestamps: ZwpInputTimestampsV1?
    private var next: Int64?

    /// Listens to an object, if there is one.
    init(_ timestamps: ZwpInputTimestampsV1?) {
        self.timestamps = timestamps
        timestamps?.onEvent = { [unowned self] event in
            switch event {
            case .timestamp(let high, let low, let nanoseconds):
                let seconds = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
                let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
                let (sum, carried) = product.addingReportingOverflow(Int64(nanoseconds))
                next = overflow || carried || sum < 0 ? nil : sum
            }
        }
    }

    /// The whole stamp of an event that carries `milliseconds`.
    func stamp(_ milliseconds: UInt32) -> Stamp {
        defer { next = nil }
        return Stamp(milliseconds: milliseconds, nanoseconds: next)
    }

    /// Ends it, before its device is released.
    func destroy() { timestamps?.destroy() }
}
