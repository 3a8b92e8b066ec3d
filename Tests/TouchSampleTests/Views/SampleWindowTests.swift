import FoundationEssentials
import Testing
import TimeLimits
import TouchKit

@testable import touch_sample

/// The keys, and the picture that follows the fingers.
@Suite(.timeLimited) struct SampleWindowTests {
    @Test func `keys change the numbers that all gestures go by`() {
        let hand = SampleHand()
        hand.press("Right")
        hand.press("Up")
        hand.press("b")
        #expect(hand.dispatcher.settings.multiTapInterval == .milliseconds(350))
        #expect(hand.dispatcher.settings.tapAllowableMovement == 25)
        #expect(hand.dispatcher.settings.contactBounceInterval == .milliseconds(40))
        #expect(hand.window.status.settings == "interval 350 ms · slop 25 pt · bounce guard on (40 ms) · ? keys")
        #expect(hand.model.allowedMovement == 25)
        for _ in 0..<50 {
            hand.press("Left")
            hand.press("Down")
        }
        #expect(hand.dispatcher.settings.multiTapInterval == .milliseconds(50))
        #expect(hand.dispatcher.settings.tapAllowableMovement == 5)
    }

    @Test func `with the bounce guard on, a tap that bounces is one tap in both panes`() {
        let hand = SampleHand()
        var verdicts: [String] = []
        hand.window.onVerdict = { verdicts.append("\($0.count) \($0.way.rawValue) \(Int($0.time.milliseconds))") }
        hand.press("b")
        for (index, pane) in [hand.window.handlers, hand.window.recognizers].enumerated() {
            let start = 1000 * Double(index + 1)
            hand.tap(at: pane.frame.center, start, for: 40)
            hand.tap(at: pane.frame.center, start + 55, for: 40)
            hand.advance(to: start + 900)
        }
        #expect(verdicts == ["1 handlers 1395", "1 recognizers 2395"])
        verdicts.removeAll()
        hand.press("b")
        #expect(hand.window.status.settings == "interval 300 ms · slop 20 pt · ? keys")
        hand.tap(at: hand.window.handlers.frame.center, 4000, for: 40)
        hand.tap(at: hand.window.handlers.frame.center, 4055, for: 40)
        #expect(verdicts == ["2 handlers 4095"])
    }

    @Test func `without require(toFail:) a double tap begins with a single one`() {
        let hand = SampleHand()
        var counts: [Int] = []
        hand.window.onVerdict = { counts.append($0.count) }
        let place = hand.window.recognizers.frame.center
        hand.press("f")
        hand.tap(at: place, 1000)
        hand.tap(at: place, 1200)
        hand.advance(to: 3000)
        #expect(counts.first == 1 && counts.last == 2)
        counts.removeAll()
        hand.press("f")
        hand.tap(at: place, 4000)
        hand.tap(at: place, 4200)
        hand.advance(to: 6000)
        #expect(counts == [2])
    }

    @Test func `paused lanes stand still, and know afterwards what happened`() {
        let hand = SampleHand()
        hand.press("space")
        #expect(hand.window.inspector.isPaused && !hand.window.inspector.isMoving)
        func words() -> [String] {
            let canvas = RecordingCanvas()
            hand.window.inspector.draw(hand.window.inspector.bounds, in: canvas)
            return canvas.texts.map(\.words)
        }
        hand.tap(at: hand.window.recognizers.frame.center, 1000)
        #expect(!words().contains("#0 60 ms"))
        hand.press("space")
        #expect(words().contains("#0 60 ms"))
        #expect(hand.model.tracks.count == 1)
    }

    @Test func `the recording key starts and stops, and says so`() {
        let hand = SampleHand()
        var isOn = false
        hand.window.switchRecording = {
            isOn.toggle()
            return (isOn ? "recording to a file" : "recorded", isOn)
        }
        hand.press("r")
        #expect(hand.window.status.isRecording && hand.window.status.notice == "recording to a file")
        hand.press("r")
        #expect(!hand.window.status.isRecording && hand.window.status.notice == "recorded")
        hand.press("t")
        #expect(hand.window.status.notice == nil && hand.window.colors == .dark)
    }

    @Test func `every key in the list does something, and quitting is left to the application`() {
        #expect(KeyCommand(Key(name: "question", characters: "?", modifiers: .shift)) == .showKeys)
        #expect(KeyCommand(Key(name: "Q", characters: "Q", modifiers: .shift)) == .quit)
        #expect(KeyCommand(Key(name: "c", characters: "", modifiers: .control)) == nil)
        #expect(KeyCommand(Key(name: "x", characters: "x")) == nil)
    }

    @Test func `the picture is dragged, pinched and turned at once`() {
        let hand = SampleHand()
        let pane = hand.window.picture
        let place = pane.frame.center
        hand.down(0, at: place + Point(x: -20, y: 0), 1000)
        hand.down(1, at: place + Point(x: 20, y: 0), 1000)
        for step in 1...20 {
            let (angle, span) = (Double(step) * 0.05, 20 + Double(step) * 2)
            let arm = Point(x: span * (1 - angle * angle / 2), y: span * angle)
            hand.move(0, to: place - arm + Point(x: Double(step), y: 0), 1000 + Double(step) * 16)
            hand.move(1, to: place + arm + Point(x: Double(step), y: 0), 1000 + Double(step) * 16)
        }
        #expect(pane.pose.scale > 1.5 && pane.pose.angle > 0.5 && pane.pose.offset != .zero)
        hand.up(0, 1400)
        hand.up(1, 1400)
        hand.down(0, at: place, 2000)
        hand.down(1, at: place + Point(x: 30, y: 0), 2005)
        hand.up(0, 2060)
        hand.up(1, 2070)
        #expect(pane.pose == PicturePane.Pose())
    }

