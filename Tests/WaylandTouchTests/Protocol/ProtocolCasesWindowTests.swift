import Glibc
import Testing
import TimeLimits
import TouchKit
import Wayland

@testable import WaylandTouch

/// What compositors do with windows, buffers and scales, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesWindowTests {
    @Test func `a popup that a touch opens grabs with the serial of the first finger, and is shown`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.onPopup = { [unowned compositor] in compositor.configure(popup: $0, 120, 90) }
        let (finger, menu) = (client.fingers(), TestPad(name: "menu"))
        menu.note = { [unowned client] in client.note($0) }
        client.pad().onTouch = { [unowned client] touch in
            guard touch.phase == .began, touch.id == 0 else { return }
            client.application.windows[0].openPopup(
                size: Size(width: 100, height: 80), beside: Rect(x: 90, y: -5, width: 20.5, height: 30), content: menu,
                with: touch)
        }
        finger.down(0, 100, 10, at: 0, serial: 10)
        finger.frame()
        finger.down(1, 300, 10, at: 10, serial: 12)
        finger.frame()
        for _ in 0..<3 { try client.turn(at: 20) }
        #expect(
            compositor.take("xdg_wm_base", "xdg_positioner", "xdg_surface", "xdg_popup", "wl_surface", "wl_shm_pool")
                .filter { !$0.contains("region") } == [
                    "xdg_wm_base.get_xdg_surface(xdg_surface#2, wl_surface#2)",
                    "xdg_wm_base.create_positioner(xdg_positioner)", "xdg_positioner.set_size(100, 80)",
                    "xdg_positioner.set_anchor_rect(90, 0, 21, 25)", "xdg_positioner.set_anchor(6)",
                    "xdg_positioner.set_gravity(8)", "xdg_positioner.set_constraint_adjustment(9)",
                    "xdg_surface#2.get_popup(xdg_popup, xdg_surface, xdg_positioner)", "xdg_positioner.destroy()",
                    "xdg_popup.grab(wl_seat, 10)", "wl_surface#2.commit()",
                    "wl_shm_pool#2.create_buffer(wl_buffer#2, 0, 120, 90, 480, 0)", "wl_shm_pool#2.destroy()",
                    "xdg_surface#2.ack_configure(\(compositor.serial))", "wl_surface#2.attach(wl_buffer#2, 0, 0)",
                    "wl_surface#2.damage_buffer(0, 0, 120, 90)", "wl_surface#2.frame(wl_callback#3)",
                    "wl_surface#2.commit()",
                ])
        client.fingers(on: 2).tap(5, 50, 60, from: 30, to: 40)
        finger.up(0, at: 50)
        finger.up(1, at: 50)
        try client.turn(at: 50)
        #expect(
            client.take() == [
                "0 pad began 0@100,10", "10 pad began 1@300,10", "30 menu began 5@50,60", "40 menu ended 5@50,60",
                "50 pad ended 0@100,10 1@300,10",
            ])
        client.application.windows[0].close()
        try client.turn()
        #expect(
            compositor.take().filter { !$0.contains("wl_buffer") } == [
                "xdg_popup.destroy()", "xdg_surface#2.destroy()", "wl_surface#2.destroy()", "xdg_toplevel.destroy()",
                "xdg_surface.destroy()", "wl_surface.destroy()",
            ])
        #expect(compositor.complaints == [])
    }

    @Test(arguments: ["before", "after", "instead"])
    func `a grab that is refused closes the popup quietly`(done: String) throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.onPopup = { [unowned compositor] popup in
            if done == "before" { compositor.emit(popup, "popup_done") }
            if done != "instead" { compositor.configure(popup: popup, 100, 80) }
            if done != "before" { compositor.emit(popup, "popup_done") }
        }
        let finger = client.fingers()
        client.pad().onTouch = { [unowned client] touch in
            guard touch.phase == .began else { return }
            let popup = client.application.windows[0].openPopup(
                size: Size(width: 100, height: 80), beside: Rect(x: 90, y: 0, width: 20, height: 30),
                content: TestPad(name: "menu"), with: touch)
            popup.onClose = { client.note("closed") }
        }
        finger.down(0, 100, 10, at: 0, serial: 10)
        finger.frame()
        try client.turn(at: 0)
        try client.turn(at: 10)
        finger.up(0, at: 20)
        try client.turn(at: 20)
        #expect(client.take() == ["0 pad began 0@100,10", "0 closed", "20 pad ended 0@100,10"])
        #expect(
            compositor.take("xdg_popup", "xdg_surface", "wl_surface") == [
                "xdg_surface#2.get_popup(xdg_popup, xdg_surface, xdg_positioner)", "xdg_popup.grab(wl_seat, 10)",
                "wl_surface#2.commit()", "xdg_popup.destroy()", "xdg_surface#2.destroy()", "wl_surface#2.destroy()",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `of popups on popups the topmost is closed first`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.onPopup = { [unowned compositor] in compositor.configure(popup: $0, 100, 80) }
        let anchor = Rect(x: 0, y: 0, width: 10, height: 10)
        let size = Size(width: 100, height: 80)
        let menu = client.application.windows[0].openPopup(size: size, beside: anchor, content: TestPad(name: "menu"))
        let submenu = menu.openPopup(size: size, beside: anchor, content: TestPad(name: "submenu"))
        submenu.onClose = { client.note("submenu closed") }
        menu.onClose = { client.note("menu closed") }
        for _ in 0..<4 { try client.turn() }
        #expect(compositor.resource("wl_surface", 3).surface?.shown != nil)
        _ = compositor.take()
        client.fingers(on: 3).down(0, 10, 10, at: 0)
        compositor.emit(compositor.resource("xdg_popup"), "popup_done")
        try client.turn(at: 0)
        #expect(!menu.isOpen && !submenu.isOpen)
        #expect(client.application.dispatcher.isIdle)
        #expect(client.take() == ["0 submenu closed", "0 menu closed"])
        #expect(
            compositor.take("xdg_popup", "xdg_surface", "wl_surface") == [
                "xdg_popup#2.destroy()", "xdg_surface#3.destroy()", "wl_surface#3.destroy()", "xdg_popup.destroy()",
                "xdg_surface#2.destroy()", "wl_surface#2.destroy()",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `of popups side by side the one that was opened last is closed first`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.onPopup = { [unowned compositor] in compositor.configure(popup: $0, 100, 80) }
        let window = client.application.windows[0]
        for name in ["first", "second"] {
            let popup = window.openPopup(
                size: Size(width: 100, height: 80), beside: Rect(x: 0, y: 0, width: 10, height: 10),
                content: TestPad(name: name))
            popup.onClose = { [unowned client] in client.note("\(name) closed") }
        }
        for _ in 0..<3 { try client.turn() }
        window.close()
        #expect(client.take().map { $0.split(separator: " ")[1] } == ["second", "first"])
        try client.turn()
        #expect(compositor.complaints == [])
    }

    @Test func `a window that its program closes has cancelled its touches when the call returns`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 10)
        client.application.windows[0].close()
        #expect(client.take() == ["0 pad began 0@100,100", "10 pad cancelled 0@100,100"])
        try client.turn(at: 20)
        #expect(client.take() == [])
    }

    @Test func `odd sizes are drawn, and none is 0`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let toplevel = compositor.resource("xdg_toplevel")
        var sizes: [String] = []
        for (width, height) in [(0, 0), (0, 400), (1, 1), (301, 201)] {
            compositor.configure(toplevel, width, height, states: width == 0 ? [] : [2])
            try client.turn()
            sizes += compositor.take("wl_shm_pool").filter { $0.contains("create_buffer") }
        }
        #expect(
            sizes == [
                "wl_shm_pool#2.create_buffer(wl_buffer#2, 0, 800, 400, 3200, 1)",
                "wl_shm_pool#3.create_buffer(wl_buffer#3, 0, 1, 1, 4, 1)",
                "wl_shm_pool#4.create_buffer(wl_buffer#4, 0, 301, 201, 1204, 1)",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `a size for which there is no memory leaves the old content and the old size`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            let compositor = client.compositor
            let toplevel = compositor.resource("xdg_toplevel")
            let pad = client.pad()
            for size in [16_384, 32_767, 100_000] {
                compositor.configure(toplevel, size, size)
                try ProtocolCasesWindowTests.withFilesUpTo(64 << 20) {
                    try client.turn()
                    pad.setNeedsDisplay()
                    try client.turn()
                }
                #expect(pad.bounds.size == Size(width: 800, height: 600))
            }
            let requests = compositor.take("wl_shm", "wl_shm_pool", "xdg_surface")
            #expect(
                requests.filter { $0.contains("create_pool") } == ["wl_shm.create_pool(wl_shm_pool#2, fd, 1920000)"])
            #expect(requests.filter { $0.contains("xdg_surface") } == [])
            #expect(
                client.takeNotices().map { $0.prefix(42) } == [
                    "no memory for a buffer of 1073741824 bytes", "a window of 32767x32767 pixels can't be dr",
                ])
            compositor.configure(toplevel, 400, 300)
            try client.turn()
            #expect(pad.bounds.size == Size(width: 400, height: 300))
            #expect(compositor.take("xdg_surface") == ["xdg_surface.ack_configure(\(compositor.serial))"])
            #expect(compositor.complaints == [])
        }
    }

    @Test func `a title of any length is no error`() throws {
        let client = try TestClient()
        client.application.windows[0].title = String(repeating: "é", count: 5000)
        try client.turn()
        #expect(
            client.compositor.take() == ["xdg_toplevel.set_title(\"\(String(repeating: "é", count: 1024))\")"])
    }

    @Test func `nothing is attached before the first configure, and what was asked for is drawn then`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll(seatVersion: 0)
        compositor.habits.configures = false
        let client = try TestClient(bare: compositor)
        try client.turn()
        _ = compositor.take()
        let pad = try client.openWindow()
        pad.backgroundColor = Color(0x123456)
        try client.turn(at: 250)
        try compositor.serving { try client.application.connection.roundtrip() }
        try client.turn(at: 500)
        #expect(
            compositor.take() == [
                "wl_compositor.create_surface(wl_surface)", "xdg_wm_base.get_xdg_surface(xdg_surface, wl_surface)",
                "xdg_surface.get_toplevel(xdg_toplevel)", "xdg_toplevel.set_title(\"pad\")",
                "xdg_toplevel.set_app_id(\"\(client.appID)\")", "wl_surface.commit()",
                "wl_display.sync(wl_callback#2)",
            ])
        compositor.configure(compositor.resource("xdg_toplevel"), 0, 0, serial: 1)
        try client.turn(at: 510)
        #expect(
            compositor.take() == [
                "wl_shm.create_pool(wl_shm_pool, fd, 1920000)",
                "wl_shm_pool.create_buffer(wl_buffer, 0, 800, 600, 3200, 1)", "wl_shm_pool.destroy()",
                "xdg_surface.ack_configure(1)", "wl_surface.attach(wl_buffer, 0, 0)",
                "wl_surface.damage_buffer(0, 0, 800, 600)",
                "wl_compositor.create_region(wl_region)", "wl_region.add(0, 0, 800, 600)",
                "wl_surface.set_opaque_region(wl_region)", "wl_region.destroy()", "wl_surface.frame(wl_callback#3)",
                "wl_surface.commit()",
            ])
        #expect(compositor.shownPixel() == 0xff12_3456 || compositor.shownPixel() == 0x0012_3456)
    }

    @Test func `only the last of several configures counts`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let toplevel = compositor.resource("xdg_toplevel")
        compositor.configure(toplevel, 500, 400, serial: 5)
        compositor.configure(toplevel, 600, 400, serial: 6)
        compositor.configure(toplevel, 700, 400, serial: 7)
        try client.turn()
        #expect(
            compositor.take("xdg_surface", "wl_shm_pool", "wl_surface") == [
                "wl_shm_pool#2.create_buffer(wl_buffer#2, 0, 700, 400, 2800, 1)", "wl_shm_pool#2.destroy()",
                "xdg_surface.ack_configure(7)", "wl_surface.attach(wl_buffer#2, 0, 0)",
                "wl_surface.damage_buffer(0, 0, 700, 400)", "wl_surface.set_opaque_region(wl_region#2)",
                "wl_surface.frame(wl_callback#3)", "wl_surface.commit()",
            ])
        compositor.emit(toplevel, "configure", 300, 300, [])
        try client.turn()
        #expect(compositor.take("xdg_surface", "wl_shm_pool") == [])
        #expect(client.pad().bounds.size == Size(width: 700, height: 400))
    }

    @Test func `a finger keeps its view when the window shrinks under it`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        finger.down(0, 700, 500, at: 0)
        finger.frame()
        client.compositor.configure(client.compositor.resource("xdg_toplevel"), 400, 300)
        finger.move(0, 710, 500, at: 10)
        finger.frame()
        try client.turn(at: 10)
        finger.up(0, at: 20)
        try client.turn(at: 20)
        #expect(
            client.take() == ["0 pad began 0@700,500", "10 pad moved 0@710,500", "20 pad ended 0@710,500"])
        #expect(client.pad().bounds.size == Size(width: 400, height: 300))
    }

    @Test func `while the compositor holds all buffers nothing is drawn, and then the newest state once`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.habits.releases = false
        let pad = client.pad()
        for color in 1...10 {
            pad.backgroundColor = Color(UInt32(color))
            try client.turn()
        }
        #expect(
            compositor.take("wl_surface").filter { $0.contains("attach") } == [
                "wl_surface.attach(wl_buffer#2, 0, 0)", "wl_surface.attach(wl_buffer#3, 0, 0)",
            ])
        #expect(compositor.everyResource.count { $0.buffer?.held != nil } == 3)
        client.fingers().tap(0, 10, 10, from: 0, to: 10)
        compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1)
        try client.turn(at: 10)
        #expect(compositor.take() == ["xdg_wm_base.pong(1)"])
        #expect(client.take() == ["0 pad began 0@10,10", "10 pad ended 0@10,10"])
        compositor.release(compositor.resource("wl_buffer", 2))
        try client.turn()
        #expect(
            compositor.take("wl_surface").filter { $0.contains("attach") } == ["wl_surface.attach(wl_buffer#2, 0, 0)"])
        #expect(compositor.shownPixel().map { $0 & 0xffffff } == 10)
        try client.turn()
        #expect(compositor.take("wl_surface") == [])
        #expect(compositor.complaints == [])
    }

    @Test func `buffers may be released in any order, late, and after a resize`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        compositor.habits.releases = false
        compositor.habits.asksForFrames = false
        let pad = client.pad()
        pad.backgroundColor = Color(0x111111)
        try client.turn()
        // The release comes before the frame callback, then after it, of the older and of the newer one.
        compositor.release(compositor.resource("wl_buffer", 2))
        pad.backgroundColor = Color(0x222222)
        try client.turn()
        compositor.askForFrames()
        try client.turn()
        compositor.askForFrames()
        try client.turn()
        compositor.release(compositor.resource("wl_buffer", 1))
        try client.turn()
        compositor.configure(compositor.resource("xdg_toplevel"), 400, 300)
        try client.turn()
        let old = compositor.resource("wl_buffer", 2)
        #expect(old.buffer?.held != nil)
        compositor.release(old)
        try client.turn(isHeard: false)
        compositor.emit(old, "release")
        compositor.askForFrames()
        try client.turn()
        try client.turn()
        #expect(!compositor.resources.values.contains { $0 === old })
        #expect(compositor.take("wl_buffer") == ["wl_buffer.destroy()", "wl_buffer#2.destroy()"])
        #expect(compositor.complaints == [])
    }

    @Test(arguments: [[4], [4, 9]] as [[UInt32]])
    func `without frame callbacks gestures go on, and then there is one redraw`(states: [UInt32]) throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let compositor = client.compositor
        compositor.configure(compositor.resource("xdg_toplevel"), 0, 0, states: states)
        try client.turn()
        compositor.habits.asksForFrames = false
        let pad = client.pad()
        pad.onTouch = { [unowned pad] touch in pad.backgroundColor = Color(touch.phase == .ended ? 0x222222 : 0x111111)
        }
        pad.setNeedsDisplay()
        try client.turn()
        _ = compositor.take()
        client.fingers().tap(0, 10, 10, from: 0, to: 50)
        try client.turn(at: 50)
        compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1)
        try client.turn(at: 350)
        #expect(client.take() == ["0 pad began 0@10,10", "50 pad ended 0@10,10", "350 single ended 10,10"])
        #expect(compositor.take() == ["xdg_wm_base.pong(1)"])
        #expect(client.application.timeToDeadline == nil)
        compositor.askForFrames()
        try client.turn(at: 400)
        try client.turn(at: 410)
        #expect(compositor.take("wl_surface").filter { $0.hasSuffix("commit()") } == ["wl_surface.commit()"])
        #expect(compositor.shownPixel().map { $0 & 0xffffff } == 0x222222)
    }

    @Test func `no memory for a buffer is a line and no signal`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            let compositor = client.compositor
            compositor.habits.releases = false
            let pad = client.pad()
            pad.backgroundColor = Color(0x123456)
            try ProtocolCasesWindowTests.withFilesUpTo(1 << 20) { try client.turn() }
            #expect(client.notices.count == 1)
            #expect(client.takeNotices().first?.hasPrefix("no memory for a buffer of 1920000 bytes") == true)
            #expect(compositor.take() == [])
            client.fingers().tap(0, 10, 10, from: 0, to: 10)
            try client.turn(at: 10)
            #expect(client.take() == ["0 pad began 0@10,10", "10 pad ended 0@10,10"])
            #expect(compositor.shownPixel().map { $0 & 0xffffff } == 0x123456)
            #expect(compositor.complaints == [])
        }
    }

    @Test func `a window that opens without memory is shown when there is some`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            try ProtocolCasesWindowTests.withFilesUpTo(1 << 20) { try client.openWindow("second") }
            #expect(client.notices.count == 1)
            let surface = client.compositor.resource("wl_surface", 2)
            #expect(surface.surface?.shown == nil)
            try client.turn()
            #expect(surface.surface?.shown != nil)
            #expect(client.compositor.complaints == [])
        }
    }

    @Test func `on a screen of scale 2 buffers are twice as large and touches stay where they are`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.offer("wl_output", 4)
        compositor.offer("wl_output", 4)
        compositor.onSeat = { [unowned compositor] in compositor.announce(4, of: $0) }
        compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", $0.ordinal == 1 ? 1 : 2) }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        _ = compositor.take()
        let (surface, finger) = (compositor.resource("wl_surface"), client.fingers())
        let (one, two) = (compositor.resource("wl_output"), compositor.resource("wl_output", 2))
        compositor.emit(surface, "enter", .object(one))
        compositor.configure(compositor.resource("xdg_toplevel"), 301, 201, states: [2])
        try client.turn()
        _ = compositor.take()
        finger.down(0, 150, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        compositor.emit(surface, "leave", .object(one))
        compositor.emit(surface, "enter", .object(two))
        try client.turn(at: 5)
        #expect(
            compositor.take("wl_surface", "wl_shm_pool").filter { !$0.contains("region") && !$0.contains("frame") } == [
                "wl_shm_pool#3.create_buffer(wl_buffer#3, 0, 602, 402, 2408, 1)", "wl_shm_pool#3.destroy()",
                "wl_surface.attach(wl_buffer#3, 0, 0)", "wl_surface.damage_buffer(0, 0, 602, 402)",
                "wl_surface.set_buffer_scale(2)", "wl_surface.commit()",
            ])
        finger.move(0, 151, 100, at: 10)
        finger.frame()
        finger.up(0, at: 20)
        finger.frame()
        finger.tap(0, 150, 100, from: 30, to: 40)
        try client.turn(at: 40)
        #expect(
            client.take() == [
                "0 pad began 0@150,100", "10 pad moved 0@151,100", "20 pad ended 0@151,100", "30 pad began 0@150,100",
                "40 pad ended 0@150,100",
            ])
        compositor.emit(surface, "leave", .object(two))
        compositor.emit(surface, "enter", .object(one))
        try client.turn()
        #expect(compositor.take("wl_surface").contains("wl_surface.set_buffer_scale(1)"))
        compositor.emit(surface, "enter", .object(two))
        try client.turn()
        compositor.withdraw(6)
        try client.turn()
        #expect(
            compositor.take("wl_surface", "wl_output").filter { $0.contains("scale") || $0.contains("output") } == [
                "wl_surface.set_buffer_scale(2)", "wl_output#2.release()", "wl_surface.set_buffer_scale(1)",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `the only screen goes while the window is drawn, and another one comes`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        let screen = compositor.offer("wl_output", 4)
        compositor.onSeat = { [unowned compositor] in compositor.announce(4, of: $0) }
        compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", $0.ordinal == 1 ? 2 : 3) }
        let client = try TestClient(bare: compositor)
        let pad = try client.openWindow()
        compositor.emit(compositor.resource("wl_surface"), "enter", .object(compositor.resource("wl_output")))
        try client.turn()
        let window = client.application.windows[0]
        #expect(window.scale == 2)
        _ = compositor.take()

        let painting = Painting(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        painting.onDraw = {
            compositor.withdraw(screen)
            compositor.flush()
        }
        compositor.habits.asksForFrames = false
        pad.addSubview(painting)
        painting.isUserInteractionEnabled = false
        client.fingers().down(0, 50, 50, at: 0)
        client.fingers().frame()
        for time in [0.0, 20, 40] { try client.turn(at: time) }
        #expect(painting.count == 1, "nothing asks for more of it")
        client.fingers().up(0, at: 50)
        client.fingers().frame()
        try client.turn(at: 50)
        #expect(client.take() == ["0 pad began 0@50,50", "50 pad ended 0@50,50"])

        compositor.offer("wl_output", 4)
        try client.turn()
        compositor.emit(compositor.resource("wl_surface"), "enter", .object(compositor.resource("wl_output", 2)))
        compositor.habits.asksForFrames = true
        for _ in 0..<3 { try client.turn() }
        #expect(window.scale == 3)
        #expect(compositor.resource("wl_surface").surface?.shown?.buffer?.width == 2400)
        #expect(compositor.complaints == [])
    }

    @Test func `when its only screen goes, a window keeps its scale, and so does a popup`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        let screen = compositor.offer("wl_output", 4)
        compositor.onSeat = { [unowned compositor] in compositor.announce(4, of: $0) }
        compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", 2) }
        compositor.onPopup = { [unowned compositor] in compositor.configure(popup: $0, 100, 80) }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        let window = client.application.windows[0]
        let popup = window.openPopup(
            size: Size(width: 100, height: 80), beside: Rect(x: 0, y: 0, width: 10, height: 10),
            content: TestPad(name: "menu"))
        for _ in 0..<3 { try client.turn() }
        for number in 1...2 {
            compositor.emit(
                compositor.resource("wl_surface", number), "enter", .object(compositor.resource("wl_output")))
        }
        try client.turn()
        compositor.withdraw(screen)
        for _ in 0..<3 {
            window.window.setNeedsDisplay()
            popup.window.setNeedsDisplay()
            try client.turn()
        }
        #expect(window.scale == 2)
        #expect(popup.shell.scale == 2)
        #expect(compositor.complaints == [])
    }

    /// Something that is drawn.
    private final class Painting: View {
        private(set) var count = 0
        var onDraw: () -> Void = {}

        override func draw(_ rect: Rect, in canvas: any Canvas) {
            count += 1
            if count == 1 { onDraw() }
        }
    }

    @Test func `a window that has entered no screen has the largest scale there is`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.offer("wl_output", 4)
        compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", 2) }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        #expect(client.application.windows[0].scale == 2)
        #expect(compositor.take("wl_surface").filter { $0.contains("scale") } == ["wl_surface.set_buffer_scale(2)"])
    }

    @Test func `a fractional scale is drawn in a viewport, and fractions of points are kept`() throws {
        let client = try TestClient.withFractionalScales()
        let compositor = client.compositor
        compositor.emit(compositor.resource("wp_fractional_scale_v1"), "preferred_scale", 120)
        compositor.emit(compositor.resource("wp_fractional_scale_v1"), "preferred_scale", 180)
        try client.turn()
        compositor.configure(compositor.resource("xdg_toplevel"), 301, 201, states: [2])
        try client.turn()
        #expect(
            compositor.take("wl_surface", "wl_shm_pool", "wp_viewport").filter {
                !$0.contains("region") && !$0.contains("frame")
            } == [
                "wl_shm_pool#2.create_buffer(wl_buffer#2, 0, 1200, 900, 4800, 1)", "wl_shm_pool#2.destroy()",
                "wl_surface.attach(wl_buffer#2, 0, 0)", "wl_surface.damage_buffer(0, 0, 1200, 900)",
                "wp_viewport.set_destination(800, 600)", "wl_surface.commit()",
                "wl_shm_pool#3.create_buffer(wl_buffer#3, 0, 452, 302, 1808, 1)", "wl_shm_pool#3.destroy()",
                "wl_surface.attach(wl_buffer#3, 0, 0)", "wl_surface.damage_buffer(0, 0, 452, 302)",
                "wp_viewport.set_destination(301, 201)", "wl_surface.commit()",
            ])
        let finger = client.fingers()
        finger.down(0, 100.50390625, 99.99609375, at: 0)
        finger.frame()
        finger.up(0, at: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@100.504,99.996", "10 pad ended 0@100.504,99.996"])
        #expect(compositor.complaints == [])
    }

    /// While it runs, no file of the process can be made larger, so that it is for a process of the test's own.
    private static func withFilesUpTo(_ size: UInt, _ body: () throws -> Void) throws {
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var old = rlimit()
        try #require(unsafe getrlimit(resource, &old) == 0)
        var new = rlimit(rlim_cur: rlim_t(size), rlim_max: old.rlim_max)
        try #require(unsafe setrlimit(resource, &new) == 0)
        defer { unsafe _ = setrlimit(resource, &old) }
        try body()
    }
}

extension ScriptedCompositor {
    /// The first pixel of what a window shows.
    fileprivate func shownPixel(of surface: Int = 1) -> UInt32? {
        resource("wl_surface", surface).surface?.shown?.buffer.map { buffer in
            let bytes = buffer.content
            return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
        }
    }
}
