import Testing
import TouchKit

/// A check mark: down to the right, then up to the right, farther than down, with one finger. Written with what the
/// library offers to everybody.
private final class CheckMarkGestureRecognizer: GestureRecognizer {
    /// How far each stroke goes at the least, in points.
    var minimumStroke = 20.0

    private enum Stroke {
        case none
        case down(from: Point)
        case up(from: Point, lowest: Point)
    }

    private var stroke = Stroke.none

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        guard numberOfTouches == 1, let touch = touches.first else {
            return fail(.tooManyTouches(measured: numberOfTouches, allowed: 1))
        }
        stroke = .down(from: touch.location(in: view))
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let touch = touches.first else { return }
        let place = touch.location(in: view)
        let last = touch.previousLocation(in: view)
        if place.x < last.x { return fail(.wrongDirection) }
        switch stroke {
        case .none: break
        case .down(let start) where place.y < last.y:
            if last.y - start.y < minimumStroke {
                return fail(.tooShort(measured: last.y - start.y, needed: minimumStroke))
            }
            stroke = .up(from: start, lowest: last)
        case .up where place.y > last.y: fail(.other("a third stroke"))
        case .down, .up: break
        }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        guard case .up(let start, let lowest) = stroke, let touch = touches.first else {
            return fail(.other("one stroke only"))
        }
        let rise = lowest.y - touch.location(in: view).y
        if rise < lowest.y - start.y {
            fail(.tooShort(measured: rise, needed: lowest.y - start.y))
        } else {
            state = .recognized
        }
    }

    override func reset() {
        super.reset()
        stroke = .none
    }
}

/// A recognizer of one's own needs nothing but the public library.
@Suite struct CheckMarkTests {
    /// What comes of the finger's way through some places, 10 ms apart.
    private func draw(_ places: [(Double, Double)], beside: GestureRecognizer? = nil) -> [String] {
        let dispatcher = TouchDispatcher()
        let window = Window(size: Size(width: 400, height: 400), dispatcher: dispatcher)
        var log: [String] = []
        let check = CheckMarkGestureRecognizer { check in
            log.append("\(Int(dispatcher.now.milliseconds)) check at \(Int(check.location(in: nil).x))")
        }
        window.addGestureRecognizer(check)
        if let beside { window.addGestureRecognizer(beside) }
        dispatcher.addObserver {
            if let reason = $0.reason { log.append("\(Int($0.time.milliseconds)) \(reason.name)") }
        }
        var finger = FrameAssembler(device: InputDevice(seat: 0, generation: 1))
        for (index, place) in places.enumerated() {
            let time = EventTime(milliseconds: Double(index) * 10)
            let point = Point(x: place.0, y: place.1)
            if index == 0 {
                _ = finger.down(0, at: point, in: window, time: time)
            } else {
                finger.motion(0, to: point, time: time)
            }
            for frame in finger.frame() { dispatcher.deliver(frame) }
        }
        for frame in finger.up(0, time: EventTime(milliseconds: Double(places.count) * 10)) {
            dispatcher.deliver(frame)
        }
        return log
    }

    @Test func `a check mark is recognized when the finger lifts`() {
        #expect(draw([(100, 100), (110, 120), (120, 140), (140, 110), (170, 60)]) == ["50 check at 170"])
    }

    @Test func `a stroke that is not a check mark has a failure reason`() {
        #expect(draw([(100, 100), (110, 110), (120, 100)]) == ["20 tooShort"])
        #expect(draw([(100, 100), (110, 140), (100, 130)]) == ["20 wrongDirection"])
        #expect(draw([(100, 100), (110, 140), (120, 130)]) == ["30 tooShort"])
        #expect(draw([(100, 100), (110, 140)]) == ["20 one stroke only"])
        #expect(draw([(100, 100), (110, 140), (120, 90), (130, 95)]) == ["30 a third stroke"])
    }

    @Test func `it competes with those of the library, and they can be made to wait for it`() {
        let way = [(100.0, 100.0), (110, 120), (120, 140), (140, 110), (170, 60)]
        #expect(draw(way, beside: PanGestureRecognizer()) == ["10 prevented"])
        let patient = Patient()
        #expect(draw(way, beside: patient) == ["50 requiredRecognized", "50 check at 170"])
    }
}

/// A pan that lets check marks go first.
private final class Patient: PanGestureRecognizer {
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { other is CheckMarkGestureRecognizer }
}
