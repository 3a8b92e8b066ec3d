import CBench
import CShims
import FoundationEssentials
import Glibc
import HeadlessWeston

/// A client in a weston of its own, and a hand that touches it.
final class Session {
    let seat: TestSeat
    let program: ChildProgram
    /// The stamp of the last event, in milliseconds of CLOCK_MONOTONIC.
    private(set) var stamp: Int64
    private let weston: HeadlessWeston
    private var angle = 0.0

    /// Starts a client, and returns when it has shown its window.
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

    /// One of several places, each too far from the last for a double tap.
    func place(_ index: Int) -> TestSeat.Place { (100 + Double(index % 5) * 100, 100 + Double(index % 3) * 100) }

    /// A finger lands, now, and later than all that was before.
    func press(at place: TestSeat.Place) {
        tick()
        seat.touchDown(0, at: place, time: .milliseconds(stamp))
        seat.touchFrame()
    }

    /// The finger lifts, and weston is told.
    func lift() throws(HeadlessWestonError) {
        tick()
        seat.touchUp(0, time: .milliseconds(stamp))
        seat.touchFrame()
        try seat.flush()
    }

    /// A whole tap, some milliseconds of the event clock later.
    func tap(at place: TestSeat.Place, after pause: Int64 = 0) {
        stamp += pause
        press(at: place)
        tick()
        seat.touchUp(0, time: .milliseconds(stamp))
        seat.touchFrame()
    }

    private func tick() { stamp = max(stamp + 1, shim_monotonic_ns() / 1_000_000) }

    /// Lets everybody come to rest: what is done next finds all asleep.
    func settle() throws(HeadlessWestonError) {
        try seat.roundtrip()
        usleep(4_000)
    }

    /// Waits for the next report of a kind: the instant that it tells.
    func report(_ kind: String) throws(HeadlessWestonError) -> Int64 {
        let line = try program.waitForLine(kind) { $0.hasPrefix("\(kind) ") }
        return line.split(separator: " ").last.flatMap { Int64($0) } ?? 0
    }

    /// Stops the program, does something, and lets the program go on at an instant in milliseconds of CLOCK_MONOTONIC.
    ///
    /// - Returns: the kinds of what it reports then. A double tap elsewhere, which is not among them, tells when it has
    ///   reported all, and settles what has waited for a second tap until then.
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

    /// A finger lands and moves beyond what a tap may.
    func beginMoving() throws(HeadlessWestonError) {
        press(at: (320, 140))
        try move(100)
        try waitUntilRead()
    }

    /// The finger moves around a circle. Each move is sent by itself, as a device's are.
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

    /// A second finger taps, which the client reports when it has read all that was before.
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

    /// Lets the client draw the last and go to sleep.
    func rest() throws(HeadlessWestonError) {
        try seat.roundtrip()
        usleep(500_000)
    }

    /// The CPU time of the client so far, in seconds.
    var cpuTime: Double { Double(probe_cpu_ns(program.processIdentifier)) / 1e9 }
}

/// What libwayland writes of a program's messages with WAYLAND_DEBUG, line by line as it comes.
final class ProtocolLines {
    private let program: ChildProgram
    private var seen = 0

    init(_ program: ChildProgram) { self.program = program }

    /// The next line that fulfils the condition.
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

    /// The stamp in front of a line, `[milliseconds.microseconds]`, in microseconds.
    static func stamp(of line: String) -> UInt32? {
        let digits = line.prefix { $0 != "]" }.filter(\.isNumber)
        return UInt64(digits).map { UInt32(truncatingIfNeeded: $0) }
    }
}

/// What the kernel tells of a process.
enum ProcessFiles {
    /// The numbers of a file that has a name and a number in each line.
    static func fields(of path: String) -> [String: Double] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var fields: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split { " :\t".contains($0) }
            if words.count > 1, let number = Double(words[1]) { fields[String(words[0])] = number }
        }
        return fields
    }

    /// How often the threads of a process have gone to sleep.
    static func sleeps(of process: Int32) -> Double {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.map { fields(of: "\(folder)/\($0)/status")["voluntary_ctxt_switches"] ?? 0 }.reduce(0, +)
    }
}
