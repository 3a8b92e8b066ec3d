import Foundation

/// The size and the first seed of a random test. The environment variables `FUZZ_EVENTS` and `FUZZ_SEED`, which
/// `Tests/fuzz` sets, replace what the test asks for.
public struct FuzzRun {
    /// The least number of events to play.
    public let events: Int
    /// The first seed.
    public let seed: UInt64
    /// Whether each seed is written to standard error, so that a seed that ends the process can be played again.
    private let isTold: Bool
    /// The source file of the test, which is printed at the end.
    private let place: String

    /// Creates a run of a number of events from a seed, unless the environment sets others.
    ///
    /// - Parameter share: The part of the environment's number that is played, for events that take long.
    public init(events: Int, seed: UInt64 = 0, share: Double = 1, place: String = #fileID) {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FUZZ_EVENTS"].flatMap { Int($0) }
        self.events = wanted.map { max(1, Int(Double($0) * share)) } ?? events
        self.seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? seed
        isTold = wanted != nil
        self.place = place
    }

    /// Plays one seed after another until enough events were played or a seed has failed.
    ///
    /// - Parameter play: Plays a seed and returns the number of its events; nil for a failure.
    public func forEachSeed(_ play: (UInt64) throws -> Int?) rethrows {
        let start = ContinuousClock.now
        var (played, next) = (0, seed)
        while played < events {
            tell("seed \(next)")
            guard let count = try play(next) else { return }
            played += max(1, count)
            next &+= 1
        }
        tell("played \(played) events of \(next &- seed) seeds in \(ContinuousClock.now - start), \(place)")
    }

    private func tell(_ line: String) {
        if isTold { FileHandle.standardError.write(Data("fuzz: \(line)\n".utf8)) }
    }
}
