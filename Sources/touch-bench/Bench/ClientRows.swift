import BenchFigures
import CBench
import CShims
import FoundationEssentials
import Glibc
import HeadlessWeston

/// A measurement that is made with each client in turn and gives one number for each of its rows.
struct Trial {
    let rows: [(name: String, unit: String, goal: Goal)]
    /// Whether the measurement is made in each repetition. One that counts and does not measure time is made once.
    var repeats = true
    let take: (Contender) throws -> [Double]
}

/// The amount of work in each trial.
struct Amounts {
    var starts = 20
    var slowMoves = 10_000
    var fastMoves = 100_000
    var taps = 200
    var waits = 40
    var restSeconds = 10
    var stalls = 100

    /// The amounts for measurements that only count.
    static let quick = Amounts(slowMoves: 1_000, restSeconds: 2, stalls: 5)
}

/// The measurements of whole clients.
struct Trials {
    let amounts: Amounts

    /// The measurements of time and memory, which depend on the machine.
    var timed: [Trial] {
        [
            Trial(rows: [("start to first commit, no text in the window", "ms", .none)]) { [amounts] client in
                [try start(client, times: amounts.starts, hasText: false)]
            },
            Trial(rows: [("start to first commit, text in Swift's window", "ms", .ratio(2))]) { [amounts] client in
                [try start(client, times: amounts.starts, hasText: true)]
            },
            Trial(rows: [
                ("CPU per 100,000 moves at 1000 Hz, a marker drawn", "s", .ratio(1)),
                ("sleeps per 1000 moves at 1000 Hz, a marker drawn", "", .ratio(0.5)),
            ]) { [amounts] client in try slowMoves(client, count: amounts.slowMoves) },
            Trial(rows: [
                ("CPU per 100,000 moves at 1000 Hz, Swift reads each at once", "s", .none),
                ("sleeps per 1000 moves at 1000 Hz, Swift reads each at once", "", .none),
            ]) { [amounts] client in
                try slowMoves(client, count: amounts.slowMoves, environment: ["BENCH_ALIGN": "0"])
            },
            Trial(rows: [("CPU per 100,000 moves as fast as read, a marker drawn", "s", .ratio(1.25))]) {
                [amounts] client in [try fastMoves(client, count: amounts.fastMoves, isDrawn: true)]
            },
            Trial(rows: [("CPU per 100,000 moves as fast as read, nothing drawn", "s", .none)]) {
                [amounts] client in [try fastMoves(client, count: amounts.fastMoves, isDrawn: false)]
            },
            Trial(rows: pair("second up to double-tap handler", .ratio(1.25), .ratio(1.25))) {
                [amounts] client in quantiles(try doubleTaps(client, count: amounts.taps))
            },
            Trial(rows: pair("up to tap handler where nothing waits", .ratio(1.25), .ratio(1.25))) {
                [amounts] client in quantiles(try immediateTaps(client, count: amounts.taps))
            },
            Trial(rows: pair("single tap past its own deadline", .none, .atMost(1))) {
                [amounts] client in quantiles(try singleTaps(client, count: amounts.waits))
            },
            Trial(rows: memoryRows("no text in the window", .atMost(12))) { client in
                try memory(client, hasText: false)
            },
            Trial(rows: memoryRows("text in Swift's window", .atMost(18))) { client in
                try memory(client, hasText: true)
            },
        ]
    }

    /// The measurements that count, whose results are the same on each machine.
    var counted: [Trial] {
        [
            Trial(rows: [("wakeups at rest in \(amounts.restSeconds) s, all threads", "", .atMost(0))], repeats: false)
            {
                [amounts] client in [try wakeups(client, seconds: amounts.restSeconds)]
            },
            Trial(rows: [("commits per frame callback, 1000 moves a second", "", .atMost(1))], repeats: false) {
                [amounts] client in [try commitsPerFrame(client, moves: amounts.slowMoves / 5)]
            },
            stall("second tap queued while the program is stopped: no double", secondTapQueued),
            stall("both taps queued while it is stopped: no double", bothTapsQueued),
            stall("two slow taps queued while it is stopped: not two singles", slowTapsQueued),
        ]
    }

