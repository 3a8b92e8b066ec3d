import Testing

@testable import TouchKit

/// How the events of a touchscreen become frames, in well-formed and in broken sequences.
@Suite final class FrameAssemblerTests {
    private let window = Window(size: Size(width: 800, height: 600), dispatcher: TouchDispatcher())
    private var fingers = FrameAssembler(device: InputDevice(seat: 1, generation: 1))

    private func at(_ t: Double) -> EventTime { EventTime(milliseconds: t) }

    private func down(_ id: Int32, _ t: Double) -> [String] { down(id, 100, t) }
    private func down(_ id: Int32, _ x: Double, _ t: Double) -> [String] {
        lines(fingers.down(id, at: Point(x: x, y: 100), in: window, time: at(t)))
    }
    private func move(_ id: Int32, _ x: Double, _ t: Double) {
        fingers.motion(id, to: Point(x: x, y: 100), time: at(t))
    }
    private func up(_ id: Int32, _ t: Double) -> [String] { lines(fingers.up(id, time: at(t))) }
    private func frame() -> [String] { lines(fingers.frame()) }
    private func cancel(_ t: Double) -> [String] { lines(fingers.cancel(time: at(t))) }

    /// "time: id change, …".
    private func lines(_ frames: CompletedFrames) -> [String] {
        frames.map { frame in
            let samples = frame.samples.map { sample in
                switch sample.change {
                case .began(_, let place): "\(sample.key.id) began \(plain(place.x))"
                case .moved(let place): "\(sample.key.id) moved \(plain(place.x))"
                case .ended: "\(sample.key.id) ended"
                case .cancelled(let reason): "\(sample.key.id) \(reason.name)"
                }
            }
            return "\(milliseconds(frame.time)): \(samples.joined(separator: ", "))"
        }
    }

    @Test func `a frame closes on frame, and holds everything since the last one`() {
        #expect(down(0, 0).isEmpty && down(1, 200, 1).isEmpty)
        #expect(frame() == ["1: 0 began 100, 1 began 200"])
        move(0, 110, 10)
        move(1, 210, 12)
        move(0, 120, 14)
        #expect(frame() == ["14: 0 moved 110, 1 moved 210, 0 moved 120"])
        #expect(frame().isEmpty)
    }

    @Test func `the last up closes the frame, for one finger and for two`() {
        _ = down(0, 0)
        _ = frame()
        #expect(up(0, 60) == ["60: 0 ended"] && frame().isEmpty)
        _ = down(0, 100) + down(1, 100) + frame()
        #expect(up(0, 150).isEmpty)
        #expect(frame() == ["150: 0 ended"])
        #expect(up(1, 160) == ["160: 1 ended"])
    }

    @Test func `down and up with no frame at all are one frame`() {
        _ = down(0, 0)
        #expect(up(0, 60) == ["60: 0 began 100, 0 ended"])
    }

    @Test func `empty frames are ignored, and frames are not merged`() {
        #expect(frame().isEmpty && frame().isEmpty)
        _ = down(0, 0)
        _ = down(1, 200, 0)
        #expect(!frame().isEmpty && frame().isEmpty)
        move(0, 110, 10)
        move(1, 210, 10)
        #expect(frame() == ["10: 0 moved 110, 1 moved 210"])
        move(1, 220, 20)
        #expect(frame() == ["20: 1 moved 220"])
    }

    @Test func `an id that ends and begins again in one batch is two touches, one after the other`() {
        _ = down(0, 0)
        _ = frame()
        #expect(up(0, 60) == ["60: 0 ended"])
        #expect(down(0, 300, 100).isEmpty)
        #expect(frame() == ["100: 0 began 300"])
        _ = up(0, 110)
        _ = down(0, 200)
        #expect(up(0, 210) == ["210: 0 began 100, 0 ended"])
        _ = down(0, 220)
        #expect(up(0, 230) == ["230: 0 began 100, 0 ended"])
    }

    @Test func `an id that ends and begins again while another finger stays down is two touches too`() {
        _ = down(0, 0)
        _ = down(1, 200, 0)
        _ = frame()
        #expect(up(0, 60).isEmpty)
        #expect(down(0, 300, 70) == ["60: 0 ended"])
        #expect(frame() == ["70: 0 began 300"])
    }

