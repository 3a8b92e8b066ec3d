import Glibc
import HeadlessWeston
import TouchKit
import TouchScenario
import WaylandTouch

/// Plays a scenario's input with the hands of a headless weston's seat.
///
/// Every event carries the stamp of its own time, and events that lie less than a second apart are sent in one go: a
/// machine that is busy can delay a gesture, and can't stretch it.
struct SeatPlayer {
    let seat: TestSeat
    let program: ChildProgram

    /// Why a scenario can't be played on a real compositor's one seat, if it can't.
    static func obstacle(to scenario: Scenario) -> String? {
        if scenario.isMalformed || scenario.events.contains(where: \.isMalformed) {
            return "a real compositor does not break the protocol"
        }
        if scenario.handlerCost > 0 { return "the handlers' cost can't be had live" }
        for event in scenario.events {
            if event.seat != nil { return "the headless weston has one seat" }
            if event.stamp != nil { return "a real compositor's clock does not step" }
            switch event.kind {
            case .cancel(.some): return "wl_touch.cancel takes all touches"
            case .down(_, _, outside: true): return "nothing lies beyond the window"
            case .keyDown, .keyRepeat, .keyUp, .keyCancel: return "which key types what is the compositor's to say"
            case .pointerLeave: return "a pointer over a window that fills the output never leaves"
            case .set(.touch), .set(.pointer): continue
            default: continue
            }
        }
        return nil
    }

    /// Sends events and returns when the compositor has had them.
    ///
    /// - Parameters:
    ///   - start: The instant that the stamps have at scenario time 0.
    ///   - wall: The instant of the monotonic clock at which that is played.
    func play(
        _ events: [Scenario.Event], from start: EventTime, at wall: EventTime
    ) throws(HeadlessWestonError) {
        sleep(until: wall)
        var stalledUntil: Double?
        var previous = 0.0
        // The program has to ask for a new device before anything that it does can reach it.
        var devicesChanged = false
        for event in events {
            if let end = stalledUntil, event.t >= end {
                try seat.roundtrip()
                program.resume()
                stalledUntil = nil
            }
            if event.t - previous >= 1000 || (devicesChanged && event.t > previous) {
                try seat.roundtrip()
                sleep(until: wall.advanced(by: .milliseconds(event.t)))
                devicesChanged = false
            }
            previous = event.t
            let time = EventTime(nanoseconds: 0).duration(to: start.advanced(by: .milliseconds(event.t)))
            if case .stall(let duration) = event.kind {
                try seat.roundtrip()
                program.pause()
                stalledUntil = event.t + duration
            } else {
                send(event.kind, at: time)
                if case .set = event.kind { devicesChanged = true }
            }
        }
        try seat.roundtrip()
        if stalledUntil != nil { program.resume() }
    }

    private func send(_ kind: Scenario.Event.Kind, at time: Duration) {
        func place(_ point: Point) -> TestSeat.Place { (point.x, point.y) }
        switch kind {
        case .down(let id, let contact, _):
            seat.touchDown(Int32(truncatingIfNeeded: id), at: place(contact.position), time: time)
        case .move(let id, let contact):
            seat.touchMove(Int32(truncatingIfNeeded: id), to: place(contact.position), time: time)
        case .up(let id): seat.touchUp(Int32(truncatingIfNeeded: id), time: time)
        case .cancel: seat.touchCancel()
        case .frame: seat.touchFrame()
        case .pointerMove(let point), .pointerEnter(let point): seat.pointerMove(to: place(point), time: time)
        case .pointerDown(let button): seat.pointerButton(button.code, isPressed: true, time: time)
        case .pointerUp(let button): seat.pointerButton(button.code, isPressed: false, time: time)
        case .pointerFrame: seat.pointerFrame()
        case .scroll(let delta, let source):
            let origin: TestSeat.AxisSource = source == .finger ? .finger : .wheel
            if delta.x != 0 { seat.pointerScroll(.horizontal, by: delta.x, source: origin, time: time) }
            if delta.y != 0 { seat.pointerScroll(.vertical, by: delta.y, source: origin, time: time) }
            seat.pointerFrame()
        case .set(.touch(let isThere)):
            seat.setCapabilities(isThere ? [.touch, .pointer, .keyboard] : [.pointer, .keyboard])
        case .set(.pointer(let isThere)):
            seat.setCapabilities(isThere ? [.touch, .pointer, .keyboard] : [.touch, .keyboard])
        case .keyDown, .keyRepeat, .keyUp, .keyCancel, .pointerLeave, .stall, .set: break
        }
    }
}

extension Scenario.Button {
    /// The button's number in Linux's input-event-codes.h.
    fileprivate nonisolated var code: UInt32 {
        switch self {
        case .primary: 0x110
        case .secondary: 0x111
        case .middle: 0x112
        }
    }
}

/// Sleeps until an instant of the monotonic clock.
private func sleep(until time: EventTime) {
    let left = Application.monotonicNow.duration(to: time)
    if left > .zero { usleep(UInt32(left.milliseconds * 1000)) }
}
