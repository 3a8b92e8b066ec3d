import Glibc
import Testing
import TimeLimits

@testable import Wayland

@Suite(.timeLimited) struct ProxyTests {
    /// A seat that is bound at a version, and the compositor that it is of.
    static func seat(_ version: UInt32 = 8) throws -> (Connection, ScriptedCompositor, WlSeat, WlCompositor) {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.offer(1, "wl_seat", version)
        compositor.offer(2, "wl_compositor", 5)
        try connection.hear()
        let seat = try connection.require(WlSeat.self)
        let maker = try connection.require(WlCompositor.self)
        try connection.flush()
        _ = compositor.received()
        return (connection, compositor, seat, maker)
    }

    @Test func `touch events are decoded`() throws {
        let (connection, compositor, seat, maker) = try Self.seat()
        let touch = seat.getTouch()
        let surface = maker.createSurface()
        var log: [String] = []
        touch.onEvent = { event in
            switch event {
            case .down(let serial, let time, let surface, let id, let x, let y):
                log.append("down \(serial) \(time) \(surface.map(\.description) ?? "nil") \(id) \(x) \(y)")
            case .up(let serial, let time, let id): log.append("up \(serial) \(time) \(id)")
            case .motion(let time, let id, let x, let y): log.append("motion \(time) \(id) \(x) \(y)")
            case .frame: log.append("frame")
            case .cancel: log.append("cancel")
            case .shape(let id, let major, let minor): log.append("shape \(id) \(major) \(minor)")
            case .orientation(let id, let orientation): log.append("orientation \(id) \(orientation)")
            }
        }
        compositor.send(
            touch.id, 0,
            [.number(9), .number(4_294_967_295), .number(surface.id), .int(-3), .int(256 * 10 + 64), .int(-1)])
        compositor.send(touch.id, 3)
        compositor.send(touch.id, 2, [.number(0), .int(-3), .int(.max), .int(.min)])
        compositor.send(touch.id, 5, [.int(-3), .int(512), .int(384)])
        compositor.send(touch.id, 6, [.int(-3), .int(-256 * 90)])
        compositor.send(touch.id, 1, [.number(10), .number(5), .int(-3)])
        compositor.send(touch.id, 4)
        try connection.hear()
        #expect(
            log == [
                "down 9 4294967295 wl_surface@\(surface.id) -3 10.25 -0.00390625", "frame",
                "motion 0 -3 8388607.99609375 -8388608.0", "shape -3 2.0 1.5", "orientation -3 -90.0", "up 10 5 -3",
                "cancel",
            ])
    }

    @Test func `an object that is destroyed here arrives as nil`() throws {
        let (connection, compositor, seat, maker) = try Self.seat()
        let touch = seat.getTouch()
        let surface = maker.createSurface()
        var surfaces: [WlSurface?] = []
        touch.onEvent = { event in
            if case .down(_, _, let surface, _, _, _) = event { surfaces.append(surface) }
        }
        for _ in 0..<2 {
            compositor.send(
                touch.id, 0, [.number(9), .number(1), .number(surface.id), .int(1), .int(0), .int(0)])
        }
        try connection.prepareRead().read()
        surface.destroy()
        try connection.dispatchPending()
        #expect(surfaces == [nil, nil])
    }

    @Test func `arrays and unknown values arrive whole`() throws {
        let (connection, compositor, seat, maker) = try Self.seat()
        let keyboard = seat.getKeyboard()
        let surface = maker.createSurface()
        var log: [String] = []
        seat.onEvent = { event in
            switch event {
            case .capabilities(let capabilities):
                log.append(
                    "\(capabilities.contains(.touch)) \(capabilities.contains(.pointer)) \(capabilities.rawValue)")
            case .name(let name): log.append(name)
            }
        }
        keyboard.onEvent = { event in
            switch consume event {
            case .enter(_, let surface, let keys): log.append("enter \(surface?.id == 6) \(keys.uint32s)")
            case .key(_, _, let key, let state): log.append("key \(key) \(state == .pressed) \(state.rawValue)")
            default: break
            }
        }
        compositor.send(seat.id, 0, [.number(0x14)])
        compositor.send(seat.id, 1, [.text("tišč \u{1F446}")])
        compositor.send(
            keyboard.id, 1, [.number(1), .number(surface.id), .bytes([30, 0, 0, 0, 0, 1, 0, 0])])
        compositor.send(keyboard.id, 3, [.number(1), .number(1), .number(30), .number(7)])
        try connection.hear()
        #expect(log == ["true false 20", "tišč \u{1F446}", "enter true [30, 256]", "key 30 false 7"])
    }

    @Test func `a descriptor that a handler takes stays open`() throws {
        let (connection, compositor, seat, _) = try Self.seat()
        let keyboard = seat.getKeyboard()
        var taken: Int32?
        keyboard.onEvent = { event in
            if case .keymap(_, let descriptor, 12) = consume event { taken = descriptor.take() }
        }
        let (read, write) = pipe()
        compositor.send(keyboard.id, 0, [.number(1), .number(12)], descriptor: read)
        try connection.hear()
        let mine = try #require(taken)
        #expect(isOpen(mine))
        close(mine)
        close(read)
        close(write)
    }

    @Test(arguments: [true, false])
    func `a descriptor that no handler takes is closed`(isListening: Bool) throws {
        let (connection, compositor, seat, _) = try Self.seat()
        let keyboard = seat.getKeyboard()
        var events = 0
        if isListening { keyboard.onEvent = { _ in events += 1 } }
        let (read, write) = pipe()
        compositor.send(keyboard.id, 0, [.number(1), .number(12)], descriptor: write)
        close(write)
        try connection.hear()
        // The last writer is gone: end of file.
        var byte: UInt8 = 0
        _ = fcntl(read, F_SETFL, O_NONBLOCK)
        #expect(unsafe Glibc.read(read, &byte, 1) == 0)
        #expect(events == (isListening ? 1 : 0))
        close(read)
    }

    @Test func `requests are encoded as the protocol has them`() throws {
        let (connection, compositor, _, maker) = try Self.seat()
        let surface = maker.createSurface()
        surface.attach(buffer: nil, x: -1, y: 2)
        surface.commit()
        try connection.flush()
        var expected = ScriptedCompositor.message(maker.id, 0, [surface.id])
        expected += ScriptedCompositor.message(surface.id, 1, [0, .max, 2])
        expected += ScriptedCompositor.message(surface.id, 6)
        #expect(compositor.received() == expected)
    }

    @Test func `strings and fixed numbers are encoded as the protocol has them`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.offer(1, "wl_compositor", 5)
        compositor.offer(2, "xdg_wm_base", 5)
        compositor.offer(3, "wp_viewporter", 1)
        try connection.hear()
        let surface = try connection.require(WlCompositor.self).createSurface()
        let toplevel = try connection.require(XdgWmBase.self).getXdgSurface(surface).getToplevel()
        let viewport = try connection.require(WpViewporter.self).getViewport(surface: surface)
        try connection.flush()
        _ = compositor.received()
        toplevel.setTitle("tap")
        viewport.setSource(x: 0, y: -1, width: 1.5, height: 0.001)
        try connection.flush()
        var expected = ScriptedCompositor.message(toplevel.id, 2, [4, 0x0070_6174])
        expected += ScriptedCompositor.message(viewport.id, 1, [0, UInt32.max - 255, 384, 0])
        #expect(compositor.received() == expected)
    }

    @Test func `no event reaches a destroyed object`() throws {
        let (connection, compositor, seat, _) = try Self.seat()
        let touch = seat.getTouch()
        var events = 0
        touch.onEvent = { _ in
            events += 1
            touch.release()
        }
        compositor.send(touch.id, 3)
        compositor.send(touch.id, 3)
        try connection.hear()
        compositor.send(touch.id, 3)
        try connection.hear()
        #expect(events == 1)
        touch.onEvent = nil
    }

    @Test func `an object may lose its last reference in its own event`() throws {
        let (connection, compositor, seat, _) = try Self.seat()
        var touch: WlTouch? = seat.getTouch()
        weak let observed = touch
        let id = try #require(touch?.id)
        touch?.onEvent = { _ in touch = nil }
        compositor.send(id, 3)
        compositor.send(id, 3)
        try connection.hear()
        #expect(observed == nil)
    }

    @Test func `destroying twice is destroying once`() throws {
        let (connection, compositor, _, maker) = try Self.seat()
        let surface = maker.createSurface()
        surface.destroy()
        surface.destroy()
        surface.discard()
        #expect(!surface.isAlive)
        try connection.flush()
        let expected = ScriptedCompositor.message(maker.id, 0, [surface.id])
        #expect(compositor.received() == expected + ScriptedCompositor.message(surface.id, 0))
    }

    @Test func `releasing an object whose version lacks release sends nothing`() throws {
        let (connection, compositor, seat, _) = try Self.seat(2)
        let touch = seat.getTouch()
        try connection.flush()
        _ = compositor.received()
        touch.release()
        #expect(!touch.isAlive)
        try connection.flush()
        #expect(compositor.received() == [])
    }

    @Test func `a request on a destroyed object is a programmer's error`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            limitTimeOfThisProcess()
            let (_, _, _, maker) = try ProxyTests.seat()
            let surface = maker.createSurface()
            surface.destroy()
            surface.commit()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("wl_surface@5.commit: the object is destroyed"))
    }

    @Test func `a request that is newer than its object is a programmer's error`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            limitTimeOfThisProcess()
            let (connection, compositor) = try ScriptedCompositor.connected()
            compositor.offer(2, "wl_compositor", 3)
            try connection.hear()
            try connection.require(WlCompositor.self).createSurface().damageBuffer(x: 0, y: 0, width: 1, height: 1)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("wl_surface@4.damage_buffer needs version 4, the object has version 3"))
    }

    @Test func `a destroyed object as an argument is a programmer's error`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            limitTimeOfThisProcess()
            let (_, _, _, maker) = try ProxyTests.seat()
            let region = maker.createRegion()
            region.destroy()
            maker.createSurface().setInputRegion(region)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("wl_surface@6.set_input_region: its argument wl_region@5 is destroyed"))
    }

    @Test func `fixed numbers are rounded to the nearest`() {
        #expect(
            [0, 1, -1, 0.5, 1.0 / 512, 1.0 / 513, 8_388_607.99609375].map(Fixed.bits) == [
                0, 256, -256, 128, 1, 0, .max,
            ])
        #expect(Fixed.number(.min) == -8_388_608)
    }

    @Test func `bytes are read as 32-bit numbers`() {
        #expect(([] as [UInt8]).uint32s == [])
        #expect(([1, 0, 0, 0, 0, 0, 0, 128, 9] as [UInt8]).uint32s == [1, 0x8000_0000])
    }
}