    /// The measurements that are compared with clients of other toolkits.
    var amongPeers: [Trial] {
        let names = ["no text", "a marker drawn", "second up to", "up to tap handler"]
        return timed.filter { trial in names.contains { trial.rows[0].name.contains($0) } }
            + counted.filter { $0.rows[0].name.contains("at rest") }
    }

    private func pair(_ name: String, _ p50: Goal, _ p99: Goal) -> [(name: String, unit: String, goal: Goal)] {
        [("\(name), p50", "ms", p50), ("\(name), p99", "ms", p99)]
    }

    private func memoryRows(_ window: String, _ goal: Goal) -> [(name: String, unit: String, goal: Goal)] {
        [("memory at rest, RSS, \(window)", "MiB", goal), ("memory at rest, private, \(window)", "MiB", .none)]
    }

    private func stall(_ name: String, _ isRight: @escaping (Session) throws -> Bool) -> Trial {
        Trial(rows: [("\(name), of \(amounts.stalls)", "", .atMost(0))], repeats: false) {
            [amounts] client in
            let session = try Session(client)
            var wrong = 0.0
            for _ in 0..<amounts.stalls where try !isRight(session) { wrong += 1 }
            return [wrong]
        }
    }
}

// MARK: Time

/// Measures the time from the start of the program to the first commit of a buffer, by the time stamps of
/// WAYLAND_DEBUG. Only the Swift client can draw text.
private func start(_ client: Contender, times: Int, hasText: Bool) throws -> Double {
    let weston = try HeadlessWeston(width: 640, height: 480)
    var measured: [Double] = []
    for _ in 0..<times {
        let before = probe_debug_clock_us()
        let program = try weston.run(
            client.path, environment: ["WAYLAND_DEBUG": "1", "BENCH_TEXT": hasText ? "1" : "0"])
        let lines = ProtocolLines(program)
        try lines.wait(ClientLines.isAttach)
        let shown = try ClientLines.stamp(ofMessage: try lines.wait(ClientLines.isCommit))
        measured.append(Double(shown &- before) / 1000)
        program.terminate()
        try program.waitForExit()
    }
    return measured.median
}

/// Measures moves at 1000 Hz: the CPU time in seconds per 100,000 moves, and the number of sleeps per 1000 moves.
private func slowMoves(
    _ client: Contender, count: Int, environment: [String: String] = [:]
) throws -> [Double] {
    try checkDrawing(client)
    let session = try Session(client, isImmediate: true, isDrawn: true, environment: environment)
    try session.beginMoving()
    let process = session.program.processIdentifier
    let (time, sleeps) = (try session.cpuTime(), try ProcessFiles.sleeps(of: process))
    try session.move(count, everyMillisecond: true)
    try session.waitUntilRead()
    return [
        try (session.cpuTime() - time) / Double(count) * 100_000,
        try (ProcessFiles.sleeps(of: process) - sleeps) / Double(count) * 1000,
    ]
}

/// The moves that are sent before the bench waits until the client has read them.
private let movesPerTap = 1_000

/// Measures the CPU time of moves that are sent as fast as the client reads them, in seconds per 100,000 moves.
private func fastMoves(_ client: Contender, count: Int, isDrawn: Bool) throws -> Double {
    if isDrawn { try checkDrawing(client) }
    let session = try Session(client, isImmediate: true, isDrawn: isDrawn)
    try session.beginMoving()
    let before = try session.cpuTime()
    for _ in 0..<count / movesPerTap {
        try session.move(movesPerTap)
        try session.waitUntilRead()
    }
    return try (session.cpuTime() - before) / Double(count) * 100_000
}

private func quantiles(_ samples: [Double]) -> [Double] { [samples.median, samples.percentile(0.99)] }

