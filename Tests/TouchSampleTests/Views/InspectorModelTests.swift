import Testing
import TimeLimits
import TouchKit

@testable import touch_sample

/// What the lanes know after a gesture in virtual time: states, reasons, waits and deadlines at their places.
@Suite(.timeLimited) struct InspectorModelTests {
    /// What a lane shows, a line each: `start–end state`, `t kind: words`, `start–end due`.
    private func story(_ hand: SampleHand, _ name: String) -> [String] {
        let lane = hand.lane(name)
        func t(_ time: EventTime?) -> String { time.map { "\(Int($0.milliseconds))" } ?? "now" }
        return lane.segments.map { "\(t($0.start))–\(t($0.end)) \($0.state.words)" }
            + lane.marks.map { "\(t($0.time)) \($0.kind): \($0.text)" }
    }

    private func allowances(_ hand: SampleHand, _ name: String) -> [String] {
        hand.lane(name).allowances.map { allowance in
            let end = allowance.end.map { "\(Int($0.milliseconds))" } ?? "now"
            return "\(Int(allowance.start.milliseconds))–\(end) due \(Int(allowance.due.milliseconds))"
        }
    }

    @Test func `a single tap waits for the double to fail, and both say why`() {
        let hand = SampleHand()
        hand.tap(at: hand.window.recognizers.frame.center, 1000)
        hand.advance(to: 1200)
        #expect(story(hand, "single") == ["1000–1060 possible", "1060–now waiting for double"])
        #expect(story(hand, "double") == ["1000–now possible"])
        #expect(allowances(hand, "double") == ["1000–1060 due 1750", "1060–now due 1360"])
        hand.advance(to: 2000)
        #expect(
            story(hand, "single") == [
                "1000–1060 possible", "1060–1360 waiting for double", "1360 recognized: recognized",
            ])
        #expect(story(hand, "double") == ["1000–1360 possible", "1360 failed: no second tap within 300 ms"])
        #expect(allowances(hand, "double") == ["1000–1060 due 1750", "1060–1360 due 1360"])
    }

    @Test func `a lane names the recognizers that are awaited, by whatever rule, and no others`() {
        /// Makes every recognizer of a view wait for every other one.
        final class Rule: GestureRecognizerDelegate {
            func gestureRecognizer(
                _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
            ) -> Bool { true }
        }
        let hand = SampleHand()
        let (pane, rule) = (hand.window.recognizers, Rule())
        hand.press("f")
        pane.single.delegate = rule
        pane.single.require(toFail: hand.window.picture.pan)
        hand.tap(at: pane.frame.center, 1000)
        hand.advance(to: 1200)
        #expect(story(hand, "single") == ["1000–1060 possible", "1060–now waiting for double"])
        #expect(pane.waiting?.text == "single waits for double to fail")
    }

    @Test func `a second tap that begins too late is told by how much`() {
        let hand = SampleHand()
        let place = hand.window.recognizers.frame.center
        hand.tap(at: place, 1000)
        hand.tap(at: place, 1400)
        let mark = hand.lane("double").marks[0]
        #expect(mark.text == "second tap 40 ms too late")
        #expect(mark.time == EventTime(milliseconds: 1360))
        #expect(mark.late == EventTime(milliseconds: 1400))
    }

    @Test func `a tap in another pane is not the one that was awaited`() {
        let hand = SampleHand()
        hand.tap(at: hand.window.recognizers.frame.center, 1000)
        hand.tap(at: hand.window.handlers.frame.center, 1400)
        #expect(hand.lane("double").marks.map(\.text) == ["no second tap within 300 ms"])
    }

    @Test func `a tap long afterwards is not called late`() {
        let hand = SampleHand()
        let place = hand.window.recognizers.frame.center
        hand.tap(at: place, 1000)
        hand.tap(at: place, 4000)
        hand.tap(at: place, 4100)
        #expect(hand.lane("double").marks.map(\.text) == ["no second tap within 300 ms", "recognized"])
    }

    @Test func `a second tap that comes too soon says by how much`() {
        let hand = SampleHand()
        hand.dispatcher.settings.multiTapMinimumInterval = .milliseconds(40)
        let place = hand.window.recognizers.frame.center
        hand.tap(at: place, 1000)
        hand.tap(at: place, 1080)
        #expect(hand.lane("double").marks.first?.text == "second tap after 20 ms, needs 40 ms")
    }

    @Test func `a finger that strays fails both taps at its place`() {
        let hand = SampleHand()
        let place = hand.window.recognizers.frame.center
        hand.down(at: place, 1000)
        hand.move(to: place + Point(x: 23, y: 0), 1050)
        hand.advance(to: 1080)
        #expect(
            story(hand, "single") == ["1000–1050 possible", "1050–now over", "1050 failed: moved 23 pt, 20 allowed"])
        #expect(hand.lane("double").state == .over)
        hand.up(0, 1100)
        hand.advance(to: 1100)
        #expect(hand.lane("double").state == .idle)
        #expect(hand.model.tracks.map(\.samples.last?.distance) == [23])
    }

    @Test func `the pane without recognizers has a lane too`() {
        let hand = SampleHand()
        let place = hand.window.handlers.frame.center
        hand.tap(at: place, 1000)
        hand.advance(to: 2000)
        #expect(
            story(hand, "handlers") == [
                "1000–1060 possible", "1060–1360 waiting for a second tap", "1360 recognized: single tap",
            ])
        hand.tap(at: place, 3000)
        hand.down(at: place, 3200)
        hand.move(to: place + Point(x: 0, y: 25), 3250)
        #expect(
            story(hand, "handlers").suffix(3) == [
                "1360 recognized: single tap", "3250 failed: moved 25 pt, 20 allowed", "3250 recognized: single tap",
            ])
    }

    @Test func `a pan begins, ends, and makes the others fail`() {
        let hand = SampleHand()
        let place = hand.window.picture.frame.center
        hand.down(at: place, 1000)
        hand.drag(from: place, to: place + Point(x: 30, y: 0), 1000...1300)
        hand.up(0, 1310)
        hand.advance(to: 2000)
        #expect(
            story(hand, "pan") == [
                "1000–1110 possible", "1110–1310 began", "1110 began: began", "1310 recognized: ended",
            ])
        #expect(hand.lane("press").marks.map(\.text) == ["moved 11 pt, 10 allowed"])
        #expect(hand.lane("pinch").marks.map(\.text) == ["lifted before it began"])
        #expect(hand.lane("pair").marks.map(\.text) == ["pan recognized first"])
    }

    @Test func `a cancelled touch is told as such`() {
        let hand = SampleHand()
        let place = hand.window.picture.frame.center
        hand.down(at: place, 1000)
        hand.drag(from: place, to: place + Point(x: 30, y: 0), 1000...1100)
        hand.cancel(1120)
        #expect(hand.lane("pan").marks.map(\.kind) == [.began, .cancelled])
        #expect(hand.lane("pan").marks.last?.text == "cancelled by the compositor")
        #expect(hand.model.tracks.map(\.isCancelled) == [true])
    }

    @Test func `touches that are down together take rows of their own`() {
        let hand = SampleHand()
        let place = hand.window.picture.frame.center
        hand.down(7, at: place, 1000)
        hand.down(3, at: place + Point(x: 40, y: 0), 1010)
        hand.up(7, 1100)
        hand.down(9, at: place, 1200)
        #expect(hand.model.tracks.map(\.id) == [7, 3, 9])
        #expect(hand.model.tracks.map(\.slot) == [0, 1, 0])
        hand.up(3, 1300)
        hand.up(9, 1310)
        #expect(hand.model.tracks.allSatisfy { $0.end != nil })
    }

    @Test func `it moves while anything is open, and comes to rest`() {
        let hand = SampleHand()
        #expect(!hand.model.isMoving)
        hand.down(at: hand.window.recognizers.frame.center, 1000)
        hand.advance(to: 60_000)
        #expect(hand.model.isMoving)
        hand.up(0, 60_010)
        hand.advance(to: 60_300)
        #expect(hand.model.isMoving)
        hand.advance(to: 61_000)
        #expect(!hand.model.isMoving)
        #expect(hand.dispatcher.nextDeadline == nil)
    }

    @Test func `marks that left the inspector's memory are removed`() {
        let hand = SampleHand()
        let place = hand.window.recognizers.frame.center
        for step in 0..<200 { hand.tap(at: place, Double(step) * 1000) }
        #expect(hand.model.tracks.count < 20)
        #expect(hand.lane("double").marks.count < 20)
        #expect(hand.lane("single").segments.count < 40)
    }

    @Test func `clearing keeps the gestures that are running`() {
        let hand = SampleHand()
        let place = hand.window.recognizers.frame.center
        hand.tap(at: place, 1000)
        hand.down(at: place, 2000)
        hand.advance(to: 2050)
        hand.press("c")
        #expect(hand.model.tracks.map(\.start) == [EventTime(milliseconds: 2000)])
        #expect(story(hand, "single") == ["2000–now possible"])
    }

    @Test func `time that was given ends when it is over, however late that is noticed`() {
        var model = InspectorModel(lanes: [("lane", "", "")])
        model.set(0, to: .possible, deadline: EventTime(milliseconds: 500), at: EventTime(milliseconds: 0))
        model.set(0, to: .idle, deadline: nil, at: EventTime(milliseconds: 700))
        #expect(model.lanes[0].allowances.map(\.end) == [EventTime(milliseconds: 500)])
        #expect(model.lanes[0].segments.map(\.end) == [EventTime(milliseconds: 700)])
    }

    @Test func `a state that lasts no time is not shown`() {
        var model = InspectorModel(lanes: [("lane", "", "")])
        model.set(0, to: .possible, deadline: nil, at: EventTime(milliseconds: 100))
        model.set(0, to: .over, deadline: nil, at: EventTime(milliseconds: 100))
        #expect(model.lanes[0].segments.map(\.state) == [.over])
    }

    @Test func `it moves while a recognizer has time left, however long that is`() {
        let hand = SampleHand()
        for _ in 0..<20 { hand.press("Right") }
        hand.tap(at: hand.window.recognizers.frame.center, 1000)
        hand.advance(to: 2200)
        #expect(hand.lane("double").allowance?.due == EventTime(milliseconds: 2360))
        #expect(hand.model.isMoving)
        hand.advance(to: 3100)
        #expect(!hand.model.isMoving)
    }

    @Test func `a time is told in tenths of milliseconds where it is shorter than ten`() {
        let times: [Duration] = [.microseconds(9500), .milliseconds(9), .microseconds(10_500), .microseconds(-300)]
        #expect(times.map(\.text) == ["9.5 ms", "9 ms", "11 ms", "-0.3 ms"])
    }

    @Test func `of a finger that moves often one sample in six milliseconds is kept, the last one always`() {
        let hand = SampleHand()
        let place = hand.window.picture.frame.center
        hand.down(at: place, 1000)
        for step in 1...60 { hand.move(to: place + Point(x: Double(step), y: 0), 1000 + Double(step)) }
        let samples = hand.model.tracks[0].samples
        #expect(samples.count <= 11)
        #expect(samples.last?.distance == 60)
        #expect(samples.last?.time == EventTime(milliseconds: 1060))
    }
}

extension LaneState {
    fileprivate var words: String {
        switch self {
        case .idle: "idle"
        case .possible: "possible"
        case .waiting(let awaited): "waiting for \(awaited)"
        case .active: "began"
        case .over: "over"
        }
    }
}
