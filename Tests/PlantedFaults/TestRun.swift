import FoundationEssentials
import Glibc
import HeadlessWeston

/// A process that runs some tests, with a fault switched on or without one, until the first assertion fails.
final class TestRun {
    /// The result of a run.
    enum Verdict {
        /// An assertion has failed in a test.
        case caught(by: String)
        /// Each test has passed.
        case survived
        /// A limit of time has ended a test or the run, and no assertion has failed.
        case timedOut(String)
        /// The process has ended without a result, for example by a trap.
        case broke(String)
    }

    private let program: ChildProgram
    private let limit: Duration
    private let start = ContinuousClock.now
    private var lineCount = 0
    private var timedOutTest: String?

    /// - Parameters:
    ///   - tests: the program that runs all tests.
    ///   - suites: the suites to run.
    ///   - fault: the fault to switch on; nil for none.
    ///   - limit: the longest time of the run.
    init(_ tests: String, of suites: [String], with fault: PlantedFault?, within limit: Duration) throws {
        self.limit = limit
        var environment = ProcessInfo.processInfo.environment
        // The lines are parsed without colors.
        environment["NO_COLOR"] = "1"
        environment["PLANTED_FAULT"] = fault.map { "\($0.number)" }
        let filters = suites.flatMap { ["--filter", "^" + $0.split(separator: ".").joined(separator: "\\.") + "[./]"] }
        program = try ChildProgram(tests, ["--testing-library", "swift-testing"] + filters, environment: environment)
    }

    /// Reads the output of the tests and returns the verdict; nil while there is none.
    func verdict() -> Verdict? {
        // Output that was written before the end is read after the end is known.
        let status = program.exitStatus
        _ = program.takeOutputLines()
        let lines = program.errorLines
        for line in lines.dropFirst(lineCount) {
            guard let issue = Issue(line) else { continue }
            guard issue.isTimeOut else {
                stop()
                return .caught(by: issue.test)
            }
            timedOutTest = issue.test
        }
        lineCount = lines.count
        if status == nil, start + limit > .now { return nil }
        stop()
        if let timedOutTest { return .timedOut(timedOutTest) }
        return switch status {
        case nil: .timedOut("a run of more than \(limit)")
        case .exited(0): .survived
        case let status?: .broke("\(status)")
        }
    }

    /// Ends the tests and the processes that exit tests have started.
    private func stop() { kill(-program.processIdentifier, SIGKILL) }
}

/// A line in which Swift Testing says that a test has gone wrong.
private struct Issue {
    let test: String
    /// Whether only time ran out: the test's own limit, a wait for a process, or a measured duration.
    let isTimeOut: Bool

    init?(_ line: String) {
        guard line.contains("✘ Test "), let message = line.ranges(of: " recorded an issue ").first else { return nil }
        test = line[..<message.lowerBound].split(separator: "✘ Test ", maxSplits: 1).last.map(String.init) ?? ""
        isTimeOut = ["Time limit was exceeded", "did not come within", "timedOut", "ContinuousClock", "monotonicNow"]
            .contains { line[message.upperBound...].contains($0) }
    }
}
