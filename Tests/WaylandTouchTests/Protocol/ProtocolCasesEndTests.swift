import CShims
import Fuzzing
import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// The end of a program whose compositor says nothing or reads nothing, and what such a compositor keeps it from, by the
/// numbers of the cases. Signals are a process's, so each of these tests has one.
@Suite(.timeLimited) struct ProtocolCasesEndTests {
    @Test func `SIGTERM ends a program whose compositor does not answer at the start`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) { @MainActor in
            limitTimeOfThisProcess()
            ProtocolCasesEndTests.startSilently { kill(getpid(), SIGTERM) }
        }
    }

    @Test func `SIGINT ends a program whose compositor does not answer at the start`() async {
        await #expect(processExitsWith: .signal(SIGINT)) { @MainActor in
            limitTimeOfThisProcess()
            ProtocolCasesEndTests.startSilently { kill(getpid(), SIGINT) }
        }
    }

    @Test func `a signal ends a program whose compositor configures no window`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            for signal in [SIGTERM, SIGINT] {
                let client = try TestClient(bare: ScriptedCompositor.silent())
                client.application.openWindow(title: "never shown", size: Size(width: 100, height: 100))
                client.application.closeRequests.append { raise(signal) }
                try ProtocolCasesEndTests.expectEnd(of: client, by: signal)
            }
        }
    }

    @Test func `a signal ends a program that makes requests without end to a compositor that reads none`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            for signal in [SIGTERM, SIGINT] {
                let client = try TestClient()
                client.application.connection.setSendBuffer(to: 4096)
                client.pad().onTouch = { touch in
                    guard touch.phase == .began else { return }
                    raise(signal)
                    for number in 0..<2000 { client.application.windows[0].title = "\(number)" }
                }
                client.fingers().down(0, 10, 10, at: 0)
                client.fingers().frame()
                try ProtocolCasesEndTests.expectEnd(of: client, by: signal)
                #expect(client.take() == ["0 pad began 0@10,10", "0 pad cancelled 0@10,10"])
            }
        }
    }

    @Test func `a signal ends a program whose last requests a compositor does not read`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            client.compositor.habits.configures = false
            // To close them takes more than libwayland keeps.
            for _ in 0..<250 { client.application.openWindow(title: "", size: Size(width: 10, height: 10)) }
            try client.turn()
            try client.fillSocket()
            client.application.closeRequests.append { raise(SIGTERM) }
            try ProtocolCasesEndTests.expectEnd(of: client, by: SIGTERM)
        }
    }

    @Test func `pings that find no room for their answers keep no touch waiting, and are answered later`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        try client.fillSocket()
        for serial in 1...2000 { compositor.emit(compositor.resource("xdg_wm_base"), "ping", .number(Int64(serial))) }
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10, isHeard: false)
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        for _ in 0..<100 { try client.turn() }
        #expect(compositor.take("xdg_wm_base") == (1...2000).map { "xdg_wm_base.pong(\($0))" })
        #expect(compositor.complaints == [])
    }

    @Test func `pings that find no room for their answers do not stop the reading while a handler is busy`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        client.pad().onTouch = { touch in
            guard touch.phase == .began else { return }
            #expect(throws: Never.self) { try client.fillSocket() }
            for serial in 1...2000 {
                compositor.emit(compositor.resource("xdg_wm_base"), "ping", .number(Int64(serial)))
            }
            client.fingers().up(0, at: 10)
            compositor.flush()
            // Until all has been read.
            let descriptor = client.application.connection.fileDescriptor
            let end = ContinuousClock.now + .seconds(10 * Footprint.patience)
            while shim_wait(descriptor, 0, -1, -1, 0) > 0, ContinuousClock.now < end { usleep(1000) }
            #expect(ContinuousClock.now < end)
            #expect(compositor.read(until: "xdg_wm_base.pong(2000)"))
            client.application.terminate()
        }
        client.fingers().down(0, 50, 50, at: 0)
        client.fingers().frame()
        #expect(try client.run(at: 0) == .terminated)
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        #expect(
            compositor.take("xdg_wm_base").filter { $0.contains("pong") }
                == (1...2000).map { "xdg_wm_base.pong(\($0))" })
        #expect(compositor.complaints == [])
    }

    @Test func `a window is not drawn while the compositor does not read, and once afterwards`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        try client.fillSocket()
        try client.turn(isHeard: false)
        for color in 1...5 {
            client.pad().backgroundColor = Color(UInt32(color))
            try client.turn(isHeard: false)
        }
        compositor.read()
        _ = compositor.take()
        for _ in 0..<3 { try client.turn() }
        #expect(compositor.take("wl_surface").filter { $0.hasSuffix("commit()") } == ["wl_surface.commit()"])
        #expect(compositor.complaints == [])
    }

    /// Connects to a compositor that never answers.
    private static func startSilently(_ whenAsked: @escaping () -> Void) {
        let compositor = ScriptedCompositor()
        compositor.habits.answersSync = false
        compositor.onRegistry = whenAsked
        _ = try? compositor.serving { try Application(display: compositor.path) }
    }

    /// Runs a client, and expects that a signal ends it cleanly, and long before the client would give the compositor up. It
    /// takes half a second at most; a busy machine has more.
    private static func expectEnd(of client: TestClient, by signal: Int32) throws {
        let start = ContinuousClock.now
        #expect(try client.run(at: 0) == .signal(signal))
        #expect(ContinuousClock.now - start < .seconds(5 * Footprint.patience))
        #expect(client.application.windows.isEmpty)
    }
}

extension ScriptedCompositor {
    /// One that offers everything, and configures no window.
    fileprivate static func silent() -> ScriptedCompositor {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.habits.configures = false
        return compositor
    }
}

extension TestClient {
    /// Makes requests until the socket takes no more, as for a compositor that reads nothing.
    fileprivate func fillSocket() throws {
        application.connection.setSendBuffer(to: 4096)
        var count = 0
        repeat {
            application.windows[0].title = "\(count)"
            count += 1
        } while try application.connection.flush()
    }
}