    @Test func `where the up never comes, the touch is lost when its id comes down again`() {
        _ = down(0, 0)
        _ = frame()
        #expect(down(0, 300, 900) == ["900: 0 touchLost"])
        #expect(frame() == ["900: 0 began 300"])
        #expect(up(0, 950) == ["950: 0 ended"])
    }

    @Test func `an id that comes down again at the same place is another touch`() {
        _ = down(0, 0)
        _ = frame()
        #expect(down(0, 900).isEmpty)
        #expect(frame() == ["900: 0 touchLost", "900: 0 began 100"])
        #expect(up(0, 950) == ["950: 0 ended"])
    }

    @Test func `the same holds without frames, and for a down whose own frame is still open`() {
        _ = down(0, 0)
        #expect(down(0, 900).isEmpty)
        #expect(up(0, 950) == ["900: 0 began 100, 0 touchLost", "950: 0 began 100, 0 ended"])
    }

    @Test func `an id that comes down twice more at the same place in one frame is two more touches`() {
        _ = down(0, 0)
        _ = frame()
        _ = down(0, 900)
        move(0, 100, 905)
        _ = down(0, 910)
        #expect(frame() == ["900: 0 touchLost", "910: 0 began 100, 0 moved 100, 0 touchLost", "910: 0 began 100"])
        #expect(up(0, 950) == ["950: 0 ended"])
    }

    @Test func `a finger that moved before its id comes down again there is another touch`() {
        _ = down(0, 0)
        _ = frame()
        move(0, 150, 10)
        _ = down(0, 150, 20)
        move(0, 160, 30)
        #expect(frame() == ["20: 0 moved 150, 0 touchLost", "30: 0 began 150, 0 moved 160"])
    }

    @Test(arguments: [false, true])
    func `a down where the finger rests is the same touch while another finger changes`(isFirst: Bool) {
        _ = down(0, 0)
        _ = frame()
        if isFirst { _ = down(0, 30) }
        _ = down(1, 200, 30)
        if !isFirst { _ = down(0, 30) }
        #expect(frame() == ["30: 1 began 200"])
        if isFirst { _ = down(1, 200, 40) }
        move(0, 110, 40)
        if !isFirst { _ = down(1, 200, 40) }
        #expect(frame() == ["40: 0 moved 110"])
        if isFirst { _ = down(1, 200, 50) }
        _ = up(0, 50)
        if !isFirst { _ = down(1, 200, 50) }
        #expect(frame() == ["50: 0 ended"])
        #expect(up(1, 60) == ["60: 1 ended"])
    }

    @Test func `downs of two resting fingers are new touches where neither changes otherwise`() {
        _ = down(0, 0)
        _ = down(1, 200, 0)
        _ = frame()
        _ = down(0, 100)
        _ = down(1, 200, 100)
        #expect(frame() == ["100: 0 touchLost", "100: 0 began 100, 1 touchLost", "100: 1 began 200"])
    }

    @Test func `a repeated down keeps its touch's later movement and shape`() {
        _ = down(0, 0)
        _ = frame()
        _ = down(0, 30)
        fingers.reshape(0) { $0.majorRadius = 7 }
        move(0, 105, 30)
        _ = down(1, 200, 30)
        let frames = fingers.frame()
        #expect(lines(frames) == ["30: 0 moved 100, 0 moved 105, 1 began 200"])
        #expect(Array(frames).first?.samples.first?.contact?.majorRadius == 7)
    }

    @Test func `a cancel drops a down whose meaning is open, with its frame`() {
        _ = down(0, 0)
        _ = frame()
        _ = down(0, 900)
        #expect(cancel(910) == ["910: 0 cancelledByCompositor"])
        #expect(up(0, 950).isEmpty && frame().isEmpty)
    }

    @Test func `the button of a pointer that is pressed twice is another press, whatever else is pressed`() {
        var mouse = PointerAssembler(device: InputDevice(seat: 1, generation: 2))
        _ = mouse.enter(window, at: Point(x: 5, y: 5), time: at(0))
        var frames = Array(mouse.button(.primary, isPressed: true, time: at(10)))
        frames += mouse.button(.secondary, isPressed: true, time: at(20))
        frames += mouse.button(.primary, isPressed: true, time: at(20))
        frames += mouse.frame()
        let all = frames.flatMap { lines(CompletedFrames($0)) }
        #expect(all == ["20: 1 began 5, 2 began 5, 1 touchLost", "20: 1 began 5"])
    }

