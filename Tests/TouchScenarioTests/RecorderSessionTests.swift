import Testing
import TouchKit

@testable import TouchScenario

/// Recordings of programs that change views, recognizers and devices.
struct RecorderSessionTests {
    @Test func `a change that no event can express begins another scenario of the file`() throws {
        let session = Session()
        session.tap(at: Point(x: 50, y: 50), 0)
        session.pane.frame = Rect(x: 200, y: 200, width: 100, height: 100)
        session.tap(at: Point(x: 50, y: 50), 1000)
        session.window.dispatcher.settings.tapMaximumDuration = .milliseconds(20)
        session.tap(at: Point(x: 250, y: 250), 2000)
        let late = TapGestureRecognizer()
        late.name = "late"
        session.window.addGestureRecognizer(late)
        session.window.dispatcher.settings.tapMaximumDuration = .milliseconds(200)
        session.tap(at: Point(x: 250, y: 250), 3000)
        let scenarios = try session.scenarios(until: 4000)
        #expect(scenarios.map(\.name) == ["session", "session-2", "session-3", "session-4"])
        #expect(scenarios.map { $0.events.first?.t } == [0, 1000, 2000, 3000])
        #expect(
            scenarios.map { Replay(of: $0).outcomes.filter { $0.event != .changed }.map(\.summary) } == [
                ["tap recognized 60"], [], ["tap failed 2020"], ["late failed 3060", "tap recognized 3060"],
            ])
        for scenario in scenarios { #expect(Replay(of: scenario).verdict == .pass) }
    }

    @Test func `such a change during a gesture takes effect in the recording after the gesture`() throws {
        let session = Session()
        session.down(at: Point(x: 50, y: 50), 0)
        session.pane.frame = Rect(x: 200, y: 200, width: 100, height: 100)
        session.down(1, at: Point(x: 250, y: 250), 10)
        session.up(1, 20)
        session.up(0, 30)
        session.tap(at: Point(x: 250, y: 250), 1000)
        #expect(try session.scenarios(until: 2000).map { $0.events.first?.t } == [0, 1000])
    }

    @Test func `a recognizer that a handler disables and enables is cancelled in the replay too`() throws {
        let session = Session()
        let pan = PanGestureRecognizer { pan in
            guard pan.translation(in: nil).x > 30 else { return }
            pan.isEnabled = false
            pan.isEnabled = true
        }
        pan.name = "pan"
        session.pane.addGestureRecognizer(pan)
        session.down(at: Point(x: 20, y: 20), 0)
        for step in 1...8 { session.move(to: Point(x: 20 + Double(step) * 10, y: 20), Double(step) * 16) }
        session.up(0, 200)
        try session.expectSameLines(until: 1000)
        #expect(session.lines.contains { $0.contains("cancelled") })
    }

    @Test func `a bounce is not recorded, and the replay gives the same outcomes`() throws {
        let session = Session()
        session.window.dispatcher.settings.contactBounceInterval = .milliseconds(40)
        session.tap(at: Point(x: 50, y: 50), 0)
        session.tap(at: Point(x: 52, y: 50), 75)
        session.tap(at: Point(x: 50, y: 50), 1000)
        session.tap(at: Point(x: 50, y: 50), 1200)
        try session.expectSameLines(until: 2000)
        let scenario = try #require(try session.scenarios(until: 2000).first)
        #expect(scenario.thresholds[.bounceInterval] == 40)
        #expect(scenario.events.count { if case .down = $0.kind { true } else { false } } == 3)
        #expect(session.lines.count { $0.contains("recognized") } == 3)
    }

    @Test func `translations that actions reset are reset in the replay too`() throws {
        let session = Session()
        let pan = PanGestureRecognizer { $0.setTranslation(.zero, in: nil) }
        pan.name = "pan"
        session.pane.addGestureRecognizer(pan)
        session.down(at: Point(x: 20, y: 20), 0)
        for step in 1...8 { session.move(to: Point(x: 20 + Double(step) * 10, y: 20), Double(step) * 16) }
        session.up(0, 200)
        try session.expectSameLines(until: 1000)
        #expect(session.lines.count { $0.contains(#""translation":[10,0]"#) } == 7)
    }

