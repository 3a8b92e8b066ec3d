import Testing

@testable import TouchKit

/// A window under a pointer whose touchpad makes gestures, and what the recognizers report of it.
@MainActor
private final class Touchpad {
    let dispatcher = TouchDispatcher()
    let view = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    private(set) var log: [String] = []
    private let window: Window
    private let device = InputDevice(seat: 1, generation: 1)

    init() {
        window = Window(size: Size(width: 400, height: 300), dispatcher: dispatcher)
        window.addSubview(view)
        dispatcher.deliver(
            InputFrame(
                from: device, at: EventTime(milliseconds: 0), [], hover: .over(window, at: Point(x: 100, y: 100))))
    }

    func add<Recognizer: GestureRecognizer>(
        _ recognizer: Recognizer, to view: View, _ value: @escaping (Recognizer) -> Double
    ) {
        view.addGestureRecognizer(recognizer)
        let name = "\(type(of: recognizer))".replacing("GestureRecognizer", with: "")
        recognizer.addAction { [unowned self] in
            log.append("\(Int(dispatcher.now.milliseconds)) \(name) \($0.state) \(value($0))")
        }
    }

    func make(_ gesture: TouchpadGesture, _ t: Double) {
        dispatcher.deliver(InputFrame(from: device, at: EventTime(milliseconds: t), [], touchpad: gesture))
    }

    func scroll(_ scroll: Scroll, _ t: Double) {
        dispatcher.deliver(InputFrame(from: device, at: EventTime(milliseconds: t), [], scroll: scroll))
    }
}

