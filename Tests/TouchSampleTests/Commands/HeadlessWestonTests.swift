import Foundation
import Testing
import TimeLimits

@testable import HeadlessWeston

@Suite(.timeLimited) struct HeadlessWestonTests {
    // MARK: What clients see
    // weston up to 10 sends no frame after the last finger has lifted; where it does, that frame is left out here.

    @Test func `fingers reach the client as they were moved`() throws {
        let stage = try Stage()
        let seat = stage.seat
        seat.touchDown(0, at: (100.5, 200.25), time: .milliseconds(1000))
        seat.touchDown(7, at: (0, 0), time: .milliseconds(1001))
        seat.touchFrame()
        seat.touchMove(0, to: (110, 205), time: .milliseconds(1016))
        seat.touchFrame()
        seat.touchUp(7, time: .milliseconds(1020))
        seat.touchUp(0, time: .milliseconds(1021))
        seat.touchFrame()
        let log = try stage.log(of: "wl_touch")
        #expect(
            log == [
                "wl_touch.down(1000, 0, 100.5, 200.25)", "wl_touch.down(1001, 7, 0, 0)", "wl_touch.frame()",
                "wl_touch.motion(1016, 0, 110, 205)", "wl_touch.frame()",
                "wl_touch.up(1020, 7)", "wl_touch.up(1021, 0)",
            ])
    }

    @Test func `a cancelled touch is told so, and the next one is a new one`() throws {
        let stage = try Stage()
        let seat = stage.seat
        seat.touchDown(0, at: (10, 10), time: .milliseconds(1000))
        seat.touchFrame()
        seat.touchCancel()
        seat.touchUp(0, time: .milliseconds(1005))
        seat.touchDown(0, at: (20, 20), time: .milliseconds(1010))
        seat.touchFrame()
        seat.touchUp(0, time: .milliseconds(1020))
        seat.touchFrame()
        let log = try stage.log(of: "wl_touch")
        #expect(
            log == [
                "wl_touch.down(1000, 0, 10, 10)", "wl_touch.frame()", "wl_touch.cancel()",
                "wl_touch.down(1010, 0, 20, 20)", "wl_touch.frame()", "wl_touch.up(1020, 0)",
            ])
    }

    @Test func `times go past 32 bits of milliseconds`() throws {
        let stage = try Stage()
        stage.seat.touchDown(0, at: (1, 1), time: .milliseconds(0x1_0000_0005))
        stage.seat.touchUp(0, time: .seconds(0x1_0000_0000) + .nanoseconds(999_999_999))
        #expect(try stage.log(of: "wl_touch") == ["wl_touch.down(5, 0, 1, 1)", "wl_touch.up(999, 0)"])
    }

    @Test func `the pointer clicks and scrolls`() throws {
        let stage = try Stage()
        let seat = stage.seat
        seat.pointerMove(to: (30, 40), time: .milliseconds(1000))
        seat.pointerFrame()
        seat.pointerButton(isPressed: true, time: .milliseconds(1010))
        seat.pointerFrame()
        seat.pointerButton(isPressed: false, time: .milliseconds(1020))
        seat.pointerFrame()
        seat.pointerScroll(.vertical, by: 10, clicks: 1, time: .milliseconds(1030))
        seat.pointerFrame()
        let log = try stage.log(of: "wl_pointer")
        #expect(
            log == [
                "wl_pointer.motion(1000, 30, 40)", "wl_pointer.frame()",
                "wl_pointer.button(1010, 272, 1)", "wl_pointer.frame()",
                "wl_pointer.button(1020, 272, 0)", "wl_pointer.frame()",
                "wl_pointer.axis_source(0)", "wl_pointer.axis_discrete(0, 1)", "wl_pointer.axis(1030, 0, 10)",
                "wl_pointer.frame()",
            ])
    }

    @Test func `keys reach the client`() throws {
        let stage = try Stage()
        stage.seat.key(30, isPressed: true, time: .milliseconds(1000))
        stage.seat.key(30, isPressed: false, time: .milliseconds(1050))
        #expect(
            try stage.log(of: "wl_keyboard").filter { $0.contains(".key(") } == [
                "wl_keyboard.key(1000, 30, 1)", "wl_keyboard.key(1050, 30, 0)",
            ])
    }

    @Test func `devices come and go, and fingers with them in silence`() throws {
        let stage = try Stage()
        let seat = stage.seat
        seat.touchDown(0, at: (10, 10), time: .milliseconds(1000))
        seat.touchFrame()
        seat.setCapabilities([.pointer, .keyboard])
        seat.setCapabilities([.pointer, .keyboard, .touch])
        try seat.flush()
        try stage.client.waitForLine("a new wl_touch") { $0.contains("get_touch") }
        // When the client has handled another event, that request is with weston.
        try stage.settle()
        seat.touchDown(3, at: (20, 20), time: .milliseconds(1100))
        seat.touchUp(3, time: .milliseconds(1110))
        let log = try stage.log(of: "wl_touch", "wl_seat")
        #expect(
            log == [
                "wl_touch.down(1000, 0, 10, 10)", "wl_touch.frame()",
                "wl_seat.capabilities(3)", "wl_seat.capabilities(7)",
                "wl_touch.down(1100, 3, 20, 20)", "wl_touch.up(1110, 3)",
            ])
    }

    @Test func `a device that is not there ends the connection with a clear line`() throws {
        let stage = try Stage()
        stage.seat.setCapabilities([.pointer])
        stage.seat.touchFrame()
        let error = #expect(throws: HeadlessWestonError.self) { try stage.seat.roundtrip() }
        #expect(error.map { "\($0)".contains("touch_frame: the seat has no such device now") } == true)
    }

    @Test func `a resized output configures the window under a finger`() throws {
        let stage = try Stage()
        let seat = stage.seat
        seat.touchDown(0, at: (10, 10), time: .milliseconds(1000))
        seat.resizeOutput(width: 1000, height: 700)
        try seat.waitForSurface(at: (999, 699))
        seat.touchMove(0, to: (990, 690), time: .milliseconds(1100))
        seat.touchUp(0, time: .milliseconds(1200))
        let log = try stage.log(of: "wl_touch", "xdg_toplevel").filter { !$0.hasPrefix("xdg_toplevel.configure(800") }
        #expect(log.first == "wl_touch.down(1000, 0, 10, 10)")
        #expect(log.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("xdg_toplevel.configure(1000, 700") })
        #expect(log.count > 3)
        #expect(log.suffix(2) == ["wl_touch.motion(1100, 0, 990, 690)", "wl_touch.up(1200, 0)"])
    }

    @Test func `a rescaled output has other pixels and the same size`() throws {
        let stage = try Stage()
        stage.seat.rescaleOutput(2)
        let log = try stage.log(of: "wl_output", "xdg_toplevel").filter { !$0.hasPrefix("xdg_toplevel.configure(800") }
        #expect(log == ["wl_output.mode(3, 1600, 1200, 60000)", "wl_output.scale(2)", "wl_output.done()"])
        #expect(try stage.screenshotSize() == [1600, 1200])
    }

    @Test func `a paused client finds everything in order when it goes on`() throws {
        let stage = try Stage()
        stage.client.pause()
        for tap in 0..<3 {
            stage.seat.touchDown(0, at: (10, 10), time: .milliseconds(1000 + tap * 100))
            stage.seat.touchUp(0, time: .milliseconds(1050 + tap * 100))
        }
        try stage.seat.roundtrip()
        #expect(!stage.client.outputLines.contains { $0.contains(".down(") })
        stage.client.resume()
        let log = try stage.log(of: "wl_touch")
        #expect(
            log == [
                "wl_touch.down(1000, 0, 10, 10)", "wl_touch.up(1050, 0)", "wl_touch.down(1100, 0, 10, 10)",
                "wl_touch.up(1150, 0)", "wl_touch.down(1200, 0, 10, 10)", "wl_touch.up(1250, 0)",
            ])
    }

    @Test func `a screenshot is a picture of the output`() throws {
        let stage = try Stage(width: 640, height: 480)
        #expect(try stage.screenshotSize() == [640, 480])

        stage.seat.resizeOutput(width: 700, height: 500)
        try stage.seat.waitForSurface(at: (699, 499))
        #expect(try stage.screenshotSize() == [700, 500])

        let error = #expect(throws: HeadlessWestonError.self) { try stage.weston.screenshot(to: "/nowhere/shot.png") }
        #expect(error.map { "\($0)".hasPrefix("/nowhere/shot.png: no screenshot") } == true)
    }

    // MARK: Its life

    @Test func `a weston that ends leaves no process and no directory`() throws {
        let (id, directory) = try {
            let weston = try HeadlessWeston()
            #expect(FileManager.default.fileExists(atPath: weston.socketPath))
            return (weston.processIdentifier, weston.runtimeDirectory)
        }()
        #expect(kill(id, 0) == -1 && errno == ESRCH)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func `weston dies with this process, and the next start removes its directory`() async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
            limitTimeOfThisProcess()
            // A place of its own, where no other test cleans up.
            let parent = FileManager.default.temporaryDirectory.appending(path: "killed-\(getpid())").path
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            unsafe setenv("TMPDIR", parent, 1)
            let weston = try HeadlessWeston()
            try FileHandle.standardOutput.write(contentsOf: Data("DIRECTORY \(weston.runtimeDirectory)\n".utf8))
            kill(getpid(), SIGKILL)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("DIRECTORY ") })
        let directory = URL(filePath: String(line.dropFirst("DIRECTORY ".count)))
        let parent = directory.deletingLastPathComponent().path
        defer { try? FileManager.default.removeItem(atPath: parent) }

        // weston holds this lock while it lives, so the wait for it is the wait for its end.
        let lock = unsafe open("\(directory.path)/wayland.lock", O_RDWR | O_CLOEXEC)
        #expect(lock >= 0)
        #expect(flock(lock, LOCK_EX) == 0)
        close(lock)

        do {
            let next = try RuntimeDirectory(in: parent)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: parent) == [
                    URL(filePath: next.path).lastPathComponent
                ])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == [])
    }

    @Test func `the files of a private weston are accessible to its user only`() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "private-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let directory = try RuntimeDirectory(in: parent)
        let mode = try FileManager.default.attributesOfItem(atPath: directory.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    // MARK: What can go wrong

    @Test func `without weston, the error says what to install`() {
        let error = #expect(throws: HeadlessWestonError.self) {
            try HeadlessWeston(width: 1, height: 1, program: "weston-that-is-not-there", module: "/dev/null")
        }
        #expect(
            error.map { "\($0)" } == "weston-that-is-not-there: not found on PATH; install it: "
                + "apt-get install weston libweston-10-dev")
    }

    @Test func `without the module, the error says what to build`() {
        let error = #expect(throws: HeadlessWestonError.self) {
            try HeadlessWeston(width: 1, height: 1, program: "weston", module: "/nowhere/libWestonTestSeat.so")
        }
        #expect(
            error.map { "\($0)" } == "/nowhere/libWestonTestSeat.so: not found, expected the test seat's module beside "
                + "the program; build it: swift build --product WestonTestSeat")
    }

    @Test func `when weston ends at its start, the error shows its last words`() throws {
        let error = #expect(throws: HeadlessWestonError.self) {
            try HeadlessWeston(width: 100, height: 100, program: "weston", module: "/etc/passwd")
        }
        let text = try #require(error.map { "\($0)" })
        #expect(text.hasPrefix("weston exited with status 1 before it was ready; it wrote last:\n"))
        #expect(text.contains("/etc/passwd"))
    }

    // MARK: Child programs

    @Test func `a child's lines come one by one`() throws {
        let child = try ChildProgram(
            "sh", ["-c", "echo one; echo two; echo oops >&2; printf three; exit 4"], environment: searchPath)
        #expect(try child.nextLine() == "one")
        #expect(try child.waitForLine(containing: "ee") == "three")
        #expect(try child.waitForExit() == .exited(4))
        #expect(child.outputLines == ["one", "two", "three"])
        #expect(child.errorLines == ["oops"])
        #expect(throws: HeadlessWestonError.programEnded("sh", .exited(4), awaited: "a line", lastLines: ["oops"])) {
            try child.nextLine()
        }
    }

    @Test func `a child's lines can be taken away, those that were awaited never`() throws {
        let child = try ChildProgram("sh", ["-c", "for word in 1 2 3; do echo $word; done"], environment: searchPath)
        #expect(try child.nextLine() == "1")
        try child.waitForExit()
        #expect(child.takeOutputLines() == ["2", "3"])
        #expect(child.takeOutputLines() == [])
        #expect(child.outputLines == [])
    }

    @Test func `waiting for a child has an end`() throws {
        let child = try ChildProgram("sleep", ["1000"], environment: searchPath)
        #expect(
            throws: HeadlessWestonError.timedOut("sleep", .milliseconds(20), awaited: "its end", lastLines: [])
        ) {
            try child.waitForExit(within: .milliseconds(20))
        }
        child.pause()
        #expect(child.exitStatus == nil)
        child.terminate()
        child.resume()
        #expect(try child.waitForExit() == .killed(signal: SIGTERM))
    }

    @Test func `a child that is not there is an error`() {
        #expect(throws: HeadlessWestonError.programNotFound("no-such-program")) {
            try ChildProgram("no-such-program", environment: searchPath)
        }
    }
}