    @Test func `a swipe shows the next picture, a slow drag does not, and a long press frames it`() {
        let hand = SampleHand()
        let pane = hand.window.picture
        let place = pane.frame.center
        hand.down(at: place, 1000)
        hand.drag(from: place, to: place + Point(x: 80, y: 4), 1000...1080)
        hand.up(0, 1090)
        #expect(pane.subject == 1)
        hand.down(at: place, 2000)
        hand.drag(from: place, to: place + Point(x: 80, y: 4), 2000...2400)
        hand.up(0, 2410)
        #expect(pane.subject == 1)
        hand.down(at: place, 3000)
        hand.advance(to: 3600)
        #expect(pane.isFramed)
        hand.up(0, 3700)
        hand.press("c")
        #expect(pane.subject == 0 && !pane.isFramed && pane.pose == PicturePane.Pose())
    }

    @Test func `the picture can't leave its pane`() {
        let hand = SampleHand()
        let pane = hand.window.picture
        let place = pane.frame.center
        hand.down(at: place, 1000)
        hand.drag(from: place, to: place + Point(x: 900, y: 2000), 1000...2000)
        #expect(pane.bounds.contains(pane.bounds.center + pane.pose.offset * 0.99))
    }

    @Test func `the log for people is aligned, and coloured only where that is asked for`() {
        let hand = SampleHand()
        var lines: [String] = []
        hand.window.onVerdict = { lines.append(LogFormat.text.line(for: $0, handled: $0.time)) }
        hand.window.onTouch = { lines.append(LogFormat.text.line(for: $0)) }
        hand.window.onTransition = { lines.append(LogFormat.text.line(for: $0)) }
        hand.tap(at: Point(x: 480, y: 130), 1000)
        hand.advance(to: 2000)
        #expect(
            lines == [
                "1.000 s        touch 0     began            in recognizers  at 480, 130",
                "1.060 s        touch 0     ended            in recognizers  at 480, 130",
                "1.360 s        double      failed           in recognizers  the next tap had not begun 300 ms after the last one ended",
                "1.360 s        single      ended            in recognizers",
                "1.360 s        single tap  via recognizers  in recognizers  at 480, 130",
                "1.360 s        double      possible         in recognizers",
                "1.360 s        single      possible         in recognizers",
            ])
        let verdict = TapVerdict(
            count: 2, way: .handlers, view: "handlers", location: .zero, time: EventTime(milliseconds: 5))
        let plain = LogFormat.text.line(for: verdict, handled: verdict.time)
        #expect(
            LogFormat.text.line(for: verdict, handled: verdict.time, paint: .terminal) == "\u{1b}[35m\(plain)\u{1b}[0m")
    }

    @Test func `the log for programs has an object for each touch and each step`() {
        let hand = SampleHand()
        var lines: [String] = []
        hand.window.onTouch = { lines.append(LogFormat.json.line(for: $0)) }
        hand.window.onTransition = { lines.append(LogFormat.json.line(for: $0)) }
        hand.down(at: Point(x: 480, y: 130), 1000)
        hand.move(to: Point(x: 503, y: 130), 1020)
        #expect(
            lines.prefix(3) == [
                """
                {"event":"touch","id":0,"kind":"direct","phase":"began","view":"recognizers","x":480,"y":130,\
                "taps":1,"t":1000}
                """,
                """
                {"event":"touch","id":0,"kind":"direct","phase":"moved","view":"recognizers","x":503,"y":130,\
                "taps":0,"t":1020}
                """,
                """
                {"event":"transition","recognizer":"double","view":"recognizers","from":"possible","to":"failed",\
                "reason":"movedTooFar","measured":23,"allowed":20,"why":"moved 23 pt, 20 allowed",\
                "x":480,"y":130,"t":1020}
                """,
            ])
    }

    @Test func `every fourth pane of a window full of them has recognizers`() {
        let window = PanesWindow(columns: 8, rows: 2, dispatcher: TouchDispatcher())
        let recognizers = window.subviews.filter { $0 is RecognizersPane }.compactMap(\.identifier)
        #expect(recognizers == ["0", "4", "11", "15"])
    }

    @Test func `every line of the JSON log is one object whatever the names are`() {
        let hand = SampleHand()
        let name = "\"a\\b\"\n\u{1b}[2J\u{9b}é"
        for recognizer in [hand.window.recognizers.single, hand.window.recognizers.double] { recognizer.name = name }
        for pane in [hand.window.handlers, hand.window.recognizers] { pane.identifier = name }
        var lines: [String] = []
        hand.window.onVerdict = { lines.append(LogFormat.json.line(for: $0, handled: $0.time)) }
        hand.window.onTouch = { lines.append(LogFormat.json.line(for: $0)) }
        hand.window.onTransition = { lines.append(LogFormat.json.line(for: $0)) }
        hand.tap(at: hand.window.handlers.frame.center, 1000)
        hand.tap(at: hand.window.recognizers.frame.center, 2000)
        hand.advance(to: 3000)
        struct Line: Decodable {
            let event: String
            let view: String
            let recognizer: String?
        }
        let read = lines.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        #expect(read.count == lines.count)
        #expect(Set(read.map(\.event)) == ["tap", "touch", "transition"])
        #expect(read.allSatisfy { $0.view == name && $0.recognizer ?? name == name })
        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
