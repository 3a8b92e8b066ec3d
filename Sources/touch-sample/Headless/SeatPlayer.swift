import Glibc
import HeadlessWeston
import TouchKit
import TouchScenario
import WaylandTouch

/// Plays a scenario's input on the test seat of a headless weston.
///
/// Every event carries its own timestamp, and events less than a second apart are sent together, so a busy machine can
/// delay a gesture but can't stretch it.
struct SeatPlayer {
    let seat: TestSeat
    let program: ChildProgram

    /// Returns the reason why a scenario can't be played through a real compositor; nil if it can.
    static func obstacle(to scenario: Scenario) -> String? {
        if scenario.isMalformed || scenario.events.contains(where: \.isMalformed) {
            return "a real compositor does not break the protocol"
        }
        if scenario.handlerCost > 0 { return "the cost of handlers can't be simulated live" }
        for event in scenario.events {
            if event.seat != nil { return "the headless weston has one seat" }
            if event.stamp != nil { return "a real compositor's clock does not step" }
            switch event.kind {
            case .cancel(.some): return "wl_touch.cancel cancels all touches, not one"
            case .down(_, _, outside: true): return "the window fills the output, so no touch can lie outside it"
            case .keyDown, .keyRepeat, .keyUp, .keyCancel: return "the compositor chooses the keymap"
            case .pointerLeave: return "the window fills the output, so the pointer never leaves it"
            case .set(.touch), .set(.pointer): continue
            default: continue
            }
        }
        return nil
    }

    /// Sends events and returns when the compositor has processed them.
    ///
    /// - Parameters:
    ///   - start: The timestamp of scenario time 0.
    ///   - wall: The instant of CLOCK_MONOTONIC at which scenario time 0 is played.
    func play(
        _ events: [Scenario.Event], from start: EventTime, at wall: EventTime
    ) throws(HeadlessWestonError) {
        sleep(until: wall)
        var stalledUntil: Double?
        var previous = 0.0
        // The program has to bind a new device before the device's events can reach it.
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
    /// The code of the button in Linux's input-event-codes.h.
    fileprivate nonisolated var code: UInt32 {
        switch self {
        case .primary: 0x110
        case .secondary: 0x111
        case .middle: 0x112
        }
    }
}

/// Sleeps until an instant of CLOCK_MONOTONIC.
private func sleep(until time: EventTime) {
    let left = Application.monotonicNow.duration(to: time)
    if left > .zero { usleep(UInt32(left.milliseconds * 1000)) }
}
