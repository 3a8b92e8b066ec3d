import Testing
import TimeLimits

@testable import TouchKit

/// What recognizers hear of keys, and how a task hears of gestures.
@Suite(.timeLimited) struct PressAndEventTests {
    private let screen = TestScreen()
    private let field = Field(frame: Rect(x: 0, y: 0, width: 100, height: 100))

    init() {
        screen.window.addSubview(field)
        field.note = { [unowned screen] in screen.note($0) }
        field.becomeFirstResponder()
    }

    private func send(_ phase: Press.Phase, _ press: Press, _ t: Double) {
        let time = EventTime(milliseconds: t)
        press.advance(to: phase, at: time)
        screen.window.sendEvent(PressesEvent(timestamp: time, allPresses: [press]))
    }

    private func press(_ name: String) -> Press {
        Press(key: Key(name: name, characters: name), at: EventTime(milliseconds: 0))
    }

    @Test func `recognizers above the first responder receive a key before the first responder`() {
        let return_ = screen.add(KeyRecognizer(), "inner", to: field)
        screen.add(KeyRecognizer(), "outer", to: screen.window)
        screen.add(KeyRecognizer(), "beside", to: screen.view("b", 100))
        screen.add(KeyRecognizer(), "off", to: field).isEnabled = false
        return_.cancelsTouchesInView = false
        let key = press("Return")
        send(.began, key, 10)
        send(.ended, key, 20)
        #expect(
            screen.log == [
                "10 inner began", "10 outer began", "10 field began", "20 inner ended", "20 outer ended",
                "20 field ended",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `the delegate may keep a key away from a recognizer`() {
        let recognizer = screen.add(KeyRecognizer(), "keys", to: field)
        let picky = Picky()
        recognizer.delegate = picky
        send(.began, press("q"), 10)
        send(.began, press("Return"), 20)
        #expect(screen.log(of: "keys") == ["20 keys began"])
        withExtendedLifetime(picky) {}
    }

    @Test func `keys that are taken away do nothing to gestures of fingers`() {
        screen.tap("tap", on: field)
        let key = press("Shift_L")
        send(.began, key, 10)
        screen.down(at: (10, 10), 20)
        send(.cancelled, key, 30)
        screen.up(40)
        #expect(screen.log(of: "tap") == ["40 tap ended"])
        send(.cancelled, key, 50)
        #expect(screen.log(of: "tap") == ["40 tap ended"])
    }

    @Test func `a task receives a recognizer's events as values until the recognizer is detached`()
        async
    {
        let pan = screen.pan("pan", on: field)
        let events = pan.events
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        field.removeGestureRecognizer(pan)
        var heard: [String] = []
        for await event in events {
            heard.append(
                "\(milliseconds(event.time)) \(event.state) \(plain(event.location)) \(event.numberOfTouches)")
        }
        #expect(heard == ["10 began 40,10 1", "20 changed 50,10 1", "30 ended 50,10 0"])
    }

    @Test func `a task that has ended makes no other task receive an event twice`() async {
        let pan = screen.pan("pan", on: field)
        let first = pan.events
        var gone: AsyncStream<GestureEvent>? = pan.events
        let last = pan.events
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        #expect(gone != nil)
        gone = nil
        screen.move(to: (50, 10), 20)
        screen.up(30)
        field.removeGestureRecognizer(pan)
        for events in [first, last] {
            var heard: [GestureRecognizer.State] = []
            for await event in events { heard.append(event.state) }
            #expect(heard == [.began, .changed, .ended])
        }
    }

    @Test func `a stream ends when its recognizer is released, and each task receives every event`() async {
        var streams: [AsyncStream<GestureEvent>] = []
        do {
            let view = View(frame: Rect(x: 200, y: 200, width: 50, height: 50))
            screen.window.addSubview(view)
            let tap = TapGestureRecognizer()
            view.addGestureRecognizer(tap)
            streams = [tap.events, tap.events]
            screen.tap(at: (210, 210), from: 0, to: 10)
            view.removeFromSuperview()
        }
        for stream in streams {
            var states: [GestureRecognizer.State] = []
            for await event in stream { states.append(event.state) }
            #expect(states == [.ended])
        }
    }
}

/// Runs while Return is held.
private final class KeyRecognizer: GestureRecognizer {
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        if presses.contains(where: { $0.key.name == "Return" }) { state = .began }
    }
    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        if state == .began { state = .ended }
    }
}

private final class Picky: GestureRecognizerDelegate {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
        press.key.name == "Return"
    }
}

/// A view that takes keys.
private final class Field: View {
    var note: (String) -> Void = { _ in }
    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { note("field began") }
    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { note("field ended") }
}
