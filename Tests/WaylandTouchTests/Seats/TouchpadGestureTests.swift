import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// What a touchpad recognizes by itself, on its way to the recognizers under the pointer.
@Suite(.timeLimited) struct TouchpadGestureTests {
    @Test func `a swipe drives the pan under the pointer, a pinch the pinch and the rotation`() throws {
        let pad = try Touchpad(unrecordedBecause: "recordings leave out what a touchpad's own gestures drive")
        pad.client.add("pan", PanGestureRecognizer()).allowedScrollTypesMask = .continuous
        let pinch = pad.client.add("pinch", PinchGestureRecognizer())
        let rotation = pad.client.add("rotation", RotationGestureRecognizer())
        pad.say("swipe", "begin", at: 0, .object(pad.surface), 3)
        pad.say("swipe", "update", at: 10, 20.0, 5.5)
        pad.end("swipe", at: 20)
        try pad.client.turn(at: 30)
        pad.say("pinch", "begin", at: 100, .object(pad.surface), 2)
        pad.say("pinch", "update", at: 110, 0.0, 0.0, 1.5, 0.0)
        try pad.client.turn(at: 115)
        #expect(pinch.scale == 1.5)
        pad.end("pinch", at: 120)
        try pad.client.turn(at: 125)
        pinch.isEnabled = false
        pad.say("pinch", "begin", at: 200, .object(pad.surface), 2)
        pad.say("pinch", "update", at: 210, 0.0, 0.0, 1.0, 45.0)
        pad.say("pinch", "update", at: 220, 0.0, 0.0, 1.0, 45.0)
        try pad.client.turn(at: 225)
        #expect(abs(rotation.rotation + GestureSettings.ofCases.rotationSlop - .pi / 2) < 1e-9)
        pad.end("pinch", at: 230)
        try pad.client.turn(at: 240)
        #expect(
            pad.client.take() == [
                "10 pan began 100,100", "20 pan ended 100,100", "110 pinch began 100,100", "120 pinch ended 100,100",
                "210 rotation began 100,100", "220 rotation changed 100,100", "230 rotation ended 100,100",
            ])
        #expect(pad.client.application.dispatcher.isIdle)
    }

    @Test func `each report becomes a frame of the pointer's device`() throws {
        let pad = try Touchpad()
        pad.note()
        pad.say("swipe", "begin", at: 0, .object(pad.surface), 3)
        pad.say("swipe", "update", at: 10, -1.5, 2.0)
        pad.end("swipe", at: 20)
        pad.say("hold", "begin", at: 30, .object(pad.surface), 4)
        pad.end("hold", at: 40, isCancelled: true)
        pad.say("pinch", "begin", at: 50, .object(pad.surface), 2)
        pad.say("pinch", "update", at: 60, 1.0, 0.0, 0.5, -90.0)
        pad.say("pinch", "update", at: 70, 1.0, 0.0, 0.0, 0.0)
        pad.end("pinch", at: 80)
        try pad.client.turn(at: 90)
        #expect(
            pad.client.take() == [
                "0 swipe began 3", "10 swipe changed 3 by -1.5,2", "20 swipe ended 3", "30 hold began 4",
                "40 hold cancelled 4", "50 pinch began 2", "60 pinch changed 2 by 1,0 x0.5 turned -90",
                "70 pinch changed 2 by 1,0 x0.5", "80 pinch ended 2 x0.5",
            ])
    }

    @Test(arguments: ["leave", "no pointer", "window closed", "begins again"])
    func `a gesture that loses its pointer is cancelled, once`(by loss: String) throws {
        let pad = try Touchpad()
        let compositor = pad.client.compositor
        pad.note()
        pad.say("swipe", "begin", at: 0, .object(pad.surface), 3)
        try pad.client.turn(at: 5)
        switch loss {
        case "leave": pad.client.mouse().leave()
        case "no pointer": compositor.announce(0, of: compositor.resource("wl_seat"))
        case "window closed": pad.client.application.windows[0].close()
        default: pad.say("swipe", "begin", at: 10, .object(pad.surface), 4)
        }
        if loss != "no pointer" {
            pad.say("swipe", "update", at: 20, 1.0, 1.0)
            pad.end("swipe", at: 30)
        }
        try pad.client.turn(at: 40)
        let lines = ["0 swipe began 3", "0 swipe cancelled 3"]
        let next = ["10 swipe began 4", "20 swipe changed 4 by 1,1", "30 swipe ended 4"]
        #expect(
            pad.client.take() == (loss == "begins again" ? ["0 swipe began 3", "10 swipe cancelled 3"] + next : lines))
        #expect(pad.client.takeNotices() == [])
        #expect(compositor.complaints == [])
    }

    @Test func `a touchpad gesture over a foreign surface is ignored, one without a begin is reported`() throws {
        let pad = try Touchpad()
        pad.note()
        let other = pad.client.compositor.resource("wl_surface", 2)
        pad.say("swipe", "begin", at: 0, .object(other), 3)
        pad.say("swipe", "update", at: 10, 1.0, 1.0)
        pad.end("swipe", at: 20)
        pad.say("swipe", "update", at: 30, 1.0, 1.0)
        pad.end("swipe", at: 40)
        try pad.client.turn(at: 50)
        #expect(pad.client.take() == [])
        #expect(pad.client.takeNotices() == ["zwp_pointer_gesture_swipe_v1 without a begin: ignored"])
    }

    @Test func `reports without order are gestures that begin and end once, beside each other`() throws {
        let pad = try Touchpad()
        pad.note()
        pad.end("swipe", at: 0)
        pad.say("pinch", "update", at: 0, 1.0, 0.0, 2.0, 0.0)
        pad.say("swipe", "begin", at: 10, .object(pad.surface), 3)
        pad.say("pinch", "begin", at: 20, .object(pad.surface), 2)
        pad.say("swipe", "update", at: 30, 1.0, 0.0)
        pad.say("pinch", "begin", at: 40, .object(pad.surface), 0)
        pad.say("pinch", "update", at: 50, 0.0, 0.0, -3.0, 0.0)
        pad.end("swipe", at: 60, isCancelled: true)
        pad.say("swipe", "update", at: 70, 1.0, 0.0)
        pad.end("swipe", at: 80)
        pad.end("pinch", at: 90)
        pad.end("pinch", at: 100)
        pad.say("swipe", "begin", at: 110, .object(pad.surface), 4)
        pad.end("swipe", at: 120)
        try pad.client.turn(at: 120)
        #expect(
            pad.client.take() == [
                "10 swipe began 3", "20 pinch began 2", "30 swipe changed 3 by 1,0", "40 pinch cancelled 2",
                "40 pinch began 0", "50 pinch changed 0 by 0,0", "60 swipe cancelled 3", "90 pinch ended 0",
                "110 swipe began 4", "120 swipe ended 4",
            ])
        #expect(
            pad.client.takeNotices() == [
                "zwp_pointer_gesture_swipe_v1 without a begin: ignored",
                "zwp_pointer_gesture_pinch_v1 without a begin: ignored",
            ])
        #expect(pad.client.application.dispatcher.isIdle)
    }

    @Test func `before version 3 there is no hold`() throws {
        let pad = try Touchpad(version: 2)
        #expect(pad.client.compositor.latest("zwp_pointer_gesture_hold_v1") == nil)
        #expect(pad.client.compositor.latest("zwp_pointer_gesture_pinch_v1") != nil)
    }
}