    @Test func `a view that removes itself is removed in the replay too`() throws {
        let session = Session()
        session.tapRecognizer.addAction { [unowned session] _ in session.pane.removeFromSuperview() }
        let double = TapGestureRecognizer()
        double.name = "double"
        double.numberOfTapsRequired = 2
        session.window.addGestureRecognizer(double)
        session.tap(at: Point(x: 50, y: 50), 0)
        session.tap(at: Point(x: 50, y: 50), 200)
        try session.expectSameLines(until: 1000)
    }

    @Test func `closing the window ends the recording, not the gestures in it`() throws {
        let session = Session()
        session.down(at: Point(x: 50, y: 50), 0)
        session.window.dispatcher.advance(to: EventTime(milliseconds: 40))
        session.window.cancelTouches()
        session.tap(at: Point(x: 50, y: 50), 100)
        let scenario = try #require(try session.scenarios(until: 1000).first)
        #expect(scenario.end == 40)
        #expect(scenario.expect.isEmpty)
        #expect(Replay(of: scenario).verdict == .pass)
    }

    @Test func `outcomes that a wheel drives are left out`() throws {
        let session = Session()
        let pan = PanGestureRecognizer()
        pan.name = "pan"
        pan.allowedScrollTypesMask = .all
        session.pane.addGestureRecognizer(pan)
        let mouse = InputDevice(seat: 0, generation: 9)
        let place = Hover.over(session.window, at: Point(x: 50, y: 50))
        let wheel = Scroll(delta: Point(x: 0, y: 10), isDiscrete: true)
        session.window.dispatcher.deliver(InputFrame(from: mouse, at: EventTime(milliseconds: 0), [], hover: place))
        session.window.dispatcher.deliver(InputFrame(from: mouse, at: EventTime(milliseconds: 10), [], scroll: wheel))
        let scenario = try #require(try session.scenarios(until: 1000).first)
        #expect(session.lines.contains { $0.contains("began") })
        #expect(scenario.expect.isEmpty)
        #expect(Replay(of: scenario).verdict == .pass)
    }

    @Test func `times that are not whole milliseconds are recorded exactly`() throws {
        let session = Session()
        session.tap(at: Point(x: 50, y: 50), 1234.567_891)
        session.tap(at: Point(x: 50, y: 50), 98_765.432_109)
        try session.expectSameLines(until: 100_000)
    }

    @Test func `a session without input is a scenario`() throws {
        let scenarios = try Session().scenarios(until: 0)
        #expect(scenarios.map(\.name) == ["session"])
        #expect(scenarios.map(\.recognizers.count) == [1])
        #expect(scenarios.map(\.events) == [[]])
    }

    @Test func `taps before and after a touchscreen is replugged are no double tap in the replay either`() throws {
        let session = Session()
        session.addDouble()
        session.tap(at: Point(x: 50, y: 50), 0)
        session.replaceTouchscreen()
        session.tap(at: Point(x: 50, y: 50), 150)
        try session.expectSameLines(until: 1000)
        #expect(session.lines.count { $0.contains("recognized") } == 2)
        #expect(!session.lines.contains { $0.contains("\"double\",\"event\":\"recognized\"") })
    }

    @Test func `two touchscreens in use have a seat each, and a later one takes a free seat`() throws {
        let session = Session()
        session.down(at: Point(x: 20, y: 20), 0)
        session.replaceTouchscreen()
        session.down(at: Point(x: 60, y: 60), 10)
        session.up(0, 20)
        session.replaceTouchscreen()
        session.tap(at: Point(x: 70, y: 70), 100)
        try session.expectSameLines(until: 1000)
        let scenario = try #require(try session.scenarios(until: 1000).first)
        #expect(Set(scenario.events.map(\.seat)) == [nil, "seat2"])
        #expect(scenario.events.contains { $0.kind == .set(.touch(false)) && $0.seat == "seat2" })
    }

