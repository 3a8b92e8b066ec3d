import Testing
import TimeLimits
import TouchKit
import Wayland

@testable import WaylandTouch

/// Sizes and scales of windows and cursors, however they change, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesSizeTests {
    /// The size of the buffer that a window shows.
    private func shownSize(_ client: TestClient, surface: Int = 1) -> String? {
        client.compositor.resource("wl_surface", surface).surface?.shown?.buffer.map { "\($0.width)x\($0.height)" }
    }

    @Test func `bounds of 0 by 0 are no bounds`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.habits.configures = false
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        let toplevel = compositor.resource("xdg_toplevel")
        compositor.emit(toplevel, "configure_bounds", 0, 0)
        compositor.configure(toplevel, 0, 0)
        try client.turn()
        #expect(shownSize(client) == "800x600")
        #expect(compositor.complaints == [])
    }

    @Test func `a rapid run of configures ends with the last size, each acknowledged at most once`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let toplevel = compositor.resource("xdg_toplevel")
        for round in 1...20 {
            for number in 1...25 {
                compositor.configure(toplevel, 100 + (number * 37 + round) % 200, 100 + (number * 53 + round) % 200)
            }
            try client.turn()
        }
        compositor.configure(toplevel, 321, 123)
        for _ in 0..<3 { try client.turn() }
        #expect(shownSize(client) == "321x123")
        #expect(compositor.take("xdg_surface").count { $0.contains("ack_configure") } <= 21)
        #expect(compositor.complaints == [])
    }

    @Test func `after twenty sizes without a released buffer the last size is shown`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let toplevel = compositor.resource("xdg_toplevel")
        compositor.habits.releases = false
        for number in 1...20 {
            compositor.configure(toplevel, 100 + number, 100)
            try client.turn()
        }
        let held = compositor.everyResource.filter { $0.buffer?.held != nil }
        #expect(held.count < 20, "a client makes no buffers without end")
        for buffer in held { compositor.release(buffer) }
        for _ in 0..<3 { try client.turn() }
        #expect(shownSize(client) == "120x100")
        #expect(compositor.complaints == [])
    }

    @Test func `a touch keeps its view and ends once while the title bar appears and disappears`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.offer("zxdg_decoration_manager_v1", 1)
        compositor.onSeat = { [unowned compositor] in compositor.announce(4, of: $0) }
        let client = try TestClient(bare: compositor)
        try client.openWindow(hasTitleBar: true)
        let decoration = compositor.resource("zxdg_toplevel_decoration_v1")
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        for mode in [1, 2, 1, 2, 1, 2] as [Int64] {
            compositor.emit(decoration, "configure", .number(mode))
            compositor.configure(compositor.resource("xdg_toplevel"), 0, 0)
            try client.turn()
        }
        finger.up(0, at: 10)
        finger.tap(1, 100, 100, from: 20, to: 30)
        try client.turn(at: 30)
        #expect(
            client.take() == [
                "0 pad began 0@100,100", "10 pad ended 0@100,100", "20 pad began 1@100,100", "30 pad ended 1@100,100",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `a double tap during which the scale changes is one, where the fingers were`() throws {
        let client = try TestClient.withFractionalScales()
        client.addTapsPressAndPan()
        let scale = client.compositor.resource("wp_fractional_scale_v1")
        client.fingers().tap(0, 100, 100, from: 0, to: 50)
        try client.turn(at: 50)
        for parts in [150, 240, 138] as [Int64] {
            client.compositor.emit(scale, "preferred_scale", .number(parts))
            try client.turn(at: 60)
        }
        client.fingers().tap(0, 101.5, 100, from: 200, to: 250)
        try client.turn(at: 250)
        #expect(client.take().filter { !$0.contains("pad") } == ["250 double ended 100,100"])
        #expect(client.compositor.complaints == [])
    }

    @Test func `fractional sizes are rounded half up, and the last pixel is the window's`() throws {
        let client = try TestClient.withFractionalScales()
        let compositor = client.compositor
        compositor.emit(compositor.resource("wp_fractional_scale_v1"), "preferred_scale", 138)
        for (width, height, size) in [(430, 430, "495x495"), (301, 201, "346x231"), (10, 3, "12x3")] {
            compositor.configure(compositor.resource("xdg_toplevel"), width, height)
            try client.turn()
            #expect(shownSize(client) == size)
            let shown = try #require(compositor.resource("wl_surface").surface?.shown?.buffer)
            #expect(shown.content.suffix(4).prefix(3) == [0xff, 0xff, 0xff])
        }
        #expect(compositor.complaints == [])
    }

    @Test func `a cursor of any size is shown at any scale`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let folder = try CursorThemeFolder()
            defer { folder.remove() }
            for (scale, side) in [1, 2, 3].flatMap({ scale in [1, 7, 24, 33].map { (scale, $0 as UInt32) } }) {
                let image = CursorFile.Image(
                    nominal: side, width: side, height: side + 2, hotspot: (side - 1, side), color: 0xff00_0000)
                try folder.write(CursorFile.of([image]), to: "odd/cursors/default")
                let client = try TestClient(capabilities: ScriptedCompositor.pointer) { compositor in
                    compositor.offer("wl_output", 4)
                    compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", .number(Int64(scale)))
                    }
                }
                client.application.cursors.pointer.theme = CursorTheme(name: "odd", size: Int(side))
                client.mouse().enter(10, 10)
                client.mouse().frame()
                try client.turn()
                let requests = client.compositor.take("wl_pointer")
                #expect(requests.contains { $0.hasPrefix("wl_pointer.set_cursor") && !$0.contains("nil") })
                #expect(client.compositor.complaints == [], "\(side) pixels at scale \(scale)")
            }
        }
    }

    @Test func `a title is one line without terminal control characters`() throws {
        let client = try TestClient()
        client.application.windows[0].title = "tap\u{1b}]0;gone\u{7}\nnext\0\u{9b}2J \u{1f446}"
        try client.turn()
        #expect(
            client.compositor.take("xdg_toplevel") == [
                "xdg_toplevel.set_title(\"tap ]0;gone  next  2J \u{1f446}\")"
            ])
        #expect(client.compositor.complaints == [])
    }
}
