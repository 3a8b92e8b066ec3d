import Testing
import TouchKit

/// What a keyboard's keys come to.
@Suite struct PressAssemblerTests {
    private var keyboard = PressAssembler(device: InputDevice(seat: 3, generation: 4))

    private func key(_ name: String) -> Key { Key(name: name, characters: name) }
    private func time(_ t: Double) -> EventTime { EventTime(milliseconds: t) }

    /// "10 q began" for each press that an event reports as changed.
    private func lines(_ events: [PressesEvent]) -> [String] {
        events.flatMap { event in
            [Press.Phase.began, .changed, .ended, .cancelled].flatMap { phase in
                event.presses(in: phase).map(\.key.name).sorted().map {
                    "\(Int(event.timestamp.milliseconds)) \($0) \(phase)"
                }
            }
        }
    }

    @Test mutating func `a key begins, repeats and ends, and those beside it rest`() {
        let began = keyboard.press(1, key("a"), at: time(0)) + keyboard.press(2, key("b"), at: time(10))
        #expect(began.map(\.allPresses.count) == [1, 2])
        #expect(began[1].presses(in: .stationary).map(\.key.name) == ["a"])
        #expect(began[1].allPresses.allSatisfy { $0.device == keyboard.device })
        #expect(lines([keyboard.repeat(2, at: time(20))].compactMap { $0 }) == ["20 b changed"])
        #expect(lines([keyboard.release(1, at: time(30))].compactMap { $0 }) == ["30 a ended"])
        #expect(keyboard.release(1, at: time(40)) == nil && keyboard.repeat(1, at: time(40)) == nil)
        #expect(lines([keyboard.cancel(at: time(50))].compactMap { $0 }) == ["50 b cancelled"])
        #expect(keyboard.cancel(at: time(60)) == nil)
    }

    @Test mutating func `a key that is pressed while it is held was released without a report`() {
        _ = keyboard.press(1, key("a"), at: time(0))
        let events = keyboard.press(1, key("b"), at: time(10))
        #expect(lines(events) == ["10 a cancelled", "10 b began"])
        #expect(events[1].allPresses.map(\.key.name) == ["b"])
    }

    @Test mutating func `time never steps back`() {
        _ = keyboard.press(1, key("a"), at: time(10))
        #expect(lines([keyboard.release(1, at: time(5))].compactMap { $0 }) == ["10 a ended"])
    }
}

/// Keys on their way through a dispatcher.
@Suite struct PressDeliveryTests {
    private final class Field: View {
        var note: (String) -> Void = { _ in }
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { note("began") }
        override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { note("ended") }
    }

    private let dispatcher = TouchDispatcher()
    private let window: Window
    private let field = Field(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    private let keyboard = InputDevice(seat: 0, generation: 0)

    init() {
        window = Window(size: Size(width: 100, height: 100), dispatcher: dispatcher)
        window.addSubview(field)
        field.becomeFirstResponder()
    }

    private func event(_ t: Double) -> PressesEvent {
        let press = Press(key: Key(name: "q", characters: "q"), of: keyboard, at: EventTime(milliseconds: t))
        return PressesEvent(timestamp: EventTime(milliseconds: t), allPresses: [press])
    }

    @Test func `a key comes after the deadlines before it and before those at its time`() {
        var log: [String] = []
        func note(_ what: String) { log.append("\(Int(dispatcher.now.milliseconds)) \(what)") }
        field.note = note
        field.perform(after: .milliseconds(99)) { note("earlier") }
        field.perform(after: .milliseconds(100)) { note("at once") }
        dispatcher.addPressesObserver { _, window in note("observed \(window === self.window)") }
        dispatcher.deliver(event(100), in: window)
        dispatcher.advance(to: EventTime(milliseconds: 100))
        #expect(log == ["99 earlier", "100 observed true", "100 began", "100 at once"])
    }

    @Test func `a key that a handler delivers is handled after the present input`() {
        var log: [String] = []
        field.note = { [unowned dispatcher, unowned window] in
            log.append("\(Int(dispatcher.now.milliseconds)) \($0)")
            if dispatcher.now == EventTime(milliseconds: 10) { dispatcher.deliver(event(20), in: window) }
            log.append("handled")
        }
        dispatcher.deliver(event(10), in: window)
        #expect(log == ["10 began", "handled", "20 began", "handled"])
    }

    @Test func `a removed observer of keys is not called`() {
        var count = 0
        let token = dispatcher.addPressesObserver { _, _ in count += 1 }
        dispatcher.deliver(event(10), in: window)
        dispatcher.removeObserver(token)
        dispatcher.deliver(event(20), in: window)
        #expect(count == 1)
    }
}
