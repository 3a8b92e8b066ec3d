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
    let take: (Contender) throws(HeadlessWestonError) -> [Double]
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
            Trial(rows: [("start to first commit, text in the window", "ms", .ratio(5))]) {
                [amounts] client throws(HeadlessWestonError) in
                [try start(client, times: amounts.starts)]
            },
            Trial(rows: [("CPU per 100,000 moves at 1000 Hz, a marker drawn", "s", .ratio(1.25))]) {
                [amounts] client throws(HeadlessWestonError) in
                [try slowMoves(client, count: amounts.slowMoves)]
            },
            Trial(rows: [("CPU per 100,000 moves as fast as read, a marker drawn", "s", .ratio(1.25))]) {
                [amounts] client throws(HeadlessWestonError) in
                [try fastMoves(client, count: amounts.fastMoves, isDrawn: true)]
            },
            Trial(rows: [("CPU per 100,000 moves as fast as read, nothing drawn", "s", .none)]) {
                [amounts] client throws(HeadlessWestonError) in
                [try fastMoves(client, count: amounts.fastMoves, isDrawn: false)]
            },
            Trial(rows: pair("second up to double-tap handler", .ratio(1.25), .ratio(1.25))) {
                [amounts] client throws(HeadlessWestonError) in
                quantiles(try doubleTaps(client, count: amounts.taps))
            },
            Trial(rows: pair("up to tap handler where nothing waits", .ratio(1.25), .ratio(1.25))) {
                [amounts] client throws(HeadlessWestonError) in
                quantiles(try immediateTaps(client, count: amounts.taps))
            },
            Trial(rows: pair("single tap past its own deadline", .none, .atMost(1.5))) {
                [amounts] client throws(HeadlessWestonError) in
                quantiles(try singleTaps(client, count: amounts.waits))
            },
            Trial(rows: [("memory at rest, RSS", "MiB", .atMost(14)), ("memory at rest, private", "MiB", .none)]) {
                client throws(HeadlessWestonError) in try memory(client)
            },
        ]
    }

    /// The measurements that count, whose results are the same on each machine.
    var counted: [Trial] {
        [
            Trial(rows: [("wakeups at rest in \(amounts.restSeconds) s, all threads", "", .atMost(0))], repeats: false)
            {
                [amounts] client throws(HeadlessWestonError) in
                [try wakeups(client, seconds: amounts.restSeconds)]
            },
            Trial(rows: [("commits per frame callback, 1000 moves a second", "", .atMost(1))], repeats: false) {
                [amounts] client throws(HeadlessWestonError) in
                [try commitsPerFrame(client, moves: amounts.slowMoves / 5)]
            },
            stall("second tap queued while the program is stopped: no double", secondTapQueued),
            stall("both taps queued while it is stopped: no double", bothTapsQueued),
            stall("two slow taps queued while it is stopped: not two singles", slowTapsQueued),
        ]
    }

    private func pair(_ name: String, _ p50: Goal, _ p99: Goal) -> [(name: String, unit: String, goal: Goal)] {
        [("\(name), p50", "ms", p50), ("\(name), p99", "ms", p99)]
    }

    private func stall(_ name: String, _ isRight: @escaping (Session) throws(HeadlessWestonError) -> Bool) -> Trial {
        Trial(rows: [("\(name), of \(amounts.stalls)", "", .atMost(0))], repeats: false) {
            [amounts] client throws(HeadlessWestonError) in
            let session = try Session(client)
            var wrong = 0.0
            for _ in 0..<amounts.stalls where try !isRight(session) { wrong += 1 }
            return [wrong]
        }
    }
}

// MARK: Time

/// Measures the time from the start of the program to the first commit of a buffer, by the time stamps of
/// WAYLAND_DEBUG. Only the Swift client's window has text; the C client can't draw any.
private func start(_ client: Contender, times: Int) throws(HeadlessWestonError) -> Double {
    let weston = try HeadlessWeston(width: 640, height: 480)
    var measured: [Double] = []
    for _ in 0..<times {
        let before = probe_debug_clock_us()
        let program = try weston.run(client.path, environment: ["WAYLAND_DEBUG": "1", "BENCH_TEXT": "1"])
        let lines = ProtocolLines(program)
        try lines.wait { $0.contains("-> wl_surface@") && $0.contains(".attach(wl_buffer@") }
        let line = try lines.wait { $0.contains("-> wl_surface@") && $0.contains(".commit(") }
        measured.append(Double((ProtocolLines.stamp(of: line) ?? before) &- before) / 1000)
        program.terminate()
        try program.waitForExit()
    }
    return measured.median
}

