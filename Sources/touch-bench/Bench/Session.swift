import BenchFigures
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
        _ client: Contender, isImmediate: Bool = false, isDrawn: Bool = false, hasText: Bool = false,
        environment: [String: String] = [:]
    ) throws {
        weston = try HeadlessWeston(width: 640, height: 480)
        seat = try weston.seat()
        let chosen = [
            "BENCH_MODE": isImmediate ? "immediate" : "double", "BENCH_TRACK": isDrawn ? "1" : "0",
            "BENCH_TEXT": hasText ? "1" : "0",
        ]
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
    func lift() throws {
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
    func settle() throws {
        try seat.roundtrip()
        usleep(4_000)
    }

    /// Waits for the next report of a kind and returns its time.
    func report(_ kind: String) throws -> Int64 {
        try ClientLines.time(ofReport: try program.waitForLine(kind) { $0.hasPrefix("\(kind) ") })
    }

    /// Stops the program, calls a closure, and continues the program at an instant in milliseconds of CLOCK_MONOTONIC.
    ///
    /// - Returns: the kinds of the program's reports after that. A double tap in another place, which is not included,
    ///   shows that the program has reported everything, and ends the wait of a single tap for a second one.
    func stall(until end: Int64, _ body: () -> Void) throws -> [String] {
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
    func beginMoving() throws {
        press(at: (320, 140))
        try move(100)
        try waitUntilRead()
    }

    /// The moves that go to weston at once if they need not come every millisecond. Single ones would fill the client's
    /// socket, whose room is for some two hundred writes, and weston would disconnect the client.
    private static let movesAtOnce = 50

    /// Moves the finger around a circle, either every millisecond, as a device does, or as fast as possible.
    func move(_ count: Int, everyMillisecond isSlow: Bool = false) throws {
        let start = shim_monotonic_ns()
        for index in 0..<count {
            if isSlow { probe_sleep_until(start + Int64(index) * 1_000_000) }
            angle += 0.01
            tick()
            seat.touchMove(
                0, to: (320 + 100 * sin(angle), 240 - 100 * cos(angle)), time: .milliseconds(stamp))
            seat.touchFrame()
            if isSlow || index % Self.movesAtOnce == Self.movesAtOnce - 1 { try seat.flush() }
        }
        try seat.flush()
    }

    /// Taps with a second finger and waits for the client's report, so that it has read all earlier events.
    func waitUntilRead() throws {
        tick()
        seat.touchDown(1, at: (20, 20), time: .milliseconds(stamp))
        seat.touchFrame()
        seat.touchUp(1, time: .milliseconds(stamp))
        seat.touchFrame()
        // Waits for weston, since the requests may be more than a socket takes at once.
        try seat.roundtrip()
        _ = try report("down 20.0")
    }

    // MARK: Rest

    /// Waits until the client has drawn its last frame and sleeps.
    func rest() throws {
        try seat.roundtrip()
        usleep(500_000)
    }

    /// Returns the CPU time of the client so far, in seconds.
    func cpuTime() throws(BenchError) -> Double {
        let nanoseconds = probe_cpu_ns(program.processIdentifier)
        guard nanoseconds >= 0 else { throw BenchError("\(program.name): its CPU time can't be read") }
        return Double(nanoseconds) / 1e9
    }
}

/// Reads the lines in which libwayland logs a program's messages if WAYLAND_DEBUG is set.
final class ProtocolLines {
    private let program: ChildProgram
    private var seen = 0

    init(_ program: ChildProgram) { self.program = program }

    /// Waits for the next line that fulfils a condition and returns it.
    @discardableResult
    func wait(_ isAwaited: (String) -> Bool) throws -> String {
        let end = shim_monotonic_ns() + 10_000_000_000
        while shim_monotonic_ns() < end {
            let lines = program.errorLines
            while seen < lines.count {
                seen += 1
                if isAwaited(lines[seen - 1]) { return lines[seen - 1] }
            }
            usleep(1_000)
        }
        throw HeadlessWestonError.timedOut(
            program.name, .seconds(10), awaited: "a message", lastLines: program.errorLines.suffix(10))
    }
}
