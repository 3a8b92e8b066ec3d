import Fuzzing
import Testing
import TimeLimits
import TouchKit

@testable import touch_sample

/// Both panes are given the same taps, moved over by the distance between them, and have to say the same at the same
/// event time.
@Suite(.timeLimited) struct BothWaysAgreeTests {
    @Test func `both panes fed the same random taps give the same verdicts`() {
        FuzzRun(events: 10_000, share: 0.1).forEachSeed { seed in
            let hand = RandomHand(seed: seed)
            let (handlers, recognizers) = hand.verdicts()
            #expect(handlers == recognizers, "seed \(seed): \(hand.story.joined(separator: ", "))")
            return handlers == recognizers ? hand.story.count : nil
        }
    }

    @Test func `both panes fed the same random taps by a touchscreen whose stamps lie give the same verdicts`() {
        FuzzRun(events: 6_000, share: 0.1).forEachSeed { seed in
            let hand = RandomHand(seed: seed)
            for lie in StampLie.allCases {
                let (handlers, recognizers) = hand.verdicts(lie)
                #expect(handlers == recognizers, "seed \(seed), \(lie): \(hand.story.joined(separator: ", "))")
                guard handlers == recognizers else { return nil }
            }
            return hand.story.count * StampLie.allCases.count
        }
    }

    @Test(arguments: StampLie.allCases)
    func `taps, pauses and presses are as long as they were where stamps lie`(lie: StampLie) {
        let hand = RandomHand(contacts: [(0, 60), (960, 1020), (1920, 3120), (4320, 4380), (4480, 4540)])
        let (handlers, recognizers) = hand.verdicts(lie)
        #expect(
            handlers.map(\.description) == [
                "single at 80.0,100.0 t 360.0", "single at 80.0,100.0 t 1320.0", "double at 80.0,100.0 t 4540.0",
            ])
        #expect(handlers == recognizers)
    }

    @Test func `random taps give singles and doubles and neither`() {
        var counts: [String: Int] = [:]
        for seed in 0..<200 as Range<UInt64> {
            let hand = RandomHand(seed: seed)
            for verdict in hand.verdicts().handlers { counts[verdict.words, default: 0] += 1 }
        }
        #expect(counts["single", default: 0] > 100)
        #expect(counts["double", default: 0] > 40)
    }
}

/// A verdict as both panes can give it: places are the pane's own.
private struct PaneVerdict: Equatable, CustomStringConvertible {
    let words: String
    let place: Point
    let time: EventTime

    var description: String { "\(words) at \(place.x),\(place.y) t \(time.milliseconds)" }
}

/// How a touchscreen stamps its events otherwise than by their time.
enum StampLie: CaseIterable {
    case none, twoBases, clockSet, releasesAtZero, alwaysZero, counter

    /// The stamp of an event, in milliseconds.
    func stamp(_ event: Int, isUp: Bool, at time: Int64) -> UInt32 {
        let stamp: Int64 =
            switch self {
            case .none: time
            case .twoBases: event % 4 < 2 ? time : 1_700_000_000_000 + time
            case .clockSet: time + [0, 3_600_000, -20_000, 20_000, -3_600_000][event / 2 % 5]
            case .releasesAtZero: isUp ? 0 : time
            case .alwaysZero: 0
            case .counter: 30 + Int64(event)
            }
        return UInt32(truncatingIfNeeded: stamp)
    }
}

/// A hand that taps at random: near and far, quickly and slowly, with one finger and more, straying, held, cancelled.
private final class RandomHand {
    private(set) var story: [String] = []
    private let script: [(time: Double, act: Act)]

    init(seed: UInt64) {
        var random = Dice(seed: seed)
        script = Self.script(&random)
        story = script.map { "\($0.0) \($0.1)" }
    }

    /// A hand that touches one place for some times.
    init(contacts: [(from: Double, to: Double)]) {
        script = contacts.flatMap { [($0.from, .down(0, Point(x: 80, y: 100))), ($0.to, .up(0))] }
    }

