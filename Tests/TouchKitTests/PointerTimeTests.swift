import Testing
import TouchKit

/// The times of a pointer's frames.
@Suite struct PointerTimeTests {
    private let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())
    private var pointer = PointerAssembler(device: InputDevice(seat: 0, generation: 0))

    private func time(_ t: Double) -> EventTime { EventTime(milliseconds: t) }

    @Test mutating func `frames come in the order of their times, whatever the events are stamped with`() {
        var frames: [InputFrame] = []
        frames += pointer.enter(window, at: .zero, time: time(100))
        frames += pointer.frame()
        frames += pointer.button(.primary, isPressed: true, time: time(50))
        frames += pointer.frame()
        pointer.motion(to: Point(x: 5, y: 5), time: time(55))
        frames += pointer.frame()
        frames += pointer.button(.primary, isPressed: false, time: time(60))
        frames += pointer.frame()
        frames += pointer.button(.primary, isPressed: true, time: time(200))
        frames += pointer.frame()
        frames += pointer.leave(time: time(150))
        frames += pointer.frame()
        #expect(frames.map(\.time.milliseconds) == [100, 100, 100, 100, 100, 200, 200, 200])
        #expect(frames.flatMap(\.samples).map(\.time.milliseconds) == [100, 100, 100, 200, 200])
    }

    @Test mutating func `an event that is ignored has no say in the time of a frame`() {
        _ = pointer.button(.primary, isPressed: false, time: time(500))
        pointer.motion(to: .zero, time: time(600))
        _ = pointer.enter(window, at: .zero, time: time(100))
        #expect(Array(pointer.frame()).map(\.time) == [time(100)])
    }
}
