import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// Title bars, states and bounds of windows, and the cursor.
@Suite(.timeLimited) struct WindowFrameTests {
    private let activated: UInt32 = 4

    /// A client whose window has a title bar, if it has to have one.
    private func client(_ prepare: (ScriptedCompositor) -> Void = { _ in }) throws -> TestClient {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.onSeat = { [unowned compositor] in compositor.announce(5, of: $0) }
        prepare(compositor)
        let client = try TestClient(bare: compositor)
        try client.openWindow(hasTitleBar: true)
        return client
    }

    private func bufferSizes(_ client: TestClient) -> [String] {
        client.compositor.take("wl_shm_pool").filter { $0.contains("create_buffer") }.map { line in
            line.split(separator: ", ")[2...3].joined(separator: "x")
        }
    }

    @Test func `where the compositor draws no title bar there is one of our own, above the content`() throws {
        let client = try client()
        #expect(bufferSizes(client) == ["800x632"])
        #expect(client.pad().frame == Rect(x: 0, y: 32, width: 800, height: 600))
        client.addTap()
        client.fingers().tap(0, 100, 82, from: 0, to: 50)
        client.fingers().tap(0, 100, 20, from: 1000, to: 1050)
        try client.turn(at: 1100)
        #expect(
            client.take() == ["0 pad began 0@100,82", "50 tap ended 100,82", "50 pad ended 0@100,82"])
    }

    @Test func `the window is dragged by its title bar with a finger and with the pointer`() throws {
        let client = try client()
        let finger = client.fingers()
        finger.down(0, 100, 10, at: 0, serial: 41)
        finger.frame()
        finger.move(0, 130, 10, at: 10)
        finger.frame()
        try client.turn(at: 10)
        #expect(client.compositor.take("xdg_toplevel").last == "xdg_toplevel.move(wl_seat, 41)")
        finger.cancel()
        let mouse = client.mouse()
        mouse.enter(200, 10)
        mouse.button(true, at: 100)
        mouse.frame()
        let serial = client.compositor.serial
        mouse.move(240, 12, at: 110)
        mouse.frame()
        try client.turn(at: 110)
        #expect(client.compositor.take("xdg_toplevel") == ["xdg_toplevel.move(wl_seat, \(serial))"])
        #expect(client.application.dispatcher.isIdle)
        #expect(client.compositor.complaints == [])
    }

    @Test func `the button of the title bar closes the window if shouldClose allows it`() throws {
        let client = try client()
        var mayClose = false
        client.application.windows[0].shouldClose = { mayClose }
        client.fingers().tap(0, 785, 16, from: 0, to: 50)
        try client.turn(at: 60)
        try client.turn(at: 60)
        #expect(client.application.windows.count == 1)
        mayClose = true
        client.fingers().tap(0, 785, 16, from: 1000, to: 1050)
        try client.turn(at: 1060)
        try client.turn(at: 1060)
        #expect(client.application.windows.isEmpty)
        #expect(client.compositor.complaints == [])
    }

    @Test(arguments: [2, 1] as [UInt32])
    func `a window that fills the screen has no title bar, and gets it back`(state: UInt32) throws {
        let client = try client()
        let toplevel = client.compositor.resource("xdg_toplevel")
        _ = client.compositor.take()
        client.compositor.configure(toplevel, 1024, 768, states: [state, activated])
        try client.turn()
        #expect(client.pad().frame == Rect(x: 0, y: 0, width: 1024, height: 768))
        client.compositor.configure(toplevel, 0, 0, states: [activated])
        try client.turn()
        #expect(client.pad().frame == Rect(x: 0, y: 32, width: 800, height: 600))
        client.compositor.configure(toplevel, 500, 400, states: [activated])
        try client.turn()
        #expect(client.pad().frame == Rect(x: 0, y: 32, width: 500, height: 368))
        #expect(bufferSizes(client) == ["1024x768", "800x632", "500x400"])
    }

    @Test func `no title bar where the compositor fills the screen at once, or the program wants none`() throws {
        let kiosk = try client { compositor in
            compositor.habits.configures = false
        }
        kiosk.compositor.configure(kiosk.compositor.resource("xdg_toplevel"), 1024, 768, states: [2])
        try kiosk.turn()
        #expect(bufferSizes(kiosk) == ["1024x768"])
        let client = try client()
        client.application.windows[0].drawsTitleBar = false
        try client.turn()
        #expect(bufferSizes(client) == ["800x632", "800x600"])
    }

    @Test func `a compositor that draws title bars may change its mind`() throws {
        let client = try client { $0.offer("zxdg_decoration_manager_v1", 1) }
        let decoration = client.compositor.resource("zxdg_toplevel_decoration_v1")
        let toplevel = client.compositor.resource("xdg_toplevel")
        for mode in [1, 2, 1] as [Int64] {
            client.compositor.emit(decoration, "configure", .number(mode))
            client.compositor.configure(toplevel, 0, 0)
            try client.turn()
        }
        #expect(bufferSizes(client) == ["800x600", "800x632", "800x600", "800x632"])
    }

    @Test func `the smallest size is that of the content`() throws {
        let client = try client()
        client.application.windows[0].minimumSize = Size(width: 200, height: 100)
        client.compositor.configure(client.compositor.resource("xdg_toplevel"), 800, 600, states: [2])
        try client.turn()
        #expect(
            client.compositor.take("xdg_toplevel").suffix(2) == [
                "xdg_toplevel.set_min_size(200, 132)", "xdg_toplevel.set_min_size(200, 100)",
            ])
    }

    @Test func `a window too small for its title bar is drawn all the same`() throws {
        let client = try client()
        let toplevel = client.compositor.resource("xdg_toplevel")
        for (width, height) in [(1, 1), (20, 32), (40, 33)] {
            client.compositor.configure(toplevel, width, height)
            try client.turn()
        }
        #expect(bufferSizes(client) == ["800x632", "1x1", "20x32", "40x33"])
        #expect(client.compositor.complaints == [])
    }

    @Test func `without memory for a larger window the content keeps its size and position`() throws {
        let client = try client()
        client.compositor.configure(client.compositor.resource("xdg_toplevel"), 100_000, 100_000)
        try client.turn()
        #expect(client.pad().frame == Rect(x: 0, y: 32, width: 800, height: 600))
        #expect(client.takeNotices().count == 1)
    }

    @Test func `all states of the protocol are reported, unknown ones are ignored`() throws {
        let client = try TestClient()
        let (window, toplevel) = (client.application.windows[0], client.compositor.resource("xdg_toplevel"))
        var changes: [WindowStates] = []
        window.onStatesChange = { [unowned window] in changes.append(window.states) }
        for states in [[4], [4], [1, 3, 4], [2], [5, 6, 7, 8], [0, 10, 31, 32, .max], []] as [[UInt32]] {
            client.compositor.configure(toplevel, 800, 600, states: states)
            try client.turn()
        }
        #expect(
            changes == [
                .activated, [.maximized, .resizing, .activated], .fullscreen,
                [.tiledLeft, .tiledRight, .tiledTop, .tiledBottom], [],
            ])
        #expect(client.compositor.complaints == [])
    }

    @Test func `a suspended window is not drawn until it is visible again`() throws {
        let client = try TestClient()
        let toplevel = client.compositor.resource("xdg_toplevel")
        client.compositor.configure(toplevel, 800, 600, states: [9])
        try client.turn()
        try client.turn()
        _ = client.compositor.take()
        client.compositor.habits.asksForFrames = false
        client.pad().setNeedsDisplay()
        for _ in 0..<3 { try client.turn() }
        #expect(
            client.compositor.take("wl_surface", "wl_shm_pool").map { $0.prefix(16) } == [
                "wl_surface.frame", "wl_surface.commi",
            ])
        client.compositor.configure(toplevel, 800, 600, states: [4])
        try client.turn()
        #expect(client.compositor.take("wl_surface").contains { $0.contains("attach") })
    }

    @Test func `a size that the compositor leaves to the program stays within the bounds`() throws {
        let client = try client { $0.habits.configures = false }
        let toplevel = client.compositor.resource("xdg_toplevel")
        client.compositor.emit(toplevel, "configure_bounds", 640, 480)
        client.compositor.configure(toplevel, 0, 0)
        try client.turn()
        client.compositor.emit(toplevel, "configure_bounds", 0, 0)
        client.compositor.configure(toplevel, 0, 500)
        try client.turn()
        #expect(bufferSizes(client) == ["640x480", "640x500"])
    }

    @Test(arguments: [(scale: 1, size: 16), (scale: 2, size: 32)])
    func `the drawn arrow has the scale of the window`(scale: Int, size: Int) throws {
        let client = try TestClient { compositor in
            compositor.offer("wl_output", 4)
            compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", .number(Int64(scale))) }
        }
        client.mouse().enter(10, 10)
        try client.turn()
        #expect(bufferSizes(client) == ["\(size)x\(size * 3 / 2)"])
    }

    @Test func `the arrow is of the user's theme`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let folder = try CursorThemeFolder()
            defer { folder.remove() }
            let client = try TestClient { compositor in
                compositor.offer("wl_output", 4)
                compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", 2) }
            }
            #expect(CursorTheme.ofEnvironment == CursorTheme(name: "arrows", size: 20))
            client.application.cursors.pointer.theme = .ofEnvironment
            client.mouse().enter(10, 10, serial: 9)
            try client.turn()
            let requests = client.compositor.take("wl_pointer", "wl_surface").suffix(5)
            #expect(requests.first?.hasPrefix("wl_surface#2.attach") == true)
            #expect(requests.contains("wl_surface#2.set_buffer_scale(2)"))
            #expect(requests.last == "wl_pointer.set_cursor(9, wl_surface#2, 6, 8)")
            let shown = client.compositor.resource("wl_surface", 2).surface?.shown?.buffer
            #expect(shown?.width == 40 && shown?.height == 40)
            client.application.cursors.stylus.theme = CursorTheme(name: "none such", size: 24)
            #expect(client.compositor.complaints == [])
        }
    }
}
