import Fuzzing
import Testing
import TouchKit

@testable import TouchScenario

/// Plays and records a scenario, and returns the replay and the recording.
private func record(_ scenario: Scenario, stopping: Bool = false) throws -> (live: Replay, recording: [Scenario]) {
    var recorder: Recorder?
    let live = Replay(of: scenario) { window in
        recorder = Recorder(window, name: "recorded", start: EventTime(milliseconds: scenario.clockBase))
    }
    let json = recorder?.json ?? ""
    return (live, try Scenario.read([UInt8](json.utf8), file: "recorded.json"))
}

struct RecorderTests {
    @Test(arguments: Fixtures.all)
    func `a recording of a fixture replays to the same lines`(_ fixture: Fixture) throws {
        let (live, recording) = try record(fixture.scenario)
        let replays = recording.map { Replay(of: $0) }
        #expect(decisions(of: replays) == decisions(of: [live]))
        for replay in replays { #expect(replay.verdict == .pass) }
        // The format can't express where a view moves during a gesture.
        if !fixture.scenario.recognizers.contains(where: \.movesView) {
            #expect(recording.count == 1)
            #expect(calls(of: replays) == calls(of: [live]))
        }
    }

    @Test(arguments: Fixtures.all)
    func `a recording that is cut short replays to the outcomes until then`(_ fixture: Fixture) throws {
        for count in 0..<fixture.scenario.events.count {
            var cut = fixture.scenario
            cut.events = Array(cut.events.prefix(count))
            cut.advanceTo = cut.events.last?.t
            let (live, recording) = try record(cut)
            let replays = recording.map { Replay(of: $0) }
            #expect(decisions(of: replays) == decisions(of: [live]), "after \(count) events")
            for replay in replays { #expect(replay.verdict == .pass, "after \(count) events") }
        }
    }

    @Test func `recordings of random scenarios replay to the same lines`() {
        FuzzRun(events: 30_000, share: 0.02).forEachScenario(difference)
    }

    // A recording does not say which moves were read together, so the moves and changes that a program was told of may
    // differ.

    private func decisions(of replays: [Replay]) -> [String] {
        replays.flatMap(\.outcomes).filter { $0.event != .changed }.map(\.line)
    }

    private func calls(of replays: [Replay], but view: String? = nil) -> [String] {
        replays.flatMap(\.viewCalls).filter { $0.view != view && $0.event != .touchesMoved }.map { "\($0)" }
    }

    /// Describes how the replay of a scenario's recording differs from the scenario; nil if it does not.
    private func difference(_ scenario: Scenario) -> String? {
        guard let (live, recording) = try? record(scenario) else { return "the recording is no scenario" }
        let replays = recording.map { Replay(of: $0) }
        let pairs = [
            (decisions(of: [live]), decisions(of: replays)),
            // The window itself is a view of the recording.
            (calls(of: [live], but: "window"), calls(of: replays, but: "window")),
        ]
        for (ours, theirs) in pairs where ours != theirs {
            let place = zip(ours, theirs).prefix { $0 == $1 }.count
            let line = { (lines: [String]) in place < lines.count ? lines[place] : "nothing" }
            return "it gave \(line(ours)), its recording \(line(theirs))"
        }
        for case .fail(let because) in replays.map(\.verdict) { return because }
        return nil
    }
}

extension Scenario.Recognizer {
    fileprivate nonisolated var movesView: Bool { if case .moveView = onAction { true } else { false } }
}
