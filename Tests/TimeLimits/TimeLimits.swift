// A static release build has no Testing and needs no tests.
#if canImport(Testing)
import Fuzzing
import Glibc
import Synchronization
public import Testing

/// Ends the process when its tests hang.
///
/// Swift Testing's own limit cancels a task, which does not free a thread that is blocked in a system call, and it counts
/// the time for which a test waits for the main actor. This limit is on progress: when no test of a limited suite has
/// begun or ended for ``silence``, the process ends with a line that names those that are running.
public struct TimeLimited: TestTrait, SuiteTrait, TestScoping {
    /// The longest time, in seconds, in which no test begins or ends.
    static let silence = 180 * Footprint.patience

    /// Applies to each test of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test under the limit.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let number = RunningTests.shared.add(test.name)
        defer { RunningTests.shared.remove(number) }
        try await function()
    }
}

extension Trait where Self == TimeLimited {
    /// Ends the process when the tests of this suite, or of others that have this trait, hang.
    public static var timeLimited: Self { Self() }
}

/// Gives this process a minute, after which SIGALRM ends it. The body of each exit test begins with this call, since a
/// suite's traits do not count in the process that the body runs in.
public func limitTimeOfThisProcess() { alarm(UInt32(60 * Footprint.patience)) }

/// The tests that run, and the thread that watches them.
private final class RunningTests: Sendable {
    static let shared = RunningTests()

    private struct State {
        var names: [Int: String] = [:]
        var count = 0
        var lastChange = ContinuousClock.now
    }

    private let state = Mutex(State())

    private init() {
        // A run of random input for hours has one test, and `Tests/fuzz` limits it.
        guard !FuzzRun.isAlone else { return }
        var thread = pthread_t()
        unsafe pthread_create(
            &thread, nil,
            { _ in
                while true {
                    sleep(1)
                    RunningTests.shared.check()
                }
            }, nil)
    }

    func add(_ name: String) -> Int {
        state.withLock { state in
            state.count += 1
            state.names[state.count] = name
            state.lastChange = .now
            return state.count
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            state.names[number] = nil
            state.lastChange = .now
        }
    }

    private func check() {
        let stuck: [String] = state.withLock { state in
            guard ContinuousClock.now - state.lastChange > .seconds(TimeLimited.silence) else { return [] }
            return state.names.sorted { $0.key < $1.key }.map(\.value)
        }
        guard !stuck.isEmpty else { return }
        let line = "no test has ended for \(TimeLimited.silence) s; running: \(stuck.joined(separator: ", "))\n"
        unsafe _ = write(STDERR_FILENO, line, line.utf8.count)
        _exit(1)
    }
}
#endif