/// Measures the time from just before the second up is sent to weston until the double tap's handler runs, in
/// milliseconds.
private func doubleTaps(_ client: Contender, count: Int) throws -> [Double] {
    let session = try Session(client)
    return try measure(count) { index in
        let place = session.place(index)
        session.tap(at: place)
        session.press(at: place)
        try session.settle()
        let before = shim_monotonic_ns()
        try session.lift()
        return (before, try session.report("double"))
    }
}

/// Measures the same for a single tap that waits for no other recognizer.
private func immediateTaps(_ client: Contender, count: Int) throws -> [Double] {
    let session = try Session(client, isImmediate: true)
    return try measure(count) { index in
        session.press(at: session.place(index))
        try session.settle()
        let before = shim_monotonic_ns()
        try session.lift()
        return (before, try session.report("single"))
    }
}

/// Measures the time from the instant at which a tap can no longer become a double tap, 300 ms after its up, until the
/// single tap's handler runs. The events have whole milliseconds, so that a client that sees only milliseconds knows
/// that instant too.
private func singleTaps(_ client: Contender, count: Int) throws -> [Double] {
    let session = try Session(client)
    return try measure(count) { index in
        session.press(at: session.place(index))
        // The up follows after a pause, since its time stamp must not lie in the future.
        try session.settle()
        try session.lift()
        return (session.stamp * 1_000_000 + 300_000_000, try session.report("single"))
    }
}

private func measure(
    _ count: Int, _ once: (Int) throws -> (from: Int64, to: Int64)
) throws -> [Double] {
    var samples: [Double] = []
    for index in 0..<count {
        let (from, to) = try once(index)
        samples.append(Double(to - from) / 1e6)
    }
    return samples
}

// MARK: Rest

/// Measures the memory of a program that has shown its window and been touched, in MiB: resident and private.
private func memory(_ client: Contender, hasText: Bool) throws -> [Double] {
    let session = try Session(client, isDrawn: true, hasText: hasText)
    try session.rest()
    let (resident, own) = try ProcessFiles.memory(of: session.program.processIdentifier)
    return [resident, own]
}

/// Counts how often the threads of a program went back to sleep during some seconds without input.
private func wakeups(_ client: Contender, seconds: Int) throws -> Double {
    let session = try Session(client, isDrawn: true)
    try session.rest()
    let before = try ProcessFiles.sleeps(of: session.program.processIdentifier)
    usleep(UInt32(seconds) * 1_000_000)
    return try ProcessFiles.sleeps(of: session.program.processIdentifier) - before
}

/// Measures the number of commits per answered frame callback while a finger moves at 1000 Hz.
private func commitsPerFrame(_ client: Contender, moves: Int) throws -> Double {
    let session = try Session(client, isImmediate: true, isDrawn: true, environment: ["WAYLAND_DEBUG": "1"])
    try session.beginMoving()
    let seen = session.program.errorLines.count
    try session.move(moves, everyMillisecond: true)
    try session.waitUntilRead()
    try session.rest()
    return try ClientLines.commitsPerFrame(session.program.errorLines.dropFirst(seen))
}

/// Checks that a client draws the marker, so that a client that draws nothing is not measured as a fast one.
private func checkDrawing(_ client: Contender) throws { _ = try commitsPerFrame(client, moves: 200) }

// MARK: Stalls

/// Taps, stops the program until the tap's deadline has passed, and taps again in that time. Returns whether the
/// program reports one double tap.
private func secondTapQueued(_ session: Session) throws -> Bool {
    session.tap(at: session.place(0))
    try session.settle()
    return try session.stall(until: session.stamp + 310) { session.tap(at: session.place(0), after: 100) } == ["double"]
}

/// Does the same with both taps while the program is stopped.
private func bothTapsQueued(_ session: Session) throws -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 310) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 100)
    } == ["double"]
}

/// Taps twice, too far apart in time for a double tap, while the program is stopped. Returns whether the program
/// reports two single taps.
private func slowTapsQueued(_ session: Session) throws -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 410) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 400)
    } == ["single", "single"]
}
