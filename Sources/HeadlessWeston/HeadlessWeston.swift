import FoundationEssentials
import Glibc
import Wayland

/// A weston of our own, without a screen: one output, kiosk-shell (each window fills the output), and a seat whose
/// devices a `TestSeat` moves. It ends with this object, and with this process, whatever ends that; its runtime
/// directory goes with it, or with the next start when this process was killed.
public final class HeadlessWeston {
    /// The absolute path of the socket that clients connect to; also good as `WAYLAND_DISPLAY`.
    public let socketPath: String

    private let weston: Process
    private let directory: RuntimeDirectory

    /// Starts weston and returns when clients can connect and the seat is there.
    ///
    /// - Parameters:
    ///   - width: of the output, in logical coordinates.
    ///   - height: of the output, in logical coordinates.
    ///   - scale: of the output: pixels for each length of logical coordinates. Default 1.
    /// - Throws: `programNotFound`, `moduleNotFound`, `westonEnded`, `westonNotReady` or `system`.
    public convenience init(
        width: Int = 800, height: Int = 600, scale: Int = 1
    ) throws(HeadlessWestonError) {
        try self.init(
            width: width, height: height, scale: scale, program: "weston", module: Self.moduleBesideExecutable)
    }

    init(
        width: Int, height: Int, scale: Int = 1, program: String, module: String, patience: Duration = .seconds(30)
    ) throws(HeadlessWestonError) {
        guard FileManager.default.fileExists(atPath: module) else { throw .moduleNotFound(path: module) }
        directory = try RuntimeDirectory()
        socketPath = "\(directory.path)/wayland"

        let logPath = "\(directory.path)/weston.log"
        let log = FileDescriptor(owning: unsafe open(logPath, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600))
        guard log.rawValue >= 0 else { throw .system(operation: "creating", on: logPath, errno: errno) }

        let ready = try Pipe()
        var process = try Process(
            program,
            [
                "--backend=headless-backend.so", "--use-pixman", "--width=\(width)", "--height=\(height)",
                "--scale=\(scale)",
                "--shell=kiosk-shell.so", "--modules=\(module)", "--socket=wayland", "--no-config", "--idle-time=0",
                // The screenshooter needs it.
                "--debug",
            ],
            environment: Self.westonEnvironment(directory.path), output: log, error: log,
            passing: ready.writeEnd.rawValue)
        let readiness = ready.keepReadEnd()

        let deadline = Deadline(in: patience)
        guard deadline.waits(for: [readiness.rawValue]) else {
            throw .westonNotReady(patience, log: Self.lines(of: logPath))
        }
        var byte: UInt8 = 0
        if unsafe read(readiness.rawValue, &byte, 1) != 1 {
            // It has closed its end of the pipe, so it is about to be gone.
            guard deadline.waits(for: [process.endDescriptor]) else {
                throw .westonNotReady(patience, log: Self.lines(of: logPath))
            }
            process.reap()
            throw .westonEnded(process.status ?? .exited(0), log: Self.lines(of: logPath))
        }
        weston = process
    }

    /// Its process id.
    public var processIdentifier: Int32 { weston.id }

    /// Its runtime directory, and the clients' `XDG_RUNTIME_DIR`.
    public var runtimeDirectory: String { directory.path }

    /// What weston has logged so far.
    public var log: [String] { Self.lines(of: "\(directory.path)/weston.log") }

    /// The environment of a client: this process's, with the way to this weston.
    public var clientEnvironment: [String: String] {
        var environment = Self.ownEnvironment
        environment["XDG_RUNTIME_DIR"] = directory.path
        environment["WAYLAND_DISPLAY"] = "wayland"
        return environment
    }

    /// Takes the seat's devices in hand.
    ///
    /// - Throws: `noTestSeat`.
    public func seat() throws(HeadlessWestonError) -> TestSeat {
        try TestSeat(socket: socketPath)
    }

    /// Starts a client.
    ///
    /// - Parameter environment: what it has beyond, or instead of, `clientEnvironment`.
    /// - Throws: `programNotFound` or `system`.
    public func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws(HeadlessWestonError) -> ChildProgram {
        try ChildProgram(
            program, arguments, environment: clientEnvironment.merging(environment) { _, chosen in chosen })
    }

    /// Writes a PNG of the output as weston shows it at its next repaint; an existing file is replaced.
    ///
    /// - Throws: `noScreenshot`, or `programNotFound` when there is no `weston-screenshooter`.
    public func screenshot(to path: String) throws(HeadlessWestonError) {
        let files = FileManager.default
        let folder = "\(directory.path)/screenshot"
        try? files.removeItem(atPath: folder)
        do {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .noScreenshot(path: path, reason: "\(folder) cannot be made: \(error)")
        }
        defer { try? files.removeItem(atPath: folder) }

        let shooter = try run("weston-screenshooter", environment: ["XDG_PICTURES_DIR": folder])
        let status = try shooter.waitForExit()
        guard status == .exited(0),
            let picture = try? files.contentsOfDirectory(atPath: folder).first(where: { $0.hasSuffix(".png") })
        else {
            let words = (shooter.errorLines + shooter.outputLines).suffix(3).joined(separator: "; ")
            throw .noScreenshot(path: path, reason: "weston-screenshooter \(status); \(words)")
        }
        do {
            try Data(contentsOf: URL(filePath: "\(folder)/\(picture)")).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .noScreenshot(path: path, reason: "\(error)")
        }
    }

    // MARK: Surroundings

    private static var moduleBesideExecutable: String {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
        return URL(filePath: executable).deletingLastPathComponent().appending(path: "libWestonTestSeat.so").path
    }

    private static var ownEnvironment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["WAYLAND_SOCKET"] = nil
        return environment
    }

    /// Nothing of the user's session, and the default keymap.
    private static func westonEnvironment(_ directory: String) -> [String: String] {
        var environment = ownEnvironment.filter { name, _ in
            !name.hasPrefix("WAYLAND_") && !name.hasPrefix("XKB_DEFAULT_")
        }
        environment["XDG_RUNTIME_DIR"] = directory
        environment["WESTON_TEST_SEAT_READY_FD"] = "3"
        return environment
    }

    private static func lines(of path: String) -> [String] {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