/// Measures the CPU time of moves at 1000 Hz, in seconds per 100,000 moves.
private func slowMoves(_ client: Contender, count: Int) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isImmediate: true, isDrawn: true)
    try session.beginMoving()
    let before = session.cpuTime
    try session.move(count, everyMillisecond: true)
    try session.waitUntilRead()
    return (session.cpuTime - before) / Double(count) * 100_000
}

/// Measures the CPU time of moves that are sent as fast as the client reads them, in seconds per 100,000 moves.
private func fastMoves(_ client: Contender, count: Int, isDrawn: Bool) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isImmediate: true, isDrawn: isDrawn)
    try session.beginMoving()
    let before = session.cpuTime
    for _ in 0..<count / 100 {
        try session.move(100)
        try session.waitUntilRead()
    }
    return (session.cpuTime - before) / Double(count) * 100_000
}

private func quantiles(_ samples: [Double]) -> [Double] { [samples.median, samples.percentile(0.99)] }

/// Measures the time from just before the second up is sent to weston until the double tap's handler runs, in
/// milliseconds.
private func doubleTaps(_ client: Contender, count: Int) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client)
    return try measure(count) { index throws(HeadlessWestonError) in
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
private func immediateTaps(_ client: Contender, count: Int) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client, isImmediate: true)
    return try measure(count) { index throws(HeadlessWestonError) in
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
private func singleTaps(_ client: Contender, count: Int) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client)
    return try measure(count) { index throws(HeadlessWestonError) in
        session.press(at: session.place(index))
        // The up follows after a pause, since its time stamp must not lie in the future.
        try session.settle()
        try session.lift()
        return (session.stamp * 1_000_000 + 300_000_000, try session.report("single"))
    }
}

private func measure(
    _ count: Int, _ once: (Int) throws(HeadlessWestonError) -> (from: Int64, to: Int64)
) throws(HeadlessWestonError) -> [Double] {
    var samples: [Double] = []
    for index in 0..<count {
        let (from, to) = try once(index)
        samples.append(Double(to - from) / 1e6)
    }
    return samples
}

// MARK: Rest

/// Measures the memory of a program that has shown its window and been touched, in MiB: resident and private.
private func memory(_ client: Contender) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client, isDrawn: true)
    try session.rest()
    let fields = ProcessFiles.fields(of: "/proc/\(session.program.processIdentifier)/smaps_rollup")
    let own = (fields["Private_Clean"] ?? 0) + (fields["Private_Dirty"] ?? 0)
    return [(fields["Rss"] ?? .nan) / 1024, own / 1024]
}

/// Counts how often the threads of a program went back to sleep during some seconds without input.
private func wakeups(_ client: Contender, seconds: Int) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isDrawn: true)
    try session.rest()
    let before = ProcessFiles.sleeps(of: session.program.processIdentifier)
    usleep(UInt32(seconds) * 1_000_000)
    return ProcessFiles.sleeps(of: session.program.processIdentifier) - before
}

/// Measures the number of commits per answered frame callback while a finger moves at 1000 Hz.
private func commitsPerFrame(_ client: Contender, moves: Int) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isImmediate: true, isDrawn: true, environment: ["WAYLAND_DEBUG": "1"])
    try session.beginMoving()
    let seen = session.program.errorLines.count
    try session.move(moves, everyMillisecond: true)
    try session.waitUntilRead()
    try session.rest()
    let lines = session.program.errorLines.dropFirst(seen)
    let commits = lines.count { $0.contains("-> wl_surface@") && $0.contains(".commit(") }
    let answers = lines.count { !$0.contains("-> ") && $0.contains("wl_callback@") && $0.contains(".done(") }
    return Double(commits) / Double(max(1, answers))
}

// MARK: Stalls

/// Taps, stops the program until the tap's deadline has passed, and taps again in that time. Returns whether the
/// program reports one double tap.
private func secondTapQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    session.tap(at: session.place(0))
    try session.settle()
    return try session.stall(until: session.stamp + 310) { session.tap(at: session.place(0), after: 100) } == ["double"]
}

/// Does the same with both taps while the program is stopped.
private func bothTapsQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 310) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 100)
    } == ["double"]
}

/// Taps twice, too far apart in time for a double tap, while the program is stopped. Returns whether the program
/// reports two single taps.
private func slowTapsQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 410) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 400)
    } == ["single", "single"]
}