    @Test(arguments: [-1, -Double.infinity, .nan, .infinity])
    func `an invalid shape is left out`(size: Double) throws {
        let session = Session()
        session.down(at: Point(x: 50, y: 50), 0)
        session.reshape { contact in
            (contact.majorRadius, contact.minorRadius) = (size, 3)
            contact.orientation = size == -1 ? 1 : size
        }
        session.up(0, 60)
        try session.expectSameLines(until: 1000)
        let scenario = try #require(try session.scenarios(until: 1000).first)
        #expect(
            scenario.events.contains {
                $0.kind
                    == .move(
                        id: 0,
                        at: .init(position: Point(x: 50, y: 50), minor: 6, orientation: size == -1 ? 1 : nil))
            })
    }

    @Test func `a new scenario does not begin while a key is held`() throws {
        let session = Session()
        session.pane.becomeFirstResponder()
        session.press("a", 0)
        session.pane.frame = Rect(x: 200, y: 200, width: 100, height: 100)
        session.tap(at: Point(x: 250, y: 250), 10)
        session.release(100)
        session.tap(at: Point(x: 250, y: 250), 1000)
        let scenarios = try session.scenarios(until: 2000)
        #expect(scenarios.map { $0.events.first?.t } == [0, 1000])
        #expect(scenarios[0].events.contains { $0.kind == .keyUp("a") && $0.t == 100 })
    }

    @Test func `a recorder does not keep views and recognizers alive`() {
        let session = Session()
        session.tap(at: Point(x: 50, y: 50), 0)
        weak let pane = session.pane
        weak let tap = session.tapRecognizer
        session.pane.removeFromSuperview()
        session.forget()
        session.tap(at: Point(x: 50, y: 50), 1000)
        #expect(pane == nil)
        #expect(tap == nil)
    }

    @Test func `a recorder stops when it is released`() {
        let session = Session()
        weak let recorder = session.recorder
        session.recorder = nil
        #expect(recorder == nil)
        session.tap(at: Point(x: 50, y: 50), 0)
    }

    @Test func `a touch ends when its device is unplugged, even if the device returns before the next touch`() throws {
        let session = Session()
        session.down(at: Point(x: 50, y: 50), 0)
        session.lose(40)
        session.tap(at: Point(x: 50, y: 50), 100)
        try session.expectSameLines(until: 1000)
    }

    @Test func `a recognizer with settings of its own is left out`() throws {
        let session = Session()
        let patient = TapGestureRecognizer()
        patient.name = "patient"
        var settings = GestureSettings()
        settings.tapMaximumDuration = .milliseconds(5000)
        patient.customSettings = settings
        session.window.addGestureRecognizer(patient)
        session.tap(at: Point(x: 250, y: 250), 0)
        let scenario = try #require(try session.scenarios(until: 1000).first)
        #expect(session.lines.contains { $0.contains("patient") })
        #expect(scenario.recognizers.map(\.id) == ["tap"])
        #expect(scenario.expect.isEmpty)
    }

    @Test func `a full recording does not change`() {
        let session = Session()
        // Each outcome has the name, so that a few outcomes fill the file.
        session.tapRecognizer.name = String(repeating: "\u{1f446}", count: 1 << 20)
        var taps = 0
        while session.recorder?.isFull == false, taps < 20 {
            session.tap(at: Point(x: 50, y: 50), Double(taps) * 1000)
            taps += 1
        }
        #expect(session.recorder?.isFull == true)
        let size = session.recorder?.json.utf8.count
        session.tap(at: Point(x: 50, y: 50), 30_000)
        #expect(session.recorder?.json.utf8.count == size)
    }
}

