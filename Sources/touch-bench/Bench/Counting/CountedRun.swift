import BenchFigures
import FoundationEssentials
import Glibc
import HeadlessWeston

/// An input whose work is counted.
enum CountedInput: String, CaseIterable {
    /// One finger moves. The client reads 50 moves at a time and places the marker, but draws no frame.
    case moves
    /// A finger goes down and up where nothing else can come of it than a tap.
    case taps
    /// A finger goes down and up twice where a single tap waits for a second one.
    case double
    /// One finger moves once, and the client draws a frame.
    case frames

    /// The name of what is repeated.
    var unit: String {
        switch self {
        case .moves: "a move"
        case .taps: "a tap"
        case .double: "a double tap"
        case .frames: "a move in a frame of its own"
        }
    }

    /// The repetitions of the short run and of the long one.
    fileprivate var repetitions: (short: Int, long: Int) {
        switch self {
        case .moves: (1_000, 5_000)
        case .taps: (50, 250)
        case .double: (25, 125)
        case .frames: (25, 125)
        }
    }
}

/// Runs a client in the scripted compositor under valgrind's tool callgrind, which counts the instructions in user space.
/// The count is the same on each machine to about a percent.
enum CountedRun {
    /// The number of moves that the client reads at a time.
    static let movesInTurn = 50

    /// Counts the work of a client. The profile of the long run is kept beside this program, for callgrind_annotate.
    static func work(of client: Contender, _ input: CountedInput) throws(BenchError) -> CountedWork {
        let (short, long) = input.repetitions
        let copy = try withoutDebugInformation(client)
        let path = path(of: client, input)
        return try CountedWork(
            short: profile(of: copy, input, short, path: path), long: profile(of: copy, input, long, path: path),
            repetitions: long - short)
    }

    /// The file with the profile of a client.
    static func path(of client: Contender, _ input: CountedInput) -> String {
        "\(client.path).\(input.rawValue).callgrind"
    }

    /// Copies a client without its debug information, parts of which valgrind 3.19 can't read, and returns the copy's
    /// path. The names of the functions stay.
    private static func withoutDebugInformation(_ client: Contender) throws(BenchError) -> String {
        let copy = "\(client.path).counted"
        let strip = try start("strip", ["--strip-debug", "-o", copy, client.path], path, package: "binutils")
        let status = try? strip.waitForExit(within: .seconds(60))
        guard status == .exited(0) else {
            throw BenchError("strip \(client.path): expected status 0: \(strip.errorLines.last ?? "no error line")")
        }
        return copy
    }

    /// Starts a program of a Debian package.
    private static func start(
        _ name: String, _ arguments: [String], _ environment: [String: String], package: String
    ) throws(BenchError) -> ChildProgram {
        do throws(HeadlessWestonError) {
            return try ChildProgram(name, arguments, environment: environment)
        } catch .programNotFound {
            throw BenchError(
                "\(name): not found on PATH, but needed to count instructions; install it: apt-get install \(package)")
        } catch {
            throw BenchError(error.description)
        }
    }

    private static var path: [String: String] {
        ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    }