/// A touchpad whose pointer is over the window.
private final class Touchpad {
    let client: TestClient
    let surface: Resource

    init(version: UInt32 = 3, unrecordedBecause obstacle: String? = nil) throws {
        client = try TestClient(unrecordedBecause: obstacle) { compositor in
            compositor.offer("zwp_pointer_gestures_v1", version)
        }
        surface = client.compositor.resource("wl_surface")
        client.mouse().enter(100, 100)
        client.mouse().frame()
        try client.turn()
        _ = client.take()
    }

    func say(_ kind: String, _ event: String, at time: Double, _ words: Word...) {
        let target = client.compositor.resource("zwp_pointer_gesture_\(kind)_v1")
        let stamp = Word.number(client.stamp(time))
        switch (event, words.count) {
        case ("begin", _):
            client.compositor.emit(
                target, event, .number(Int64(client.compositor.nextSerial())), stamp, words[0], words[1])
        case (_, 2): client.compositor.emit(target, event, stamp, words[0], words[1])
        default: client.compositor.emit(target, event, stamp, words[0], words[1], words[2], words[3])
        }
    }

    func end(_ kind: String, at time: Double, isCancelled: Bool = false) {
        client.compositor.emit(
            client.compositor.resource("zwp_pointer_gesture_\(kind)_v1"), "end",
            .number(Int64(client.compositor.nextSerial())), .number(client.stamp(time)), .number(isCancelled ? 1 : 0))
    }

    /// Notes what frames say of gestures.
    func note() {
        client.application.dispatcher.addFrameObserver { [unowned client] frame in
            guard let gesture = frame.touchpad else { return }
            var line = "\(gesture.kind) \(gesture.phase) \(gesture.fingers)"
            if gesture.phase == .changed { line += " by \(plain(gesture.delta))" }
            if gesture.scale != 1 { line += " x\(plain(gesture.scale))" }
            if gesture.rotation != 0 { line += " turned \(plain(gesture.rotation * 180 / .pi))" }
            client.note(line)
        }
    }
}
