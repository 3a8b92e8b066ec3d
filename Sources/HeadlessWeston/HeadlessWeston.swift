import FoundationEssentials
import Glibc
import Wayland

/// A private weston without a screen. It has one output, kiosk-shell (each window fills the output), and a seat whose
/// devices a `TestSeat` controls.
///
/// weston is killed when this object is destroyed and when this process ends in any way. Its runtime directory is
/// removed with this object; if this process was killed, the next start removes it.
public final class HeadlessWeston {
    /// The absolute path of the socket that clients connect to, which is also valid as `WAYLAND_DISPLAY`.
    public let socketPath: String

    private let weston: Process
    private let directory: RuntimeDirectory

    /// Starts weston, and returns when clients can connect and the seat exists.
    ///
    /// - Parameters:
    ///   - width: the width of the output in points. Default 800.
    ///   - height: the height of the output in points. Default 600.
    ///   - scale: the pixels per point. Default 1.
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
                // weston-screenshooter works only in debug mode.
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
            // weston has closed its end of the pipe, so it is ending.
            guard deadline.waits(for: [process.endDescriptor]) else {
                throw .westonNotReady(patience, log: Self.lines(of: logPath))
            }
            process.reap()
            throw .westonEnded(process.status ?? .exited(0), log: Self.lines(of: logPath))
        }
        weston = process
    }

    /// The process identifier of weston.
    public var processIdentifier: Int32 { weston.id }

    /// The runtime directory of weston and of the clients: their `XDG_RUNTIME_DIR`.
    public var runtimeDirectory: String { directory.path }

    /// The lines that weston has logged so far.
    public var log: [String] { Self.lines(of: "\(directory.path)/weston.log") }

    /// The environment of a client: this process's, with `XDG_RUNTIME_DIR` and `WAYLAND_DISPLAY` of this weston.
    public var clientEnvironment: [String: String] {
        var environment = Self.ownEnvironment
        environment["XDG_RUNTIME_DIR"] = directory.path
        environment["WAYLAND_DISPLAY"] = "wayland"
        return environment
    }

    /// Connects to the seat to control its devices.
    ///
    /// - Throws: `noTestSeat`.
    public func seat() throws(HeadlessWestonError) -> TestSeat {
        try TestSeat(socket: socketPath)
    }

    /// Starts a client.
    ///
    /// - Parameters:
    ///   - program: a name that is looked up in `PATH`, or a path with a slash.
    ///   - arguments: the arguments, without the program's name.
    ///   - environment: variables that are added to ``clientEnvironment`` or replace some of it.
    /// - Throws: `programNotFound` or `system`.
    public func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws(HeadlessWestonError) -> ChildProgram {
        try ChildProgram(
            program, arguments, environment: clientEnvironment.merging(environment) { _, chosen in chosen })
    }

    /// Writes a PNG file of the output as weston shows it at its next repaint. An existing file is replaced.
    ///
    /// - Throws: `noScreenshot`, or `programNotFound` if `weston-screenshooter` is not installed.
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

    // MARK: Environment

    private static var moduleBesideExecutable: String {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
        return URL(filePath: executable).deletingLastPathComponent().appending(path: "libWestonTestSeat.so").path
    }

    private static var ownEnvironment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["WAYLAND_SOCKET"] = nil
        return environment
    }

    /// The environment of weston, without the variables of the user's Wayland session and keymap.
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
