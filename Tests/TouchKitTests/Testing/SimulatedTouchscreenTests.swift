import Testing
import TimeLimits
import TouchKit

@Suite(.timeLimited) struct SimulatedTouchscreenTests {
    private let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())
    private var screen: SimulatedTouchscreen
    private let point = Point(x: 50, y: 50)

    init() { screen = SimulatedTouchscreen(window) }

    private func instant(_ milliseconds: Double) -> EventTime { EventTime(milliseconds: milliseconds) }

    @Test mutating func `a down and an up make a tap`() {
        var taps = 0
        window.addGestureRecognizer(TapGestureRecognizer { _ in taps += 1 })
        screen.down(at: point, time: instant(0))
        screen.up(time: instant(50))
        #expect(taps == 1)
    }

    @Test mutating func `a long press begins when its time has passed`() {
        var states: [GestureRecognizer.State] = []
        window.addGestureRecognizer(LongPressGestureRecognizer { states.append($0.state) })
        screen.down(at: point, time: instant(0))
        screen.advance(to: instant(499))
        #expect(states == [])
        screen.advance(to: instant(500))
        #expect(states == [.began])
    }

    @Test mutating func `several fingers move a pan, and a cancellation ends it`() {
        var states: [GestureRecognizer.State] = []
        let pan = PanGestureRecognizer { states.append($0.state) }
        pan.minimumNumberOfTouches = 2
        window.addGestureRecognizer(pan)
        screen.down(1, at: point, time: instant(0))
        screen.down(2, at: point, time: instant(10))
        screen.move(1, to: Point(x: 90, y: 50), time: instant(20))
        screen.cancel(time: instant(30))
        #expect(states == [.began, .cancelled])
    }

    @Test func `two touchscreens are two devices`() {
        var devices: Set<InputDevice> = []
        window.dispatcher.addFrameObserver { devices.insert($0.device) }
        for start in [0.0, 1000] {
            var screen = SimulatedTouchscreen(window)
            screen.down(at: point, time: instant(start))
            screen.up(time: instant(start + 50))
        }
        #expect(devices.count == 2)
    }
}
