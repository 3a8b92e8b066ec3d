import FoundationEssentials
import Fuzzing
import Glibc
import HeadlessWeston
import Testing
import TimeLimits
import TouchKit
import TouchScenario
import WaylandTouch

@testable import touch_sample

/// What the README promises of the exit status holds whatever breaks: within a second of the fault the program has ended
/// or goes on as before, one line says why, and what was recorded by then is a scenario that passes.
@Suite(.serialized, .timeLimited) struct FaultTests {
    // MARK: The compositor

    /// How many lines the program and libwayland have written when the compositor is killed: at any point from the
    /// first request to a window that is drawn.
    @Test(arguments: [1, 2, 4, 8, 16, 32, 64])
    func `a compositor that is killed while the program starts`(lines: Int) throws {
        let weston = try HeadlessWeston()
        let program = try weston.run(try ownProgram(), environment: ["WAYLAND_DEBUG": "client"])
        try wait("\(lines) lines") { program.errorLines.count >= lines || program.exitStatus != nil }
        kill(weston.processIdentifier, SIGKILL)
        #expect(try program.waitForExit(within: soon) == .exited(1))
        let own = program.errorLines.filter { $0.hasPrefix("touch-sample: ") }
        #expect(
            own == ["touch-sample: the compositor closed the connection; it has ended, or it gave up on this program"])
    }

    @Test func `a compositor that is killed under a finger, and what was recorded`() throws {
        let folder = try Folder()
        let sample = try LiveSample(["--record", folder.path("cut.json")])
        sample.tap(at: sample.left, 0)
        try sample.send()
        _ = try sample.program.nextLine()
        sample.down(at: sample.right, 0)
        try sample.seat.roundtrip()
        kill(sample.weston.processIdentifier, SIGKILL)
        #expect(try sample.program.waitForExit(within: soon) == .exited(1))
        #expect(
            sample.program.errorLines == [
                "touch-sample: the compositor closed the connection; it has ended, or it gave up on this program"
            ])
        try folder.expectScenarios("cut.json")
    }

    // MARK: The runtime directory

    @Test func `a missing runtime directory or compositor is a one-line error`() throws {
        let folder = try Folder()
        try folder.write("", to: "file")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: Array(folder.path("deaf").utf8))
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
        }
        #expect(status == 0)
        close(listener)
        let cases: [([String: String], String)] = [
            (["WAYLAND_DISPLAY": "wayland-0"], "XDG_RUNTIME_DIR is not set"),
            (["XDG_RUNTIME_DIR": "", "WAYLAND_DISPLAY": "wayland-0"], "XDG_RUNTIME_DIR is \"\""),
            (["XDG_RUNTIME_DIR": folder.path("nowhere")], "No such file or directory"),
            (["XDG_RUNTIME_DIR": folder.path("file")], "Not a directory"),
            (["XDG_RUNTIME_DIR": folder.path(""), "WAYLAND_DISPLAY": "deaf"], "Connection refused"),
            (["XDG_RUNTIME_DIR": folder.path(""), "WAYLAND_DISPLAY": "file"], "Connection refused"),
            (["XDG_RUNTIME_DIR": folder.path(""), "WAYLAND_DISPLAY": ""], "No such file or directory"),
            (["WAYLAND_SOCKET": "77"], "WAYLAND_SOCKET is \"77\""),
        ]
        for (environment, reason) in cases {
            for arguments in [[], ["info"], ["--panes", "1x1"]] {
                let program = try ChildProgram(try ownProgram(), arguments, environment: environment)
                #expect(try program.waitForExit(within: soon) == .exited(1))
                #expect(program.errorLines.count == 1)
                #expect(
                    program.errorLines.first?.contains(reason) == true, "\(environment) \(program.errorLines)")
            }
        }
    }

    // MARK: Limits

    /// From as few as the program can be loaded with to as many as it needs. Between those it may go on without a window
    /// that is shown, as a window that finds no memory does.
    ///
    /// A sanitizer that looks for leaks at the end needs descriptors itself, and without one would wait for ever.
    @Test func `a limit of descriptors ends the program with a line or leaves it whole`() throws {
        let folder = try Folder()
        var succeeded: [Bool] = []
        for limit in Array(4...16) + [32] {
            let weston = try HeadlessWeston(width: 320, height: 240)
            let seat = try weston.seat()
            let program = try weston.run(
                "sh",
                [
                    "-c",
                    """
                    export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"
                    ulimit -n \(limit)
                    exec '\(try ownProgram())' --record '\(folder.path("session.json"))'
                    """,
                ])
            try wait("a window, a line or the end") {
                (try? seat.waitForSurface(at: (1, 1), within: .milliseconds(20))) != nil
                    || !program.errorLines.isEmpty || program.exitStatus != nil
            }
            program.terminate()
            let status = try program.waitForExit(within: soon)
            succeeded.append(status == .exited(0))
            // The signal may have come before the program listens to it.
            #expect(
                [.exited(0), .exited(1), .killed(signal: SIGTERM)].contains(status), "\(limit): \(program.errorLines)")
            // A library that finds its own files no more says so by itself.
            let lines = program.errorLines.filter { !$0.hasPrefix("Fontconfig error") }
            #expect(lines.allSatisfy { $0.hasPrefix("touch-sample: ") }, "\(limit): \(lines)")
            if status == .exited(1) {
                #expect(
                    lines.contains { $0.lowercased().contains("too many") || $0.contains("ulimit -n") },
                    "\(limit): \(lines)")
            }
        }
        #expect(succeeded.first == false)
        #expect(succeeded.last == true)
    }

    @Test func `a window too large for the memory that there is`() throws {
        let weston = try HeadlessWeston(width: 8192, height: 8192)
        let program = try weston.run("sh", ["-c", "ulimit -v 250000; exec '\(try ownProgram())'"])
        try wait("a line") { !program.errorLines.isEmpty || program.exitStatus != nil }
        #expect(program.errorLines.first?.contains("no memory for a buffer of 268435456 bytes") == true)
        program.terminate()
        #expect(try program.waitForExit(within: soon) == .exited(0))
        #expect(program.errorLines.count == 1, "\(program.errorLines)")
    }

    // MARK: The log

    @Test func `a log whose reader has gone ends the program, and what was recorded is whole`() throws {
        let folder = try Folder()
        let log = try Fifo(folder.path("log"))
        let sample = try LiveSample(["--record", folder.path("cut.json")], output: folder.path("log"))
        sample.tap(at: sample.left, 0)
        try sample.send()
        try wait("a line") { log.read().contains("handlers") }
        log.stopReading()
        sample.tap(at: sample.right, 0)
        try sample.send()
        #expect(try sample.program.waitForExit(within: soon * 2) == .exited(0))
        #expect(sample.program.errorLines == [])
        #expect(try folder.expectScenarios("cut.json") > 0)
    }

    @Test func `a log that is read late holds nothing up, and loses nothing`() throws {
        let folder = try Folder()
        let log = try Fifo(folder.path("log"))
        let sample = try LiveSample(["--verbose"], output: folder.path("log"))
        // Several times what a pipe holds; and the window, which hears of its size after that, follows all the same.
        for round in 1...6 {
            for _ in 0..<10 {
                drag(sample)
                try sample.send(next: 500)
            }
            sample.seat.resizeOutput(width: 1000 + Int32(round), height: 600)
            try sample.seat.waitForSurface(at: (990, 590))
        }
        var text = ""
        try wait("the last line") {
            text += log.read()
            return text.split(separator: "\n").count { $0.contains("\"phase\":\"ended\"") } == 60
        }
        #expect(text.split(separator: "\n").count { $0.contains("\"phase\":\"moved\"") } == 60 * 40)
        #expect(text.utf8.count > 200_000)
        sample.program.terminate()
        #expect(try sample.program.waitForExit(within: soon) == .exited(0))
        #expect(sample.program.errorLines == [])
    }

    @Test func `a log that is never read holds up not even the end, and that it is lost is said`() throws {
        let folder = try Folder()
        let log = try Fifo(folder.path("log"))
        let sample = try LiveSample(["--verbose", "--record", folder.path("whole.json")], output: folder.path("log"))
        for _ in 0..<20 {
            drag(sample)
            try sample.send(next: 500)
        }
        try folder.wait(for: "whole.json") { $0.split(separator: "\"up\"").count == 21 }
        sample.program.terminate()
        #expect(try sample.program.waitForExit(within: soon) == .exited(1))
        #expect(
            sample.program.errorLines == ["touch-sample: standard output: the reader does not keep up; lines are lost"])
        try folder.expectScenarios("whole.json")
        log.stopReading()
    }

    @Test(arguments: [["--help"], ["replay"]])
    func `a log on a full disk is a failure, and says so`(arguments: [String]) throws {
        let folder = try Folder()
        try folder.write(Kind.taps.scenario.json, to: "scenario.json")
        let words = arguments + (arguments == ["replay"] ? [folder.path("scenario.json")] : [])
        let program = try ChildProgram(
            "sh", ["-c", "exec \"$@\" >/dev/full", "sh", try ownProgram()] + words,
            environment: environment)
        #expect(try program.waitForExit(within: soon) == .exited(1))
        #expect(program.errorLines == ["touch-sample: standard output: No space left on device"])
    }

    /// The connection to the compositor would have its number.
    @Test func `a log that is closed from the beginning is a failure, and says so`() throws {
        let weston = try HeadlessWeston(width: 800, height: 480)
        let seat = try weston.seat()
        let program = try weston.run("sh", ["-c", "exec '\(try ownProgram())' --log json --panes 1x1 >&-"])
        try seat.waitForSurface(at: (20, 20))
        let now = Application.monotonicNow.nanoseconds
        for phase in [0, 60_000_000] as [Int64] {
            let time = Duration.nanoseconds(now + phase)
            if phase == 0 { seat.touchDown(0, at: (20, 20), time: time) } else { seat.touchUp(0, time: time) }
            seat.touchFrame()
        }
        try seat.roundtrip()
        #expect(try program.waitForExit(within: soon * 2) == .exited(1))
        #expect(program.errorLines == ["touch-sample: standard output: Bad file descriptor"])
    }

    // MARK: The record

    @Test func `a record that finds no more room stays what it was`() throws {
        let folder = try Folder()
        let sample = try LiveSample(["--record", folder.path("session.json")])
        sample.tap(at: sample.left, 0)
        try sample.send()
        _ = try sample.program.nextLine()
        try folder.wait(for: "session.json") { $0.contains("\"up\"") }
        // From now on it can't make a file larger than that.
        let limiter = try ChildProgram(
            "prlimit", ["--pid=\(sample.program.processIdentifier)", "--fsize=512"], environment: environment)
        #expect(try limiter.waitForExit() == .exited(0))
        sample.tap(at: sample.left, 0)
        try sample.send()
        _ = try sample.program.nextLine()
        try wait("a line") { !sample.program.errorLines.isEmpty }
        sample.tap(at: sample.right, 0)
        try sample.send()
        #expect(try sample.program.nextLine().contains("recognizers"), "it goes on")
        sample.program.terminate()
        #expect(try sample.program.waitForExit(within: soon) == .exited(1))
        #expect(sample.program.errorLines.count == 1)
        #expect(
            sample.program.errorLines.first
                == "touch-sample: \(folder.path("session.json")): can't write the session: file size limit exceeded"
        )
        try folder.expectScenarios("session.json")
        #expect(try folder.names == ["session.json"], "nothing half done is left")
    }
}

private let environment = ProcessInfo.processInfo.environment

/// A second; more where a sanitizer slows down even the program's start.
private let soon = Duration.seconds(Footprint.patience)

/// A finger that goes back and forth: some forty lines of a log that is verbose.
private func drag(_ sample: LiveSample) {
    sample.down(at: sample.left, 0)
    for step in 1...40 { sample.move(to: sample.left + Point(x: Double(step % 20), y: 0), Double(step) * 8) }
    sample.up(0, 330)
}

/// Waits until something is so, which nothing tells.
private func wait(_ awaited: String, until isSo: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(20)
    while !isSo() {
        try #require(ContinuousClock.now < end, "\(awaited) did not come")
        usleep(2000)
    }
}

/// A pipe with a name, to be read when it pleases.
@MainActor
private final class Fifo {
    private var descriptor: Int32

    init(_ path: String) throws {
        try #require(unsafe mkfifo(path, 0o600) == 0)
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    isolated deinit { stopReading() }

    /// What is in it now.
    func read() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }

    func stopReading() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
