import Testing
import TimeLimits

@testable import TouchKit

@Suite(.timeLimited) struct TurnTests {
    /// A view that logs its touches and keys, under two touch screens and two keyboards.
    private final class Field: View {
        var log: [String] = []
        override var canBecomeFirstResponder: Bool { true }

        func note(_ what: String) {
            log.append("\(milliseconds(window?.dispatcher.now ?? .init(nanoseconds: 0))) \(what)")
        }

        override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { note("touch began") }
        override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { note("touch ended") }
        override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) { note("touch cancelled") }
        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { note("\(names(presses)) began") }
        override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
            note("\(names(presses)) repeats")
        }
        override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) { note("\(names(presses)) ended") }
        override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
            note("\(names(presses)) cancelled")
        }

        private func names(_ presses: Set<Press>) -> String { presses.map(\.key.name).sorted().joined(separator: ",") }
    }

    private let turn = Turn(TouchDispatcher())
    private let window: Window
    private let field = Field(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    private var screens = (0..<2).map { FrameAssembler(device: InputDevice(seat: $0, generation: 0)) }
    private let keyboards = (0..<2).map {
        HeldKeys(
            device: InputDevice(seat: $0, generation: 1),
            repeatRate: KeyRepeat.Rate(delay: .milliseconds(400), interval: .milliseconds(100)))
    }

    init() {
        window = Window(size: Size(width: 100, height: 100), dispatcher: turn.dispatcher)
        window.addSubview(field)
        field.becomeFirstResponder()
    }

    private func time(_ t: Double) -> EventTime { EventTime(milliseconds: t) }

    private mutating func down(_ screen: Int, _ t: Double) {
        turn.add(screens[screen].down(0, at: Point(x: 5, y: 5), in: window, time: time(t)))
        turn.add(screens[screen].frame())
    }

    private mutating func up(_ screen: Int, _ t: Double) { turn.add(screens[screen].up(0, time: time(t))) }

    private func press(_ name: String, on keyboard: Int = 0, repeats: Bool = true, _ t: Double) {
        let change = KeyChange.pressed(code: code(name), Key(name: name, characters: name), repeats: repeats)
        turn.add(change, in: window, of: keyboards[keyboard], at: time(t))
    }

    private func release(_ name: String, on keyboard: Int = 0, _ t: Double) {
        turn.add(.released(code: code(name)), in: window, of: keyboards[keyboard], at: time(t))
    }

    private func code(_ name: String) -> UInt32 { name.unicodeScalars.reduce(0) { $0 &+ $1.value } }

    @Test mutating func `input of several devices is delivered in the order of time, and before later deadlines`() {
        field.isMultipleTouchEnabled = true
        field.perform(after: .milliseconds(15)) { [field] in field.note("deadline") }
        field.perform(after: .milliseconds(40)) { [field] in field.note("deadline") }
        down(0, 10)
        up(0, 30)
        down(1, 20)
        up(1, 40)
        press("a", 5)
        release("a", 20)
        turn.handleInputs()
        field.note("read")
        turn.advance(to: time(50))
        #expect(
            field.log == [
                "5 a began", "10 touch began", "15 deadline", "20 touch began", "20 a ended", "30 touch ended",
                "40 touch ended", "40 read", "40 deadline",
            ])
    }

    @Test mutating func `a key repeats before later input, and not once it was released`() {
        press("a", 0)
        down(0, 450)
        release("a", 650)
        up(0, 1000)
        turn.advance(to: time(2000))
        #expect(
            field.log == [
                "0 a began", "400 a repeats", "450 touch began", "600 a repeats", "650 a ended", "1000 touch ended",
            ])
    }

    @Test func `the keyboard whose key repeats earlier comes first`() {
        press("a", on: 0, 50)
        press("b", on: 1, 0)
        turn.handleInputs()
        #expect(turn.nextDeadline == time(400))
        for t in [400, 450, 500, 550] { turn.advance(to: time(Double(t))) }
        #expect(
            field.log == [
                "0 b began", "50 a began", "400 b repeats", "450 a repeats", "500 b repeats", "550 a repeats",
            ])
    }

    @Test func `a program that was busy receives one repeat for those that it missed`() {
        press("a", 0)
        turn.advance(to: time(850))
        #expect(field.log == ["0 a began", "800 a repeats"])
        #expect(turn.nextDeadline == time(900))
    }

    @Test func `repeats before an instant pass, and those at it wait for input at it`() {
        press("a", 0)
        turn.advance(before: time(400))
        release("a", 400)
        turn.advance(to: time(1000))
        #expect(field.log == ["0 a began", "400 a ended"])
        #expect(turn.nextDeadline == nil)
    }

    @Test func `a recorded repeat and a key that is taken away are delivered`() {
        press("a", repeats: false, 0)
        press("b", 1)
        turn.add(.repeated(code: code("a")), in: window, of: keyboards[0], at: time(2))
        turn.add(.cancelled(code: code("a")), in: window, of: keyboards[0], at: time(3))
        turn.add(.allCancelled, in: window, of: keyboards[0], at: time(4))
        turn.advance(to: time(9))
        #expect(field.log == ["0 a began", "1 b began", "2 a repeats", "3 a cancelled", "4 b cancelled"])
        #expect(turn.nextDeadline == nil)
    }

    @Test mutating func `a window that closes receives no waiting input, and its keys are cancelled at once`() {
        let other = Window(size: Size(width: 100, height: 100), dispatcher: turn.dispatcher)
        press("a", 0)
        turn.handleInputs()
        down(0, 10)
        press("b", 20)
        release("a", 30)
        turn.forget(window)
        keyboards[0].forget(other, at: time(35))
        keyboards[0].forget(window, at: time(35))
        turn.advance(to: time(1000))
        #expect(field.log == ["0 a began", "35 a cancelled"])
        #expect(turn.nextDeadline == nil)
    }

    @Test func `input for another window stays when a window closes`() {
        let other = Window(size: Size(width: 100, height: 100), dispatcher: turn.dispatcher)
        press("a", 0)
        turn.forget(other)
        turn.advance(to: time(10))
        #expect(field.log == ["0 a began"])
    }

    @Test mutating func `a handler that lets time pass leaves the rest of the input in its order`() {
        field.isMultipleTouchEnabled = true
        for t in [10.0, 25] {
            field.perform(after: .milliseconds(t)) { [turn, field] in
                field.note("deadline")
                turn.advance(to: EventTime(milliseconds: 1000))
                turn.handleInputs()
            }
        }
        down(0, 20)
        down(1, 30)
        turn.advance(to: time(40))
        #expect(field.log == ["10 deadline", "20 touch began", "25 deadline", "30 touch began"])
    }
}
