import Foundation

/// How much a random test plays, and the seed that it starts from: what the test asks for, or what `FUZZ_EVENTS` and
/// `FUZZ_SEED` in the environment say instead. `Tests/fuzz` sets them.
public struct FuzzRun {
    /// How many events to play at least.
    public let events: Int
    /// The first seed.
    public let seed: UInt64
    /// A long run says where it is, so that what ends the process can be played again.
    private let isTold: Bool
    /// The file that it stands in.
    private let place: String

    /// A run of so many events from a seed on, unless the environment wants another.
    ///
    /// - Parameter share: How much of what the environment wants is enough, where an event takes long.
    public init(events: Int, seed: UInt64 = 0, share: Double = 1, place: String = #fileID) {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FUZZ_EVENTS"].flatMap { Int($0) }
        self.events = wanted.map { max(1, Int(Double($0) * share)) } ?? events
        self.seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? seed
        isTold = wanted != nil
        self.place = place
    }

    /// Plays one seed after another until enough events were played, or one seed has failed.
    ///
    /// - Parameter play: Plays what follows from a seed; returns how many events that were, or nil for a failure.
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
