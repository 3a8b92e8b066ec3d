import Testing

@testable import TouchKit

/// A touch that a recognizer never was to receive does not keep it from a second gesture: a palm beside a stylus, a
/// held button, a finger that rested on the view before the recognizer was enabled or attached.
@Suite struct RestingTouchTests {
    /// Why the recognizer does not receive the touch that rests.
    enum Refusal: String, CaseIterable {
        case kind, delegate, delegateByEvent, ignored, disabled, detached
    }

    /// What is recognized beside it, twice.
    enum Gesture: String, CaseIterable {
        case tap, press, pan, swipe, probe

        func make() -> GestureRecognizer {
            switch self {
            case .tap: TapGestureRecognizer()
            case .press: LongPressGestureRecognizer()
            case .pan: PanGestureRecognizer()
            case .swipe: SwipeGestureRecognizer()
            case .probe: Probe(.ended, .ended)
            }
        }

        func play(on screen: TestScreen, from t: Double) {
            screen.down(0, at: (100, 100), t)
            switch self {
            case .tap, .probe: screen.up(0, t + 50)
            case .press: screen.up(0, t + 600)
            case .pan, .swipe:
                screen.move(0, to: (200, 100), t + 20)
                screen.up(0, t + 40)
            }
        }

        func log(from t: Double) -> [String] {
            switch self {
            case .tap, .probe: ["\(plain(t + 50)) gesture ended"]
            case .press: ["\(plain(t + 500)) gesture began", "\(plain(t + 600)) gesture ended"]
            case .pan: ["\(plain(t + 20)) gesture began", "\(plain(t + 40)) gesture ended"]
            case .swipe: ["\(plain(t + 20)) gesture ended"]
            }
        }
    }

    @Test(arguments: Refusal.allCases, Gesture.allCases)
    func `a gesture is recognized twice beside a touch that was refused`(_ refusal: Refusal, _ gesture: Gesture) {
        let screen = TestScreen()
        let recognizer = gesture.make()
        (recognizer as? Probe)?.isSilent = true
        recognizer.delegate = screen.delegate
        if refusal != .detached { screen.add(recognizer, "gesture", to: screen.window) }
        switch refusal {
        case .kind: recognizer.allowedTouchTypes = [.direct]
        case .delegate: screen.delegate.receivesTouch = { $1.id != 9 }
        case .delegateByEvent:
            screen.delegate.receivesEvent = { !$1.allTouches.contains { $0.phase == .began && $0.id == 9 } }
        case .disabled: recognizer.isEnabled = false
        case .ignored, .detached: break
        }
        rest(on: screen, as: refusal == .kind ? .stylus : .direct)
        if refusal == .ignored, let palm = recognizer.touches.first {
            let event = TouchEvent(timestamp: palm.timestamp, present: [palm], changes: TouchGroup([palm]))
            recognizer.ignore(palm, for: event)
        }
        if refusal == .disabled { recognizer.isEnabled = true }
        if refusal == .detached { screen.add(recognizer, "gesture", to: screen.window) }
        gesture.play(on: screen, from: 1000)
        gesture.play(on: screen, from: 3000)
        #expect(screen.log(of: "gesture") == gesture.log(from: 1000) + gesture.log(from: 3000))
        #expect(screen.faults.isEmpty)
    }

    /// A touch of id 9 comes down beside the gestures and stays.
    private func rest(on screen: TestScreen, as kind: Touch.Kind) {
        var palm = FrameAssembler(device: InputDevice(seat: 7, generation: 1))
        let time = EventTime(milliseconds: 0)
        _ = palm.down(9, at: Point(x: 300, y: 300), in: screen.window, time: time, type: kind)
        for frame in palm.frame() { screen.dispatcher.deliver(frame) }
    }

    @Test func `right clicks are recognized while the left button is held`() {
        let screen = TestScreen()
        screen.tap("right", on: screen.window).buttonMaskRequired = .secondary
        screen.tap("left", on: screen.window)
        screen.point(at: (50, 50), 0)
        screen.press(.primary, 0)
        for t in [100.0, 1000] {
            screen.press(.secondary, t)
            screen.release(.secondary, t + 50)
        }
        screen.release(.primary, 2000)
        #expect(
            screen.log(of: "left", "right") == ["150 left failed prevented", "150 right ended", "1050 right ended"])
    }

    @Test func `a touch that came down after the recognizer had decided holds off the next attempt`() {
        let screen = TestScreen()
        let a = screen.view("a", 0, 0, 400, 400)
        screen.tap("tap", on: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (50, 50), 10)
        screen.up(0, 20)
        screen.tap(2, at: (90, 90), from: 30, to: 40)
        screen.up(1, 50)
        screen.tap(0, at: (10, 10), from: 60, to: 70)
        #expect(screen.log(of: "tap") == ["10 tap failed tooManyTouches", "70 tap ended"])
    }

    @Test func `the pointer hovers again while a finger rests on the view`() {
        let screen = TestScreen()
        screen.add(HoverGestureRecognizer(), "hover", to: screen.window)
        rest(on: screen, as: .direct)
        for t in [100.0, 200] {
            screen.point(at: (50, 50), t)
            screen.pointerAway(t + 50)
        }
        #expect(
            screen.log(of: "hover") == ["100 hover began", "150 hover ended", "200 hover began", "250 hover ended"])
    }
}
