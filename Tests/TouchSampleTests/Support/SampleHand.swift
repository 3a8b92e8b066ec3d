import TouchKit

@testable import touch_sample

/// touch-sample's window without a compositor, with a hand that touches it in virtual time. Times are in milliseconds.
final class SampleHand {
    let window: SampleWindow
    let dispatcher: TouchDispatcher
    private var assembler = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
    private var mouse = PointerAssembler(device: InputDevice(seat: 1, generation: 2))

    init(size: Size = SampleLayout.designSize) {
        dispatcher = TouchDispatcher()
        window = SampleWindow(size: size, dispatcher: dispatcher)
    }

    var model: InspectorModel { window.inspector.model }

    func lane(_ name: String) -> InspectorModel.Lane { model.lanes.first { $0.name == name }! }

    // MARK: Touches

    func down(_ id: Int32 = 0, at place: Point, _ t: Double) {
        deliver(assembler.down(id, at: place, in: window, time: EventTime(milliseconds: t)))
        deliver(assembler.frame())
    }

    func move(_ id: Int32 = 0, to place: Point, _ t: Double) {
        assembler.motion(id, to: place, time: EventTime(milliseconds: t))
        deliver(assembler.frame())
    }

    func reshape(_ id: Int32 = 0, major: Double, minor: Double, orientation: Double) {
        assembler.reshape(id) { contact in
            (contact.majorRadius, contact.minorRadius, contact.orientation) = (major, minor, orientation)
        }
    }

    func up(_ id: Int32 = 0, _ t: Double) {
        deliver(assembler.up(id, time: EventTime(milliseconds: t)))
        deliver(assembler.frame())
    }

    func tap(at place: Point, _ t: Double, for duration: Double = 60) {
        down(at: place, t)
        up(0, t + duration)
    }

    /// Drags a finger that is down along a straight line, in steps of 10 ms.
    func drag(_ id: Int32 = 0, from start: Point, to end: Point, _ times: ClosedRange<Double>) {
        let steps = max(1, ((times.upperBound - times.lowerBound) / 10).rounded())
        for step in 1...Int(steps) {
            let share = Double(step) / steps
            let t = times.lowerBound + (times.upperBound - times.lowerBound) * share
            move(id, to: start + (end - start) * share, t)
        }
    }

    func cancel(_ t: Double) {
        deliver(assembler.cancel(time: EventTime(milliseconds: t)))
        deliver(assembler.frame())
    }

    func click(at place: Point, _ t: Double) {
        deliver(mouse.enter(window, at: place, time: EventTime(milliseconds: t)))
        deliver(mouse.button(.primary, isPressed: true, time: EventTime(milliseconds: t)))
        deliver(mouse.frame())
        deliver(mouse.button(.primary, isPressed: false, time: EventTime(milliseconds: t + 60)))
        deliver(mouse.frame())
    }

    func press(_ name: String, _ modifiers: Key.Modifiers = []) {
        let press = Press(key: Key(name: name, characters: name, modifiers: modifiers), at: dispatcher.now)
        window.sendEvent(PressesEvent(timestamp: dispatcher.now, allPresses: [press]))
        advance(to: dispatcher.now.milliseconds)
    }

    /// Advances the time and draws the inspector at the frames of a shown window.
    func advance(to t: Double) {
        dispatcher.advance(to: EventTime(milliseconds: t))
        window.inspector.advance(to: dispatcher.now)
    }

    private func deliver(_ frames: CompletedFrames) { for frame in frames { dispatcher.deliver(frame) } }
}