@MainActor
struct TouchpadTests {
    @Test func `a touchpad's pinch drives a pinch recognizer with the touchpad's own scale`() {
        let touchpad = Touchpad()
        touchpad.add(PinchGestureRecognizer(), to: touchpad.view) { $0.scale }
        touchpad.make(TouchpadGesture(.pinch, .began, fingers: 2), 10)
        touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 1.5), 20)
        touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 2), 30)
        touchpad.make(TouchpadGesture(.pinch, .ended, fingers: 2), 40)
        #expect(touchpad.log == ["20 Pinch began 1.5", "30 Pinch changed 2.0", "40 Pinch ended 2.0"])
        #expect(touchpad.dispatcher.isIdle)
    }

    @Test func `a touchpad's pinch that turns drives a rotation recognizer beyond the slop`() {
        let touchpad = Touchpad()
        touchpad.dispatcher.settings.rotationSlop = 0.25
        touchpad.add(RotationGestureRecognizer(), to: touchpad.view) { $0.rotation }
        touchpad.make(TouchpadGesture(.pinch, .began, fingers: 2), 10)
        for t in [20.0, 30, 40] { touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, rotation: 0.25), t) }
        touchpad.make(TouchpadGesture(.pinch, .cancelled, fingers: 2), 50)
        #expect(
            touchpad.log == ["30 Rotation began 0.25", "40 Rotation changed 0.5", "50 Rotation cancelled 0.5"])
    }

    @Test func `a touchpad's swipe drives a pan only where continuous scrolling does`() {
        for mask in [PanGestureRecognizer.ScrollTypeMask.continuous, []] {
            let touchpad = Touchpad()
            let pan = PanGestureRecognizer()
            pan.allowedScrollTypesMask = mask
            touchpad.add(pan, to: touchpad.view) { $0.translation(in: nil).x }
            touchpad.make(TouchpadGesture(.swipe, .began, fingers: 3), 10)
            touchpad.make(TouchpadGesture(.swipe, .changed, fingers: 3, delta: Point(x: 5, y: 0)), 20)
            touchpad.make(TouchpadGesture(.swipe, .ended, fingers: 3), 30)
            #expect(touchpad.log == (mask.isEmpty ? [] : ["20 Pan began 5.0", "30 Pan ended 5.0"]))
        }
    }

    @Test func `of two nested pans the inner one scrolls, and the outer one does not fail at every notch`() {
        let touchpad = Touchpad()
        let inner = View(frame: touchpad.view.bounds)
        touchpad.view.addSubview(inner)
        var failures = 0
        touchpad.dispatcher.addObserver { if $0.to == .failed { failures += 1 } }
        for view in [touchpad.view, inner] {
            let pan = PanGestureRecognizer()
            pan.allowedScrollTypesMask = .all
            pan.name = view === inner ? "inner" : "outer"
            touchpad.add(pan, to: view) { $0.translation(in: nil).y + ($0.name == "inner" ? 0 : 1000) }
        }
        for t in [10.0, 20, 30] { touchpad.scroll(Scroll(delta: Point(x: 0, y: 15), isDiscrete: true), t) }
        touchpad.dispatcher.advance(to: EventTime(milliseconds: 1000))
        #expect(
            touchpad.log == ["10 Pan began 15.0", "20 Pan changed 30.0", "30 Pan changed 45.0", "180 Pan ended 45.0"])
        #expect(failures == 1)
    }

    @Test func `one that lost a touchpad's gesture to another does not begin again in its midst`() {
        let touchpad = Touchpad()
        touchpad.dispatcher.settings.rotationSlop = 0.01
        touchpad.add(PinchGestureRecognizer(), to: touchpad.view) { $0.scale }
        touchpad.add(RotationGestureRecognizer(), to: touchpad.view) { $0.rotation }
        touchpad.make(TouchpadGesture(.pinch, .began, fingers: 2), 10)
        for t in [20.0, 30] {
            touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 1.5, rotation: 0.51), t)
        }
        touchpad.make(TouchpadGesture(.pinch, .ended, fingers: 2), 40)
        #expect(
            touchpad.log == ["20 Rotation began 0.5", "30 Rotation changed 1.01", "40 Rotation ended 1.01"])
        #expect(touchpad.dispatcher.isIdle)
    }

    @Test(arguments: [false, true])
    func `a recognizer that is removed during a touchpad's gesture receives no more of it`(hasBegun: Bool) {
        let takeAway: [(Touchpad, GestureRecognizer) -> Void] = [
            { $0.view.removeGestureRecognizer($1) }, { touchpad, _ in touchpad.view.removeFromSuperview() },
            { _, recognizer in
                recognizer.isEnabled = false
                recognizer.isEnabled = true
            },
        ]
        for deed in takeAway {
            let touchpad = Touchpad()
            let pinch = PinchGestureRecognizer()
            touchpad.add(pinch, to: touchpad.view) { $0.scale }
            touchpad.make(TouchpadGesture(.pinch, .began, fingers: 2), 10)
            if hasBegun { touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 2), 20) }
            deed(touchpad, pinch)
            touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 3), 30)
            #expect(touchpad.log == (hasBegun ? ["20 Pinch began 2.0", "20 Pinch cancelled 2.0"] : []))
            #expect(pinch.state == .possible && touchpad.dispatcher.isIdle)
        }
    }

    @Test func `a touchpad's gesture that comes without the end of the one before cancels that`() {
        let touchpad = Touchpad()
        touchpad.add(PinchGestureRecognizer(), to: touchpad.view) { $0.scale }
        touchpad.make(TouchpadGesture(.pinch, .began, fingers: 2), 10)
        touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 2), 20)
        touchpad.make(TouchpadGesture(.swipe, .began, fingers: 3), 30)
        #expect(touchpad.log == ["20 Pinch began 2.0", "30 Pinch cancelled 2.0"])
        #expect(touchpad.dispatcher.isIdle)
    }

    @Test func `a touchpad gesture without a pointer over a window is dropped`() {
        let touchpad = Touchpad()
        touchpad.add(PinchGestureRecognizer(), to: touchpad.view) { $0.scale }
        touchpad.make(TouchpadGesture(.pinch, .changed, fingers: 2, scale: 3), 10)
        touchpad.make(TouchpadGesture(.pinch, .ended, fingers: 2), 20)
        touchpad.make(TouchpadGesture(.hold, .began, fingers: 2), 30)
        touchpad.make(TouchpadGesture(.hold, .ended, fingers: 2), 40)
        #expect(touchpad.log.isEmpty)
    }

    @Test func `a perform that asks for itself again and again leaves time for events`() {
        let touchpad = Touchpad()
        // The last one waits for ever.
        unowned let view = touchpad.view
        var runs = 0
        func again() {
            runs += 1
            view.perform(after: .zero) { again() }
        }
        view.perform(after: .zero) { again() }
        for t in [10.0, 20, 30] { touchpad.dispatcher.advance(to: EventTime(milliseconds: t)) }
        #expect(runs == 3)
    }
}
