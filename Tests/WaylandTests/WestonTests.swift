import CShims
import Foundation
import Glibc
import Testing
import TimeLimits

@testable import Wayland

/// A headless weston that serves one connection and ends with it.
final class Weston {
    let connection: Connection
    private let process = Process()
    private let folder: URL

    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "weston: no such program on PATH, expected version 10 or later; apt-get install weston"
        }
    }

    init() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        guard
            let program = path.split(separator: ":").map({ "\($0)/weston" })
                .first(where: FileManager.default.isExecutableFile)
        else { throw Missing() }
        folder = FileManager.default.temporaryDirectory.appending(path: "weston-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var ends: [Int32] = [-1, -1]
        let status = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        precondition(status == 0)
        connection = try Connection(descriptor: FileDescriptor(owning: ends[0]))
        process.executableURL = URL(filePath: program)
        process.arguments = ["--backend=headless-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--no-config"]
        // The client is weston's standard input: no socket to wait for, and no weston without a client.
        process.environment = ["XDG_RUNTIME_DIR": folder.path, "PATH": path, "WAYLAND_SERVER_SOCKET": "0"]
        process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.standardInput = nil
        close(ends[1])
        try connection.roundtrip()
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
    }

    deinit {
        kill()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}

extension Connection {
    /// Sleeps until there are events, and hands them out; gives up after ten seconds.
    fileprivate func wait() throws(ConnectionError) {
        let read = try prepareRead()
        try flush()
        var source = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&source, 1, 10_000) > 0 else { throw .system(operation: "poll", errno: ETIMEDOUT) }
        try read.read()
        try dispatchPending()
    }
}

@Suite(.timeLimited) struct WestonTests {
    @Test func `weston offers what a window needs`() throws {
        let weston = try Weston()
        let offered = Set(weston.connection.globals.map(\.interface))
        #expect(offered.isSuperset(of: ["wl_compositor", "wl_shm", "wl_output", "xdg_wm_base"]))
        #expect(weston.connection.bindIfOffered(ZwpInputTimestampsManagerV1.self) != nil)
    }

    @Test func `a window is configured and drawn`() throws {
        let weston = try Weston()
        let connection = weston.connection
        let surface = try connection.require(WlCompositor.self, version: 4).createSurface()
        let xdgSurface = try connection.require(XdgWmBase.self).getXdgSurface(surface)
        let toplevel = xdgSurface.getToplevel()
        var sizes: [[Int32]] = []
        var serial: UInt32?
        toplevel.onEvent = { event in
            if case .configure(let width, let height, _) = event { sizes.append([width, height]) }
        }
        xdgSurface.onEvent = { event in
            if case .configure(let configured) = event { serial = configured }
        }
        toplevel.setTitle("taps")
        surface.commit()
        while serial == nil { try connection.wait() }
        xdgSurface.ackConfigure(serial: try #require(serial))
        // kiosk-shell gives its windows the size of the output, weston's default.
        #expect(sizes == [[1024, 640]])

        let memory = unsafe FileDescriptor(owning: shim_memfd_create("pixels"))
        #expect(ftruncate(memory.rawValue, 1024 * 640 * 8) == 0)
        #expect(shim_add_seals(memory.rawValue, Int32(SHIM_SEAL_SHRINK)) == 0)
        let pool = try connection.require(WlShm.self).createPool(fd: memory, size: 1024 * 640 * 8)
        let buffers = [0, 1024 * 640 * 4].map {
            pool.createBuffer(offset: $0, width: 1024, height: 640, stride: 4096, format: .xrgb8888)
        }
        pool.destroy()
        // Without a seat kiosk-shell never shows a window, so there is no frame to wait for; but it lets go of the
        // first buffer for the second.
        var isReleased = false
        buffers[0].onEvent = { _ in isReleased = true }
        for buffer in buffers {
            surface.attach(buffer: buffer, x: 0, y: 0)
            surface.damageBuffer(x: 0, y: 0, width: 1024, height: 640)
            surface.commit()
        }
        while !isReleased { try connection.wait() }
        for buffer in buffers { buffer.destroy() }
        toplevel.destroy()
        xdgSurface.destroy()
        surface.destroy()
        try connection.roundtrip()
    }

    @Test func `weston's protocol error is typed`() throws {
        let weston = try Weston()
        let connection = weston.connection
        let surface = try connection.require(WlCompositor.self).createSurface()
        let xdgSurface = try connection.require(XdgWmBase.self).getXdgSurface(surface)
        // Has no role yet.
        xdgSurface.setWindowGeometry(x: 0, y: 0, width: 1, height: 1)
        let error = #expect(throws: ConnectionError.self) { try connection.roundtrip() }
        guard case .protocolError(let error) = error else {
            Issue.record("expected a protocol error, not \(error.map(\.description) ?? "none")")
            return
        }
        #expect(error.interface == "xdg_surface")
        #expect(error.objectID == xdgSurface.id)
        #expect(XdgSurface.Error(rawValue: error.code) == .notConstructed)
        #expect(error.message != "")
    }

    @Test func `a weston that dies is noticed`() throws {
        let weston = try Weston()
        weston.kill()
        #expect(throws: ConnectionError.closed) {
            while true { try weston.connection.wait() }
        }
    }
}
