import Fuzzing
import Testing
import TouchKit

@testable import TouchScenario

/// The outcomes of every fixture stay the same where only the clock, the speed of the program or the batches change. A
/// program is told once of moves that it reads together, so changes of recognized gestures and moves of touches are
/// compared only where no more is read together.
struct InvarianceTests {
    /// The outcomes as lines, followed by the verdict.
    private func lines(_ scenario: Scenario) -> [String] {
        let replay = Replay(of: scenario)
        return replay.outcomes.map(\.line) + [replay.verdict.line(scenario: scenario.name)]
    }

    /// The decisions as lines: the outcomes and the calls of views without changes and moves.
    private func decisions(_ scenario: Scenario) -> [String] {
        let replay = Replay(of: scenario)
        return replay.outcomes.filter { $0.event != .changed }.map(\.line)
            + replay.viewCalls.filter { $0.event != .touchesMoved }.map { "\($0)" }
    }

    @Test(arguments: Fixtures.all)
    func `replaying twice gives the same outcomes`(_ fixture: Fixture) {
        #expect(lines(fixture.scenario) == lines(fixture.scenario))
    }

    @Test(arguments: Fixtures.all)
    func `outcomes do not depend on the clock's base, even when its 32 bits wrap`(_ fixture: Fixture) {
        let plain = lines(fixture.scenario)
        let wrap = 4_294_967_296.0
        for base in [1, 86_400_000, wrap - 1, wrap - fixture.scenario.end / 2, wrap / 2 - 100, wrap - 50, wrap + 7] {
            var shifted = fixture.scenario
            shifted.clockBase = base.rounded(.down)
            #expect(lines(shifted) == plain, "clock base \(base)")
        }
    }

    @Test(arguments: Fixtures.all)
    func `outcomes do not change when the main loop stalls`(_ fixture: Fixture) {
        let plain = decisions(fixture.scenario)
        var random = Dice(seed: fixture.scenario.name)
        for _ in 0..<12 {
            var stalled = fixture.scenario
            for _ in 0..<random.below(4) + 1 {
                let t = Double(random.below(Int(max(1, fixture.scenario.end))))
                let length = [1.0, 16, 50, 310, 760, 2000][random.below(6)]
                stalled.stall(at: t, for: length)
            }
            #expect(decisions(stalled) == plain, "\(stalled.stalls)")
        }
    }

    @Test(arguments: Fixtures.all)
    func `outcomes do not change when handlers are slow`(_ fixture: Fixture) {
        let plain = decisions(fixture.scenario)
        for cost in [0.5, 7, 40, 400] {
            var slow = fixture.scenario
            slow.handlerCost = cost
            #expect(decisions(slow) == plain, "a cost of \(cost) ms")
        }
    }

    @Test(arguments: Fixtures.all)
    func `outcomes do not change when all input is read at once`(_ fixture: Fixture) {
        var late = fixture.scenario
        late.stall(at: 0, for: fixture.scenario.end + 1000)
        #expect(decisions(late) == decisions(fixture.scenario))
    }

    /// A split frame may report one change as two, so only the other outcomes are compared.
    @Test(arguments: Fixtures.all)
    func `outcomes do not change when the frames of one finger are split`(_ fixture: Fixture) {
        let split = fixture.scenario.withFramesOfOneFingerSplit
        #expect(lines(split).last == lines(fixture.scenario).last)
        let decisive = { (scenario: Scenario) in
            Replay(of: scenario).outcomes.filter { $0.event != .changed }.map(\.line)
        }
        #expect(decisive(split) == decisive(fixture.scenario))
    }

