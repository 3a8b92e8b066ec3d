import Glibc
import Testing
import TimeLimits

@testable import Wayland

@Suite(.timeLimited) struct ConnectionTests {
    @Test func `globals come and go`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        var log: [Connection.GlobalChange] = []
        connection.onGlobalChange = { log.append($0) }
        compositor.offer(1, "wl_seat", 5)
        compositor.offer(2, "zz_unknown", 1)
        compositor.offer(3, "wl_seat", 9)
        compositor.send(2, 1, [.number(1)])
        compositor.send(2, 1, [.number(77)])
        try connection.hear()

        let first = Global(name: 1, interface: "wl_seat", version: 5)
        let unknown = Global(name: 2, interface: "zz_unknown", version: 1)
        let second = Global(name: 3, interface: "wl_seat", version: 9)
        #expect(log == [.added(first), .added(unknown), .added(second), .removed(first)])
        #expect(connection.globals == [unknown, second])
    }

    @Test func `a global is bound at the lower of the offered and the implemented version`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.offer(1, "wl_seat", 5)
        compositor.offer(2, "wl_output", 99)
        try connection.hear()
        let seat = try connection.require(WlSeat.self)
        let output = try connection.require(WlOutput.self)
        #expect(seat.version == 5)
        #expect(output.version == WlOutput.interface.version)
        #expect(seat.getTouch().version == 5)

        try connection.flush()
        let words = compositor.received()
        // Words 0 to 2 ask for the registry; then bind has the name, "wl_seat" with its length, the version, the id.
        #expect(words[3..<11] == [2, 32 << 16, 1, 8, 0x735f_6c77, 0x0074_6165, 5, seat.id])
    }

    @Test func `required globals that are missing or too old are errors`() throws {
        let offered = [
            Global(name: 1, interface: "wl_compositor", version: 3), Global(name: 2, interface: "wl_seat", version: 2),
            Global(name: 3, interface: "wl_seat", version: 7),
        ]
        #expect(try Global.first(of: WlSeat.interface, version: 5, in: offered).name == 3)
        #expect(try Global.first(of: WlSeat.interface, version: 1, in: offered).name == 2)
        let old = #expect(throws: ConnectionError.oldGlobal(interface: "wl_compositor", offered: 3, needed: 4)) {
            try Global.first(of: WlCompositor.interface, version: 4, in: offered)
        }
        #expect(
            old?.description == "the compositor offers wl_compositor 3, 4 is needed; use a newer compositor")
        let missing = #expect(throws: ConnectionError.missingGlobal(interface: "xdg_wm_base", needed: 1)) {
            try Global.first(of: XdgWmBase.interface, version: 1, in: offered)
        }
        #expect(
            missing?.description == "the compositor offers no xdg_wm_base, 1 is needed; use a compositor that has it")
    }

    @Test func `a prepared read that is dropped is cancelled`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        do { _ = try connection.prepareRead() }
        try connection.prepareRead().cancel()
        compositor.offer(1, "wl_seat", 5)
        // Would wait for the other two for ever, if they were still open.
        try connection.hear()
        #expect(connection.globals.count == 1)
    }

    @Test func `a read from an empty socket does not block`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        try connection.hear()
        #expect(connection.globals == [])
        compositor.hangUp()
    }

    @Test func `events that are waiting are handed out before a read is prepared`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.offer(1, "wl_seat", 5)
        try connection.prepareRead().read()
        #expect(connection.globals == [])
        try connection.prepareRead().cancel()
        #expect(connection.globals.count == 1)
    }

    @Test func `flush reports a full socket, and no request is lost`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected(sendBuffer: 4096)
        var callbacks: [WlCallback] = []
        repeat {
            callbacks.append(connection.display.sync())
        } while try connection.flush()
        var words = compositor.received()
        while try !connection.flush() {
            words += compositor.received()
        }
        words += compositor.received()
        // get_registry and the syncs, three words each.
        #expect(words.count == 3 * (callbacks.count + 1))
        #expect(connection.failure == nil)
    }

    @Test func `a protocol error is typed`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.send(1, 0, [.number(2), .number(7), .text("the name 3 is: not known")])
        let expected = ProtocolError(
            interface: "wl_registry", objectID: 2, code: 7, message: "the name 3 is: not known")
        let error = #expect(throws: ConnectionError.protocolError(expected)) { try connection.hear() }
        #expect(error?.description == "protocol error 7 on wl_registry@2: the name 3 is: not known")
        #expect(connection.failure == .protocolError(expected))
        #expect(throws: ConnectionError.protocolError(expected)) { try connection.roundtrip() }
    }

    @Test func `two protocol errors with the same code have their own messages`() throws {
        for words in ["no such seat", "no such output"] {
            let (connection, compositor) = try ScriptedCompositor.connected()
            compositor.send(1, 0, [.number(2), .number(9), .text(words)])
            let error = #expect(throws: ConnectionError.self) { try connection.hear() }
            #expect(error?.description == "protocol error 9 on wl_registry@2: \(words)")
        }
    }

    @Test func `a protocol error on an object that is gone is typed`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        let callback = connection.display.sync()
        callback.discard()
        compositor.send(1, 0, [.number(callback.id), .number(2), .text("gone")])
        let error = #expect(throws: ConnectionError.self) { try connection.hear() }
        #expect(error?.description == "protocol error 2 on a destroyed object: gone")
    }

    @Test func `a compositor that hangs up is noticed`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.hangUp()
        #expect(throws: ConnectionError.closed) { try connection.hear() }
        #expect(connection.failure == .closed)
    }

    @Test func `the reason is read even when writing fails first`() throws {
        let (connection, compositor) = try ScriptedCompositor.connected()
        compositor.send(1, 0, [.number(2), .number(1), .text("go away")])
        compositor.hangUp()
        _ = connection.display.sync()
        #expect(try connection.flush())
        let error = #expect(throws: ConnectionError.self) { try connection.hear() }
        #expect(error?.description == "protocol error 1 on wl_registry@2: go away")
    }

    @Test func `a proxy may outlive its connection`() throws {
        var (connection, compositor): (Connection?, ScriptedCompositor) = try ScriptedCompositor.connected()
        compositor.offer(1, "wl_compositor", 5)
        try connection?.hear()
        let surface = try connection?.require(WlCompositor.self).createSurface()
        connection = nil
        surface?.destroy()
        #expect(surface?.isAlive == false)
    }
}