    @Test func `a frame that the device has not closed is closed before a later event`() {
        _ = down(0, 0)
        #expect(lines(fingers.close(before: at(0))).isEmpty)
        #expect(lines(fingers.close(before: at(10))) == ["0: 0 began 100"])
        _ = down(1, 200, 10)
        _ = frame()
        // From here on the device has shown that it sends frames, and is trusted to, but for an up.
        move(0, 110, 20)
        #expect(lines(fingers.close(before: at(30))).isEmpty)
        _ = up(0, 30)
        #expect(lines(fingers.close(before: at(30))).isEmpty)
        #expect(lines(fingers.close(before: at(40))) == ["30: 0 moved 110, 0 ended"])
    }

    @Test func `cancel takes all touches away once and drops the open frame`() {
        for id in [0, 1, 2] as [Int32] { _ = down(id, Double(id)) + frame() }
        move(1, 150, 10)
        #expect(cancel(20) == ["20: 0 cancelledByCompositor, 1 cancelledByCompositor, 2 cancelledByCompositor"])
        #expect(cancel(21).isEmpty)
        move(0, 110, 30)
        #expect(up(0, 31).isEmpty && up(1, 31).isEmpty && frame().isEmpty)
        _ = down(0, 40)
        #expect(up(0, 50) == ["50: 0 began 100, 0 ended"])
    }

    @Test func `cancel with no finger down changes nothing, and a down that was in no frame makes no touch`() {
        #expect(cancel(0).isEmpty)
        _ = down(0, 10)
        #expect(cancel(11).isEmpty)
        move(0, 110, 12)
        #expect(up(0, 13).isEmpty && frame().isEmpty)
    }

    @Test func `an up that was in no frame when cancel came is a cancel`() {
        _ = down(0, 0)
        _ = down(1, 200, 0)
        _ = frame()
        #expect(up(0, 10).isEmpty)
        #expect(cancel(11) == ["11: 0 cancelledByCompositor, 1 cancelledByCompositor"])
    }

    @Test func `events of unknown ids change nothing`() {
        move(7, 1, 0)
        #expect(up(7, 0).isEmpty)
        fingers.reshape(7) { $0.majorRadius = 1 }
        #expect(frame().isEmpty)
        _ = down(0, 10)
        #expect(!up(0, 20).isEmpty)
        move(0, 300, 30)
        #expect(frame().isEmpty)
    }

    @Test func `a shape goes with the last change of its finger, alone it is a move to where the finger is`() {
        fingers.reshape(0) { $0.majorRadius = 1 }
        _ = down(0, 0)
        fingers.reshape(0) {
            $0.majorRadius = 12
            $0.minorRadius = 8
        }
        fingers.reshape(0) { $0.orientation = 0.25 }
        let began = fingers.frame()
        #expect(lines(began) == ["0: 0 began 100"], "in one frame it is the down's own shape")
        let contact = Array(began).last?.samples.last?.contact
        #expect(contact?.majorRadius == 12 && contact?.minorRadius == 8 && contact?.orientation == 0.25)
        fingers.reshape(0) { $0.orientation = 0.5 }
        let turned = fingers.frame()
        #expect(lines(turned) == ["0: 0 moved 100"])
        let shape = Array(turned).last?.samples.last?.contact
        #expect(shape?.majorRadius == 12 && shape?.orientation == 0.5)
    }

    @Test func `a shape is no movement: it breaks no tap and moves no pan`() {
        let screen = TestScreen()
        let a = screen.view("a")
        screen.tap("tap", on: a)
        screen.pan("pan", on: a)
        screen.down(at: (10, 10), 0)
        for radius in 1...40 { screen.reshape { $0.majorRadius = Double(radius) } }
        screen.up(80)
        #expect(screen.log(of: "tap", "pan") == ["80 pan failed tooShort", "80 tap ended"])
    }

