import CBench
import CShims
import FoundationEssentials
import Glibc
import HeadlessWeston

/// Something that is measured with each client in turn. One taking gives a number for each of its rows.
struct Trial {
    let rows: [(name: String, unit: String, goal: Goal)]
    /// Whether it is taken in each repetition; what is counted, not timed, needs no more than one.
    var repeats = true
    let take: (Contender) throws(HeadlessWestonError) -> [Double]
}

/// How much is done in each trial.
struct Amounts {
    var starts = 20
    var slowMoves = 10_000
    var fastMoves = 100_000
    var taps = 200
    var waits = 40
    var restSeconds = 10
    var stalls = 100

    /// Enough to count by.
    static let quick = Amounts(slowMoves: 1_000, restSeconds: 2, stalls: 5)
}

/// What is measured of whole clients.
struct Trials {
    let amounts: Amounts

    /// What depends on the machine.
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

    /// What is the same on each machine.
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

/// From the start of the program to the first commit that has a buffer, by the stamps of WAYLAND_DEBUG. The Swift client's
/// window has text, which the C client could not draw.
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

/// The CPU time that moves cost which come at 1000 Hz, for 100,000 of them, in seconds.
private func slowMoves(_ client: Contender, count: Int) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isImmediate: true, isDrawn: true)
    try session.beginMoving()
    let before = session.cpuTime
    try session.move(count, everyMillisecond: true)
    try session.waitUntilRead()
    return (session.cpuTime - before) / Double(count) * 100_000
}

/// The CPU time that moves cost which come as fast as they are read, for 100,000 of them, in seconds.
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

/// From just before a second up is handed to weston to when the handler of the double tap ran, in milliseconds.
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

/// The same from the up of a single tap, where no other recognizer is waited for.
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

/// From the instant at which a tap can no longer become a double tap, 300 ms after its up, to when the handler of the
/// single tap ran. The stamps are whole milliseconds, so that those who see no more of them know that instant too.
private func singleTaps(_ client: Contender, count: Int) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client)
    return try measure(count) { index throws(HeadlessWestonError) in
        session.press(at: session.place(index))
        // An up right after the down would have to be stamped ahead of its time.
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

/// What a program holds that has shown its window and been touched, in MiB: all, and what is its own alone.
private func memory(_ client: Contender) throws(HeadlessWestonError) -> [Double] {
    let session = try Session(client, isDrawn: true)
    try session.rest()
    let fields = ProcessFiles.fields(of: "/proc/\(session.program.processIdentifier)/smaps_rollup")
    let own = (fields["Private_Clean"] ?? 0) + (fields["Private_Dirty"] ?? 0)
    return [(fields["Rss"] ?? .nan) / 1024, own / 1024]
}

/// How often any thread went back to sleep in some seconds in which nothing happened.
private func wakeups(_ client: Contender, seconds: Int) throws(HeadlessWestonError) -> Double {
    let session = try Session(client, isDrawn: true)
    try session.rest()
    let before = ProcessFiles.sleeps(of: session.program.processIdentifier)
    usleep(UInt32(seconds) * 1_000_000)
    return ProcessFiles.sleeps(of: session.program.processIdentifier) - before
}

/// How many commits there are for each frame callback that is answered while a finger moves at 1000 Hz.
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

/// A tap, then the program stands still until that tap's deadline has passed, and while it does there is a second tap;
/// whether that is one double.
private func secondTapQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    session.tap(at: session.place(0))
    try session.settle()
    return try session.stall(until: session.stamp + 310) { session.tap(at: session.place(0), after: 100) } == ["double"]
}

/// The same, with the first tap queued too.
private func bothTapsQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 310) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 100)
    } == ["double"]
}

/// Two taps too far apart in time for a double, both while the program stands still; whether that is two singles.
private func slowTapsQueued(_ session: Session) throws(HeadlessWestonError) -> Bool {
    try session.settle()
    return try session.stall(until: shim_monotonic_ns() / 1_000_000 + 410) {
        session.tap(at: session.place(0))
        session.tap(at: session.place(0), after: 400)
    } == ["single", "single"]
}