    /// What each pane makes of the same taps.
    func verdicts(_ lie: StampLie = .none) -> (handlers: [PaneVerdict], recognizers: [PaneVerdict]) {
        (play(lie) { $0.handlers }, play(lie) { $0.recognizers })
    }

    private enum Act {
        case down(Int32, Point), move(Int32, Point), up(Int32), cancel
        case click(pressed: Bool, Point)
    }

    private static func script(_ random: inout Dice) -> [(time: Double, act: Act)] {
        var acts: [(Double, Act)] = []
        var time = 0.0
        for _ in 0..<random.below(8) + 1 {
            time += [20.0, 100, 200, 299, 300, 301, 500, 900][random.below(8)]
            let place = Point(x: [60.0, 80, 104, 105, 106, 180][random.below(6)], y: 100)
            let held = [10.0, 60, 200, 749, 750, 751][random.below(6)]
            if random.below(8) == 0 {
                acts.append((time, .click(pressed: true, place)))
                acts.append((time + held, .click(pressed: false, place)))
            } else {
                acts.append((time, .down(0, place)))
                let isJoined = random.below(8) == 0
                if isJoined { acts.append((time + held / 3, .down(1, place + Point(x: 30, y: 30)))) }
                if random.below(4) == 0 {
                    let stray = [5.0, 20, 21, 60][random.below(4)]
                    acts.append((time + held / 2, .move(0, place + Point(x: 0, y: stray))))
                }
                if random.below(12) == 0 {
                    acts.append((time + held, .cancel))
                } else {
                    acts.append((time + held, .up(0)))
                    if isJoined { acts.append((time + held + 15, .up(1))) }
                }
            }
            time += held + (random.below(3) == 0 ? 0 : 20)
        }
        return acts
    }

    private func play(_ lie: StampLie, in pane: (SampleWindow) -> Pane) -> [PaneVerdict] {
        let dispatcher = TouchDispatcher()
        let window = SampleWindow(size: Size(width: 800, height: 600), dispatcher: dispatcher)
        let pane = pane(window)
        // Far from what a clock that counts from 0 can show.
        let start = 100_000.0
        var verdicts: [PaneVerdict] = []
        window.onVerdict = { verdict in
            verdicts.append(
                PaneVerdict(
                    words: verdict.count == 1 ? "single" : "double",
                    place: pane.convert(verdict.location, from: nil),
                    time: verdict.time.advanced(by: .milliseconds(-start))))
        }
        var touch = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
        var pointer = PointerAssembler(device: InputDevice(seat: 1, generation: 2))
        func deliver(_ frames: CompletedFrames) { for frame in frames { dispatcher.deliver(frame) } }
        var (last, quiet) = (EventTime(nanoseconds: 0), EventTime(milliseconds: start - 1))
        var clock = DeviceClock()
        for (index, (milliseconds, act)) in script.enumerated() {
            let arrival = EventTime(milliseconds: start + milliseconds)
            while let deadline = dispatcher.nextDeadline, deadline < arrival {
                quiet = max(quiet, deadline)
                dispatcher.advance(to: deadline)
            }
            var isUp = false
            if case .up = act { isUp = true }
            let stamp = lie.stamp(index, isUp: isUp, at: Int64(start + milliseconds))
            let time = clock.time(of: stamp, arrival: arrival, quiet: quiet)
            (last, quiet) = (time, max(quiet, arrival))
            switch act {
            case .down(let id, let place):
                deliver(touch.down(id, at: pane.convert(place, to: nil), in: window, time: time))
            case .move(let id, let place): touch.motion(id, to: pane.convert(place, to: nil), time: time)
            case .up(let id): deliver(touch.up(id, time: time))
            case .cancel: deliver(touch.cancel(time: time))
            case .click(true, let place):
                deliver(pointer.enter(window, at: pane.convert(place, to: nil), time: time))
                deliver(pointer.button(.primary, isPressed: true, time: time))
            case .click(false, _): deliver(pointer.button(.primary, isPressed: false, time: time))
            }
            deliver(touch.frame())
            deliver(pointer.frame())
        }
        dispatcher.advance(to: last.advanced(by: .seconds(3)))
        return verdicts
    }
}