    @Test func `two seats with the same id: frames, ups and cancels of one leave the other alone`() {
        let screen = TestScreen(width: 800, height: 600)
        screen.tap("right", on: screen.view("b", 500, 0, 200, 600))
        screen.pan("left", on: screen.view("a", 0, 0, 200, 600))
        var one = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
        var two = FrameAssembler(device: InputDevice(seat: 2, generation: 2))
        let deliver = { (frames: CompletedFrames) in for frame in frames { screen.dispatcher.deliver(frame) } }
        deliver(one.down(0, at: Point(x: 100, y: 300), in: screen.window, time: at(0)))
        deliver(two.down(0, at: Point(x: 600, y: 300), in: screen.window, time: at(1)))
        deliver(two.frame())
        #expect(screen.log == ["1 b touchesBegan 0"])
        deliver(two.up(0, time: at(50)))
        deliver(one.frame())
        one.motion(0, to: Point(x: 150, y: 300), time: at(60))
        deliver(one.frame())
        deliver(two.cancel(time: at(70)))
        deliver(one.up(0, time: at(80)))
        #expect(
            screen.log == [
                "1 b touchesBegan 0", "50 right ended", "50 b touchesCancelled 0", "0 a touchesBegan 0",
                "60 left began", "60 a touchesCancelled 0", "80 left ended",
            ])
    }

    @Test func `a device that goes takes its touches with it, and one touch can go alone`() {
        _ = down(0, 0)
        _ = down(1, 200, 0)
        _ = frame()
        move(0, 150, 5)
        #expect(lines(fingers.cancel(0, .windowClosed, time: at(10))) == ["10: 0 windowClosed"])
        #expect(lines(fingers.cancel(.touchLost, time: at(20))) == ["20: 1 touchLost"])
        #expect(lines(fingers.cancel(5, .windowClosed, time: at(30))).isEmpty)
    }

    @Test func `a finger on a surface without a window is dropped with all of its events`() {
        #expect(lines(fingers.down(0, at: .zero, in: nil, time: at(0))).isEmpty)
        move(0, 10, 1)
        #expect(frame().isEmpty && up(0, 2).isEmpty)
        _ = down(0, 10)
        #expect(frame() == ["10: 0 began 100"])
    }

    @Test func `ids are opaque, any number will do`() {
        for id in [Int32.min, -1, Int32.max] { _ = down(id, 0) }
        #expect(frame() == ["0: \(Int32.min) began 100, -1 began 100, \(Int32.max) began 100"])
    }

    @Test func `stamps that step back are clamped`() {
        _ = down(0, 100)
        move(0, 110, 95)
        #expect(frame() == ["100: 0 began 100, 0 moved 110"])
        #expect(up(0, 50) == ["100: 0 ended"])
    }

    @Test func `an id that comes, goes and comes again while another finger is down is two touches`() {
        _ = down(0, 0)
        #expect(frame() == ["0: 0 began 100"])
        #expect(down(1, 200, 10).isEmpty && up(1, 20).isEmpty)
        #expect(down(1, 300, 30) == ["20: 1 began 200, 1 ended"])
        #expect(frame() == ["30: 1 began 300"])
    }

    @Test func `a finger beyond the most that a device can have is dropped, and one that is lifted makes room`() {
        let most = Int32(FrameAssembler.mostContacts)
        for id in 0..<most { _ = down(id, 0) }
        _ = frame()
        _ = down(most, 10)
        move(most, 300, 11)
        #expect(up(most, 12).isEmpty && frame().isEmpty)
        #expect(up(0, 20).isEmpty)
        #expect(frame() == ["20: 0 ended"])
        _ = down(most, 30)
        #expect(frame() == ["30: \(most) began 100"])
    }
}

/// How the events of a pointer become frames.
@Suite struct PointerAssemblerTests {
    private let screen = TestScreen()
    private let a: TestView

    init() {
        a = screen.view("a", 0, 0, 400, 400)
        a.record.saying = { plain($0.location(in: nil)) }
    }

    @Test func `motion and button of one frame are a press at the new place`() {
        screen.point(at: (100, 100), 0)
        screen.together {
            screen.pointer(to: (300, 300), 10)
            screen.press(10)
        }
        #expect(screen.log == ["10 a touchesBegan \(ButtonMask.primary.rawValue) 300,300"])
    }

