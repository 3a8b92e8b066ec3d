import Fuzzing
import Testing
import TimeLimits
import TouchKit

@testable import TouchScenario

/// Damaged files are refused in one line, or are read and can be played.
@Suite(.timeLimited) struct ScenarioFuzzTests {
    /// Runs in a process of its own, so that a trap fails only this test and the memory is only its own.
    @Test func `a damaged scenario is read and played, or refused in one line`() async {
        if FuzzRun.isAlone { return Self.fuzz() }
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            ScenarioFuzzTests.fuzz()
        }
    }

    private static func fuzz() {
        // Each fixture is a file of its own, because names are unique only within a file.
        let damage = Damage(to: Fixtures.all.map { Array($0.scenario.json.utf8) })
        let run = FuzzRun(events: 1000)
        var growth = GrowthCheck(run)
        run.forEachSeed { seed in
            var dice = Dice(seed: seed)
            let bytes = damage.make(&dice)
            let start = Footprint.processorTime
            let events = play(bytes, seed)
            #expect(Footprint.processorTime - start < .seconds(20 * Footprint.patience), "seed \(seed) takes too long")
            growth.note(events)
            return events
        }
        let (memory, descriptors) = growth.growth()
        #expect(memory < 8 << 20, "it has grown by \(memory) bytes")
        #expect(descriptors <= 0, "\(descriptors) more are open")
    }
}

/// Reads and plays a file, and returns the number of its events.
private func play(_ bytes: [UInt8], _ seed: UInt64) -> Int {
    let scenarios: [Scenario]
    do throws(ScenarioError) {
        scenarios = try Scenario.read(bytes, file: "f.json")
    } catch {
        let words = error.description
        #expect(words.hasPrefix("f.json: ") && words.utf8.count < 4000, "seed \(seed): \(words.prefix(200))")
        #expect(!words.unicodeScalars.contains { $0.properties.generalCategory == .control }, "seed \(seed): \(words)")
        return 1
    }
    for scenario in scenarios {
        let again = try? Scenario.read(Array(scenario.json.utf8), file: "f.json")
        #expect(again == [scenario], "seed \(seed) is written as another")
        var isFinite = true
        let replay = Replay(of: scenario) { outcome, transition in
            isFinite = isFinite && outcome.isFinite
            #expect(!outcome.sentence(for: transition).contains("\n"))
        }
        #expect(isFinite, "seed \(seed) reports what is no number")
        _ = replay.verdict
    }
    return scenarios.reduce(1) { $0 + $1.events.count }
}

extension Outcome {
    /// Whether every number of the outcome is finite.
    fileprivate var isFinite: Bool {
        let velocity: [Double] =
            switch value.velocity {
            case .scalar(let speed): [speed]
            case .vector(let speed): [speed.x, speed.y]
            case nil: []
            }
        let points = [location, value.translation].compactMap(\.self).flatMap { [$0.x, $0.y] }
        let numbers = [t, value.scale, value.rotation, detail?.measured, detail?.allowed].compactMap(\.self)
        return (velocity + points + numbers).allSatisfy(\.isFinite)
    }
}