    @Test(arguments: [
        (#"{"t":300,"type":"up","id":0}"#, "liftedTooSoon"),
        (#"{"t":300,"type":"move","id":0,"x":90,"y":50}"#, "movedTooFar"),
        (#"{"t":300,"type":"cancel","id":0}"#, "cancelledByCompositor"),
    ])
    func `a change by the program between a deadline and an event of the same instant has no effect on the outcome`(
        event: String, reason: String
    ) throws {
        let plain = try scenario(event)
        #expect(Replay(of: plain).outcomes.map(\.line).contains { $0.contains(reason) })
        for change in [#""view":"root","enabled":true"#, #""recognizer":"press","enabled":true"#, #""pointer":true"#] {
            let changed = try scenario(#"{"t":300,"type":"set",\#(change)}, \#(event)"#)
            #expect(lines(changed) == lines(plain), "\(change)")
        }
        // Without an event at that instant, the change comes after the deadline.
        let alone = try scenario(#"{"t":300,"type":"set","recognizer":"press","enabled":false}"#)
        #expect(Replay(of: alone).outcomes.map(\.event) == [.began, .cancelled])
    }

    /// A scenario with a long press of 300 ms, a finger that is down on it, and some events.
    private func scenario(_ events: String) throws -> Scenario {
        let json = #"""
            {"name":"press", "views":[{"id":"root", "frame":[0,0,100,100]}],
             "recognizers":[{"id":"press", "kind":"longPress", "minimumPressDuration":300, "view":"root"}],
             "events":[{"t":0,"type":"down","id":0,"x":50,"y":50}, \#(events)], "advance_to":1000}
            """#
        return try Scenario.read([UInt8](json.utf8), file: "press.json")[0]
    }

    @Test func `outcomes of random scenarios depend neither on the clock's base nor on a busy program`() {
        FuzzRun(events: 20_000, share: 0.02).forEachScenario(difference)
    }

    private func difference(_ scenario: Scenario) -> String? {
        // Every deadline passes before the longest stall is over.
        var scenario = scenario
        scenario.advanceTo = scenario.end + 3000
        let plain = decisions(scenario)
        var random = Dice(seed: scenario.name)
        var changed = scenario
        switch random.below(4) {
        case 0: changed.clockBase = [1, 86_400_000, 4_294_967_000, 2_147_483_600][random.below(4)]
        case 1:
            for _ in 0..<random.below(4) + 1 {
                let t = Double(random.below(Int(max(1, scenario.end))))
                changed.stall(at: t, for: [1, 16, 50, 310, 760, 2000][random.below(6)])
            }
        case 2: changed.handlerCost = [0.5, 7, 40, 400][random.below(4)]
        default: changed.stall(at: 0, for: scenario.end)
        }
        let other = decisions(changed)
        guard other != plain else { return nil }
        let place = zip(plain, other).prefix { $0 == $1 }.count
        func line(_ lines: [String]) -> String { place < lines.count ? lines[place] : "nothing" }
        return "\(line(plain)) became \(line(other)) with \(changed.stalls), clock \(changed.clockBase)"
    }

    /// The order on one view stays, because the recognizer that is attached later wins a tie.
    @Test(arguments: Fixtures.all)
    func `outcomes do not depend on the order in which views get their recognizers`(_ fixture: Fixture) {
        let plain = lines(fixture.scenario).sorted()
        var random = Dice(seed: fixture.scenario.name)
        for _ in 0..<6 {
            var shuffled = fixture.scenario
            shuffled.recognizers = shuffled.recognizers.shuffledAcrossViews(&random)
            #expect(lines(shuffled).sorted() == plain, "\(shuffled.recognizers.map(\.id))")
        }
    }
}

extension Scenario {
    /// Adds a stall of the main loop.
    fileprivate nonisolated mutating func stall(at t: Double, for length: Double) {
        let place = events.firstIndex { $0.t >= t } ?? events.count
        advanceTo = max(end, t)
        events.insert(Event(t: t, kind: .stall(for: length)), at: place)
    }

    fileprivate nonisolated var stalls: [String] {
        events.compactMap { event in
            if case .stall(let length) = event.kind { "stalled at \(event.t) for \(length)" } else { nil }
        }
    }

    /// The scenario with a frame after each event, in those frames that have events of only one finger.
    fileprivate nonisolated var withFramesOfOneFingerSplit: Scenario {
        var split = self
        split.events = []
        var open: [Event] = []
        func close() {
            let ids = Set(open.map(\.finger))
            for event in open {
                split.events.append(event)
                if ids.count == 1, ids != [nil] {
                    split.events.append(Event(t: event.t, kind: .frame, seat: event.seat, stamp: event.stamp))
                }
            }
            open.removeAll()
        }
        for event in events {
            if let last = open.last, last.t != event.t || last.seat != event.seat { close() }
            if case .frame = event.kind {
                close()
                split.events.append(event)
            } else {
                open.append(event)
            }
        }
        close()
        return split
    }
}

extension Scenario.Event {
    fileprivate nonisolated var finger: Int? {
        switch kind {
        case .down(let id, _, _), .move(let id, _), .up(let id): id
        default: nil
        }
    }
}

extension [Scenario.Recognizer] {
    /// The recognizers in another order, in which the order of those on one view stays.
    fileprivate nonisolated func shuffledAcrossViews(_ random: inout Dice) -> Self {
        var queues = Dictionary(grouping: self, by: \.view)
        var result: Self = []
        while !queues.isEmpty {
            let views = queues.keys.sorted()
            let view = views[random.below(views.count)]
            result.append(queues[view]!.removeFirst())
            if queues[view]!.isEmpty { queues[view] = nil }
        }
        return result
    }
}

extension Dice {
    /// Creates a source of choices that follow from a text.
    nonisolated init(seed: String) {
        self.init(seed: seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }
}