    @Test func `scrolls of one frame add up, and a scroll of nothing does nothing`() {
        let pan = screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        pan.allowedScrollTypesMask = .all
        screen.point(at: (100, 100), 0)
        screen.scroll(0, 0, 5)
        screen.together { for _ in 0..<4 { screen.scroll(0, 2.5, isDiscrete: true, 10) } }
        #expect(screen.log == ["10 pan began 0,10"])
    }

    @Test func `a stop ends a smooth scroll`() {
        let pan = screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        pan.allowedScrollTypesMask = .continuous
        screen.point(at: (100, 100), 0)
        screen.scroll(0, 2.5, isDiscrete: false, 10)
        screen.scroll(0, 0, isDiscrete: false, isLast: true, 20)
        #expect(screen.log == ["10 pan began 0,2.5", "20 pan ended 0,2.5"])
    }

    @Test func `a stop in one frame with the last scroll ends it too`() {
        let pan = screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        pan.allowedScrollTypesMask = .continuous
        screen.point(at: (100, 100), 0)
        screen.scroll(0, 2, isDiscrete: false, 10)
        screen.together {
            screen.scroll(0, 3, isDiscrete: false, 20)
            screen.scroll(0, 0, isDiscrete: false, isLast: true, 20)
        }
        screen.scroll(0, 1, isDiscrete: false, 500)
        #expect(
            screen.log == [
                "10 pan began 0,2", "20 pan changed 0,5", "20 pan ended 0,5", "500 pan began 0,1",
            ])
    }

    @Test func `a press is cancelled when the pointer leaves, a release without a press is nothing`() {
        screen.tap("tap", on: a)
        screen.point(at: (100, 100), 0)
        screen.press(10)
        screen.pointerAway(20)
        screen.release(30)
        #expect(
            screen.log == [
                "10 a touchesBegan 1 100,100", "20 tap failed cancelledByCompositor", "20 a touchesCancelled 1 100,100",
            ])
    }

    @Test func `a second press without a release loses the first, and clicks once`() {
        screen.tap("tap", on: a)
        screen.point(at: (100, 100), 0)
        screen.press(10)
        screen.press(20)
        screen.release(30)
        #expect(
            screen.log == [
                "10 a touchesBegan 1 100,100", "20 tap failed touchLost", "20 a touchesCancelled 1 100,100",
                "20 a touchesBegan 1 100,100", "30 tap ended", "30 a touchesCancelled 1 100,100",
            ])
    }

    @Test func `left and right interleaved are two sequences`() {
        a.isMultipleTouchEnabled = true
        screen.point(at: (100, 100), 0)
        screen.press(.primary, 10)
        screen.press(.secondary, 20)
        screen.release(.primary, 30)
        screen.release(.secondary, 40)
        #expect(
            screen.log == [
                "10 a touchesBegan 1 100,100", "20 a touchesBegan 2 100,100", "30 a touchesEnded 1 100,100",
                "40 a touchesEnded 2 100,100",
            ])
    }

    @Test func `no motion is needed after enter, and buttons, motions and scrolls without focus are ignored`() {
        screen.pointer(to: (5, 5), 0)
        screen.press(0)
        screen.release(1)
        screen.scroll(0, 5, 2)
        screen.point(at: (100, 100), 10)
        screen.press(20)
        screen.release(30)
        screen.pointerAway(40)
        screen.press(50)
        #expect(screen.log == ["20 a touchesBegan 1 100,100", "30 a touchesEnded 1 100,100"])
    }

    @Test func `the pointer does not keep a window`() {
        var pointer = PointerAssembler(device: InputDevice(seat: 0, generation: 1))
        weak var gone: Window?
        do {
            let window = Window(size: Size(width: 10, height: 10), dispatcher: screen.dispatcher)
            gone = window
            _ = pointer.enter(window, at: .zero, time: EventTime(milliseconds: 0))
            _ = pointer.frame()
            _ = pointer.leave(time: EventTime(milliseconds: 10))
            _ = pointer.frame()
        }
        #expect(gone == nil)
    }
}