    private static func profile(
        of copy: String, _ input: CountedInput, _ repetitions: Int, path: String
    ) throws(BenchError) -> CallgrindProfile {
        try? FileManager.default.removeItem(atPath: path)
        let compositor = try ScriptedCompositor()
        let program = try start(
            "valgrind", ["--quiet", "--tool=callgrind", "--callgrind-out-file=\(path)", "--dump-line=no", "--", copy],
            compositor.environment.merging(environment(for: input)) { own, _ in own }, package: "valgrind")
        try compositor.waitForWindow(of: program)
        try play(input, repetitions, to: program, in: compositor)
        try compositor.end(program)
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchError("\(path): valgrind has written no profile there")
        }
        return try CallgrindProfile(text)
    }

    private static func environment(for input: CountedInput) -> [String: String] {
        path.merging([
            "BENCH_MODE": input == .double ? "double" : "immediate",
            "BENCH_TRACK": input == .moves || input == .frames ? "1" : "0",
            "BENCH_PATIENT": "1",
            // Hash values that differ between runs would lead to different numbers of instructions.
            "SWIFT_DETERMINISTIC_HASHING": "1",
        ]) { own, _ in own }
    }

    private static func play(
        _ input: CountedInput, _ repetitions: Int, to program: ChildProgram, in compositor: ScriptedCompositor
    ) throws(BenchError) {
        switch input {
        case .moves:
            var finger = MovingFinger()
            try finger.begin(program, in: compositor)
            let before = compositor.commits
            for _ in 0..<repetitions / movesInTurn {
                for _ in 0..<movesInTurn { finger.move(in: compositor) }
                try compositor.settle(program)
                compositor.pause(0)
            }
            try checkFrames(compositor.commits - before, of: 0, program)
        case .frames:
            // Each move goes so far that the marker moves.
            var finger = MovingFinger(step: 0.05)
            try finger.begin(program, in: compositor)
            let before = compositor.commits
            for _ in 0..<repetitions {
                finger.move(in: compositor)
                try compositor.showFrame(program)
                compositor.pause(16)
            }
            try checkFrames(compositor.commits - before, of: repetitions, program)
        case .taps:
            for index in 0..<repetitions { try tap(program, in: compositor, at: index, thenPause: 1_000) }
        case .double:
            for index in 0..<repetitions {
                try tap(program, in: compositor, at: index, thenPause: 50)
                try tap(program, in: compositor, at: index, thenPause: 6_000)
            }
        }
        try check(program, input, repetitions)
    }

    private static func tap(
        _ program: ChildProgram, in compositor: ScriptedCompositor, at index: Int, thenPause pause: Int64
    ) throws(BenchError) {
        let (x, y) = place(index)
        compositor.down(0, x, y)
        try compositor.settle(program)
        compositor.pause(50)
        compositor.up(0)
        try compositor.settle(program)
        compositor.pause(pause)
    }

    private static func checkFrames(_ drawn: Int, of expected: Int, _ program: ChildProgram) throws(BenchError) {
        guard drawn == expected else {
            throw BenchError("\(program.name): drew \(drawn) frames in the scripted compositor, not \(expected)")
        }
    }

    /// Checks that the client has recognized what was played.
    private static func check(_ program: ChildProgram, _ input: CountedInput, _ repetitions: Int) throws(BenchError) {
        let kinds = program.outputLines.compactMap { $0.split(separator: " ").first.map(String.init) }
        let expected =
            switch input {
            case .moves, .frames: ["down"]
            case .taps: [[String]](repeating: ["down", "single"], count: repetitions).flatMap(\.self)
            case .double: [String](repeating: "double", count: repetitions)
            }
        guard kinds == expected else {
            throw BenchError(
                "\(program.name): reported \(kinds.count) downs and taps in the scripted compositor, or others than the \(expected.count) expected"
            )
        }
    }

    /// One of several places that are too far from each other for a double tap.
    private static func place(_ index: Int) -> (Double, Double) {
        (100 + Double(index % 5) * 100, 100 + Double(index % 3) * 100)
    }
}

/// A finger that moves around a circle.
private struct MovingFinger {
    /// The angle between two moves; 0.01 is a distance of one point.
    private let step: Double
    private var angle = 0.0

    init(step: Double = 0.01) { self.step = step }

    /// Goes down, and moves farther than a tap allows.
    mutating func begin(_ program: ChildProgram, in compositor: ScriptedCompositor) throws(BenchError) {
        compositor.down(0, 320, 140)
        for _ in 0..<CountedRun.movesInTurn { move(in: compositor) }
        try compositor.settle(program)
    }

    mutating func move(in compositor: ScriptedCompositor) {
        angle += step
        compositor.move(0, 320 + 100 * sin(angle), 240 - 100 * cos(angle))
    }
}
