import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// Globals that come and go, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesGlobalsTests {
    /// A client on a screen of scale 2, besides what the cases start from.
    private func clientOnScreen() throws -> (TestClient, screen: UInt32) {
        var screen: UInt32 = 0
        let client = try TestClient { compositor in
            screen = compositor.offer("wl_output", 4)
            compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", 2) }
        }
        return (client, screen)
    }

    @Test func `enter and leave of a removed output are ignored`() throws {
        let (client, screen) = try clientOnScreen()
        let (compositor, window) = (client.compositor, client.application.windows[0])
        let (surface, output) = (compositor.resource("wl_surface"), compositor.resource("wl_output"))
        compositor.emit(surface, "enter", .object(output))
        try client.turn()
        #expect(window.scale == 2)
        compositor.withdraw(screen)
        try client.turn(isHeard: false)
        // The compositor has not yet read that the client has given the screen back.
        for event in ["leave", "enter", "enter", "leave"] { compositor.emit(surface, event, .object(output)) }
        try client.turn()
        #expect(window.scale == 2, "there is no other screen to tell another one")
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        #expect(compositor.complaints == [])
    }

    @Test func `the name of a removed global can be used again`() throws {
        let (client, screen) = try clientOnScreen()
        let compositor = client.compositor
        compositor.withdraw(screen)
        compositor.globals.append((screen, "wl_seat", 7))
        compositor.emit(
            compositor.resource("wl_registry"), "global", .number(Int64(screen)), "wl_seat", 7)
        for _ in 0..<3 { try client.turn() }
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        #expect(compositor.complaints == [])
    }

    @Test func `forty outputs and seats that are added and removed leave nothing behind`() throws {
        let client = try TestClient()
        client.addTap()
        let compositor = client.compositor
        try client.turn()
        let before = compositor.resources.count
        for number in 0..<40 {
            let names = [compositor.offer("wl_output", 4), compositor.offer("wl_seat", 7)]
            for _ in 0..<2 { try client.turn() }
            let (time, finger) = (Double(number) * 1000, client.fingers())
            compositor.emit(
                compositor.resource("wl_surface"), "enter", .object(compositor.latest("wl_output")!))
            finger.tap(0, 50, 50, from: time, to: time + 10)
            finger.down(1, 60, 60, at: time + 20)
            finger.frame()
            try client.turn(at: time + 20)
            for name in names { compositor.withdraw(name) }
            for _ in 0..<2 { try client.turn(at: time + 30) }
            #expect(
                client.take() == [
                    "\(plain(time)) pad began 0@50,50", "\(plain(time + 10)) tap ended 50,50",
                    "\(plain(time + 10)) pad ended 0@50,50", "\(plain(time + 20)) pad began 1@60,60",
                    "\(plain(time + 20)) pad cancelled 1@60,60",
                ])
        }
        #expect(compositor.resources.count == before)
        #expect(client.application.dispatcher.isIdle)
        #expect(compositor.complaints == [])
    }

    @Test func `a seat behind two thousand globals that are unknown works`() throws {
        let client = try TestClient(seatVersion: 0)
        client.addTap()
        for number in 0..<2000 {
            client.compositor.offer("unknown_\(number)", 1)
            if number.isMultiple(of: 50) { try client.turn() }
        }
        client.compositor.offer("wl_seat", 7)
        for _ in 0..<3 { try client.turn() }
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@50,50", "10 tap ended 50,50", "10 pad ended 0@50,50"])
        #expect(client.compositor.complaints == [])
    }

    @Test func `globals of version 99 are bound at the implemented version`() throws {
        let compositor = ScriptedCompositor()
        let interfaces = [
            "wl_compositor", "wl_shm", "wl_seat", "wl_output", "xdg_wm_base", "zwp_input_timestamps_manager_v1",
            "zwp_pointer_gestures_v1", "zwp_tablet_manager_v2", "wp_viewporter", "wp_fractional_scale_manager_v1",
            "zxdg_decoration_manager_v1", "wl_subcompositor", "wl_data_device_manager",
        ]
        for interface in interfaces { compositor.offer(interface, 99) }
        compositor.onSeat = { [unowned compositor] in compositor.announce(7, of: $0) }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        client.addTap()
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@50,50", "10 tap ended 50,50", "10 pad ended 0@50,50"])
        #expect(compositor.everyResource.allSatisfy { $0.version < 99 })
        #expect(compositor.complaints == [])
    }
}