private let searchPath = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

/// A stock client that fills the output, and prints the protocol as it sees it.
private struct Stage {
    let weston: HeadlessWeston
    let seat: TestSeat
    let client: ChildProgram
    private var start = 0

    init(width: Int = 800, height: Int = 600) throws {
        weston = try HeadlessWeston(width: width, height: height)
        client = try weston.run("sh", ["-c", "exec weston-eventdemo 2>&1"], environment: ["WAYLAND_DEBUG": "1"])
        seat = try weston.seat()
        try seat.waitForSurface(at: (Double(width) - 1, Double(height) - 1))
        try settle()
        start = client.outputLines.count
    }

    /// Returns when the client has seen all that was done before. It consumes the client's lines.
    func settle() throws {
        try seat.roundtrip()
        seat.key(Self.mark, isPressed: true, time: .zero)
        seat.key(Self.mark, isPressed: false, time: .zero)
        try seat.roundtrip()
        try client.waitForLine("the mark") { $0.contains(", \(Self.mark), 0)") }
    }

    /// The events of these interfaces that the client has seen since its window appeared, without object ids, surfaces
    /// and serials.
    func log(of interfaces: String...) throws -> [String] {
        try settle()
        var log = client.outputLines[start...].compactMap(Self.event).filter { event in
            interfaces.contains { event.hasPrefix("\($0).") } && !event.contains(", \(Self.mark), ")
        }
        if log.last == "wl_touch.frame()", log.dropLast().last?.hasPrefix("wl_touch.up") == true { log.removeLast() }
        return log
    }

    /// Width and height, read from the file.
    func screenshotSize() throws -> [Int] {
        let file = FileManager.default.temporaryDirectory.appending(path: "shot-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try weston.screenshot(to: file.path)
        let data = [UInt8](try Data(contentsOf: file))
        try #require(data.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        // Big-endian, in the header chunk.
        return [16, 20].map { start in data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    /// A key that no test uses: `KEY_F24`.
    private static let mark = 194 as UInt32

    private static func event(_ line: String) -> String? {
        guard !line.contains(" -> "),
            let match = line.firstMatch(of: /(\w+)[@#]\d+\.(\w+)\((.*)\)$/)
        else { return nil }
        var arguments = match.3.split(separator: ", ").map(String.init).filter { !$0.contains("wl_surface") }
        if serialised.contains("\(match.2)") { arguments.removeFirst() }
        let numbers = arguments.map { argument in
            argument.contains(".")
                ? Double(argument).map { $0.formatted(.number.grouping(.never)) } ?? argument : argument
        }
        return "\(match.1).\(match.2)(\(numbers.joined(separator: ", ")))"
    }

    private static let serialised: Set<String> = ["down", "up", "enter", "leave", "button", "key", "modifiers"]
}