/// A window with a pane that recognizes taps, a finger, and a recorder.
private final class Session {
    let window = Window(size: Size(width: 400, height: 400), dispatcher: TouchDispatcher())
    private(set) var pane: View! = Pane(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    private(set) var tapRecognizer: TapGestureRecognizer! = TapGestureRecognizer()
    var recorder: Recorder?
    /// The outcomes, as lines of `replay`.
    private(set) var lines: [String] = []

    private var fingers = FrameAssembler(device: InputDevice(seat: 0, generation: 0))
    private var keys = PressAssembler(device: InputDevice(seat: 0, generation: 1000))
    private let start = EventTime(milliseconds: 0)

    init() {
        window.addSubview(pane)
        pane.identifier = "pane"
        pane.isMultipleTouchEnabled = true
        window.isMultipleTouchEnabled = true
        tapRecognizer.name = "tap"
        pane.addGestureRecognizer(tapRecognizer)
        recorder = Recorder(window, name: "session", start: start)
        window.dispatcher.addObserver { [unowned self] transition in
            guard let kind = transition.recognizer.scenarioKind else { return }
            let description = Scenario.Recognizer(id: transition.recognizer.name ?? "", kind: kind)
            if let outcome = Outcome(transition, of: description, start: start) { lines.append(outcome.line) }
        }
    }

    func forget() { (pane, tapRecognizer) = (nil, nil) }

    func down(_ id: Int32 = 0, at place: Point, _ t: Double) {
        deliver(fingers.down(id, at: place, in: window, time: EventTime(milliseconds: t)))
        deliver(fingers.frame())
    }

    func move(_ id: Int32 = 0, to place: Point, _ t: Double) {
        fingers.motion(id, to: place, time: EventTime(milliseconds: t))
        deliver(fingers.frame())
    }

    func up(_ id: Int32, _ t: Double) {
        deliver(fingers.up(id, time: EventTime(milliseconds: t)))
        deliver(fingers.frame())
    }

    /// Unplugs the touchscreen and plugs it in again.
    func lose(_ t: Double) { deliver(fingers.cancel(.touchLost, time: EventTime(milliseconds: t))) }

    func tap(at place: Point, _ t: Double) {
        down(at: place, t)
        up(0, t + 60)
    }

    /// Attaches a double tap that must fail before the tap.
    func addDouble() {
        let double = TapGestureRecognizer()
        double.name = "double"
        double.numberOfTapsRequired = 2
        pane.addGestureRecognizer(double)
        tapRecognizer.require(toFail: double)
    }

    /// Replaces the touchscreen that the fingers use by another one of the seat.
    func replaceTouchscreen() {
        fingers = FrameAssembler(device: InputDevice(seat: 0, generation: fingers.device.generation + 1))
    }

    func reshape(_ change: (inout Contact) -> Void) {
        fingers.reshape(0, change)
        deliver(fingers.frame())
    }

    func press(_ name: String, _ t: Double) {
        for event in keys.press(1, Key(name: name, characters: name), at: EventTime(milliseconds: t)) {
            window.dispatcher.deliver(event, in: window)
        }
    }

    func release(_ t: Double) {
        if let event = keys.release(1, at: EventTime(milliseconds: t)) {
            window.dispatcher.deliver(event, in: window)
        }
    }

    private func deliver(_ frames: CompletedFrames) { for frame in frames { window.dispatcher.deliver(frame) } }

    /// Returns the scenarios that are recorded up to a time.
    func scenarios(until t: Double) throws -> [Scenario] {
        window.dispatcher.advance(to: EventTime(milliseconds: t))
        return try Scenario.read([UInt8]((recorder?.json ?? "").utf8), file: "session.json")
    }

    func expectSameLines(until t: Double, at place: SourceLocation = #_sourceLocation) throws {
        let replays = try scenarios(until: t).map { Replay(of: $0) }
        #expect(replays.flatMap(\.outcomes).map(\.line) == lines, sourceLocation: place)
        #expect(replays.map(\.verdict).allSatisfy { $0 == .pass }, sourceLocation: place)
    }
}

private final class Pane: View {
    override var canBecomeFirstResponder: Bool { true }
}

extension Outcome {
    fileprivate nonisolated var summary: String { "\(recognizer) \(event.rawValue) \(Int(t))" }
}
