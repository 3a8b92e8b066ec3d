import CBench
import CShims
import FoundationEssentials
import Glibc
import HeadlessWeston

/// A client in a private weston, with a hand that touches its window.
final class Session {
    let seat: TestSeat
    let program: ChildProgram
    /// The time of the last event, in milliseconds of CLOCK_MONOTONIC.
    private(set) var stamp: Int64
    private let weston: HeadlessWeston
    private var angle = 0.0

    /// Starts a client and waits until it has shown its window.
    init(
        _ client: Contender, isImmediate: Bool = false, isDrawn: Bool = false, environment: [String: String] = [:]
    ) throws(HeadlessWestonError) {
        weston = try HeadlessWeston(width: 640, height: 480)
        seat = try weston.seat()
        let chosen = ["BENCH_MODE": isImmediate ? "immediate" : "double", "BENCH_TRACK": isDrawn ? "1" : "0"]
        program = try weston.run(client.path, environment: environment.merging(chosen) { _, own in own })
        try seat.waitForSurface(at: (320, 240))
        stamp = shim_monotonic_ns() / 1_000_000
    }

    // MARK: Taps

    /// Returns one of several places that are too far from each other for a double tap.
    func place(_ index: Int) -> TestSeat.Place { (100 + Double(index % 5) * 100, 100 + Double(index % 3) * 100) }

    /// Puts a finger down now, at a later time than that of the last event.
    func press(at place: TestSeat.Place) {
        tick()
        seat.touchDown(0, at: place, time: .milliseconds(stamp))
        seat.touchFrame()
    }

    /// Lifts the finger and sends the events to weston.
    func lift() throws(HeadlessWestonError) {
        tick()
        seat.touchUp(0, time: .milliseconds(stamp))
        seat.touchFrame()
        try seat.flush()
    }

    /// Taps some milliseconds of the event clock after the last event.
    func tap(at place: TestSeat.Place, after pause: Int64 = 0) {
        stamp += pause
        press(at: place)
        tick()
        seat.touchUp(0, time: .milliseconds(stamp))
        seat.touchFrame()
    }

    private func tick() { stamp = max(stamp + 1, shim_monotonic_ns() / 1_000_000) }

    /// Waits until weston and the client sleep.
    func settle() throws(HeadlessWestonError) {
        try seat.roundtrip()
        usleep(4_000)
    }

    /// Waits for the next report of a kind and returns its time.
    func report(_ kind: String) throws(HeadlessWestonError) -> Int64 {
        let line = try program.waitForLine(kind) { $0.hasPrefix("\(kind) ") }
        return line.split(separator: " ").last.flatMap { Int64($0) } ?? 0
    }

    /// Stops the program, calls a closure, and continues the program at an instant in milliseconds of CLOCK_MONOTONIC.
    ///
    /// - Returns: the kinds of the program's reports after that. A double tap in another place, which is not included,
    ///   shows that the program has reported everything, and ends the wait of a single tap for a second one.
    func stall(until end: Int64, _ body: () -> Void) throws(HeadlessWestonError) -> [String] {
        program.pause()
        body()
        try seat.roundtrip()
        probe_sleep_until(end * 1_000_000)
        program.resume()
        let mark: TestSeat.Place = (600, 440)
        tap(at: mark)
        tap(at: mark)
        try seat.flush()
        var kinds: [String] = []
        while true {
            let words = try program.nextLine().split(separator: " ")
            if words.count > 1, Double(words[1]) == mark.x { return kinds }
            kinds.append(words.first.map(String.init) ?? "")
        }
    }

    // MARK: Moves

    /// Puts a finger down and moves it farther than a tap allows.
    func beginMoving() throws(HeadlessWestonError) {
        press(at: (320, 140))
        try move(100)
        try waitUntilRead()
    }

    /// Moves the finger around a circle. Each move is sent separately, as a device does.
    func move(_ count: Int, everyMillisecond isSlow: Bool = false) throws(HeadlessWestonError) {
        let start = shim_monotonic_ns()
        for index in 0..<count {
            if isSlow { probe_sleep_until(start + Int64(index) * 1_000_000) }
            angle += 0.01
            tick()
            seat.touchMove(
                0, to: (320 + 100 * sin(angle), 240 - 100 * cos(angle)), time: .milliseconds(stamp))
            seat.touchFrame()
            try seat.flush()
        }
    }

    /// Taps with a second finger and waits for the client's report, so that it has read all earlier events.
    func waitUntilRead() throws(HeadlessWestonError) {
        tick()
        seat.touchDown(1, at: (20, 20), time: .milliseconds(stamp))
        seat.touchFrame()
        seat.touchUp(1, time: .milliseconds(stamp))
        seat.touchFrame()
        try seat.flush()
        _ = try report("down 20.0")
    }

    // MARK: Rest

    /// Waits until the client has drawn its last frame and sleeps.
    func rest() throws(HeadlessWestonError) {
        try seat.roundtrip()
        usleep(500_000)
    }

    /// The CPU time of the client so far, in seconds.
    var cpuTime: Double { Double(probe_cpu_ns(program.processIdentifier)) / 1e9 }
}

/// Reads the lines in which libwayland logs a program's messages if WAYLAND_DEBUG is set.
final class ProtocolLines {
    private let program: ChildProgram
    private var seen = 0

    init(_ program: ChildProgram) { self.program = program }

    /// Waits for the next line that fulfils a condition and returns it.
    @discardableResult
    func wait(_ isAwaited: (String) -> Bool) throws(HeadlessWestonError) -> String {
        let end = shim_monotonic_ns() + 10_000_000_000
        while shim_monotonic_ns() < end {
            let lines = program.errorLines
            while seen < lines.count {
                seen += 1
                if isAwaited(lines[seen - 1]) { return lines[seen - 1] }
            }
            usleep(1_000)
        }
        throw .timedOut(program.name, .seconds(10), awaited: "a message", lastLines: program.errorLines.suffix(10))
    }

    /// Returns the time stamp at the start of a line, `[milliseconds.microseconds]`, in microseconds.
    static func stamp(of line: String) -> UInt32? {
        let digits = line.prefix { $0 != "]" }.filter(\.isNumber)
        return UInt64(digits).map { UInt32(truncatingIfNeeded: $0) }
    }
}

/// Reads the kernel's files about processes.
enum ProcessFiles {
    /// Returns the numbers of a file with a name and a number in each line, by their names.
    static func fields(of path: String) -> [String: Double] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var fields: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split { " :\t".contains($0) }
            if words.count > 1, let number = Double(words[1]) { fields[String(words[0])] = number }
        }
        return fields
    }

    /// Returns how often the threads of a process have gone to sleep.
    static func sleeps(of process: Int32) -> Double {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.map { fields(of: "\(folder)/\($0)/status")["voluntary_ctxt_switches"] ?? 0 }.reduce(0, +)
    }
}
