import Testing

@testable import TouchKit

/// Pinches and rotations of two fingers.
@Suite struct PinchRotationTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a", 0, 0, 400, 400) }

    private func pinch() -> PinchGestureRecognizer {
        screen.add(PinchGestureRecognizer(), "pinch", to: a) { "\(plain($0.scale)) \($0.numberOfTouches)" }
    }

    private func rotation() -> RotationGestureRecognizer {
        screen.add(RotationGestureRecognizer(), "rotation", to: a) { "\(plain($0.rotation * 180 / .pi))°" }
    }

    /// Two fingers on a circle about the middle.
    private func hold(_ degrees: Double, radius: Double = 100, _ t: Double, isFirst: Bool = false) {
        let (c, s) = (cosine(degrees), cosine(degrees - 90))
        let places = [(200 + radius * c, 200 + radius * s), (200 - radius * c, 200 - radius * s)]
        screen.together {
            for (id, place) in places.enumerated() {
                if isFirst { screen.down(Int32(id), at: place, t) } else { screen.move(Int32(id), to: place, t) }
            }
        }
    }

    @Test func `scale is 1 at the start, the ratio of distances, without the slop`() {
        let pinch = pinch()
        #expect(pinch.scale == 1)
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (192, 100), 0)
        screen.move(1, to: (200, 100), 10)
        #expect(screen.log(of: "pinch").isEmpty, "the slop's end is within it")
        screen.move(1, to: (250, 100), 20)
        screen.move(1, to: (300, 100), 30)
        screen.up(0, 40)
        screen.up(1, 50)
        #expect(
            screen.log(of: "pinch") == ["20 pinch began 1.5 2", "30 pinch changed 2 2", "50 pinch ended 2 0"])
        #expect(pinch.scale == 1, "after the reset")
    }

    @Test func `nearing fingers make it smaller`() {
        _ = pinch()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (208, 100), 0)
        screen.move(1, to: (150, 100), 10)
        #expect(screen.log(of: "pinch") == ["10 pinch began 0.5 2"])
    }

    @Test func `scale can be set and goes on from there, and velocity is per second`() {
        let pinch = pinch()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (192, 100), 0)
        screen.move(1, to: (250, 100), 10)
        pinch.scale = 1
        screen.move(1, to: (400, 100), 20)
        #expect(screen.log(of: "pinch") == ["10 pinch began 1.5 2", "20 pinch changed 2 2"])
        #expect(pinch.velocity > 0 && pinch.velocity.isFinite)
        screen.wait(until: 500)
        #expect(pinch.velocity == 0)
    }

    @Test func `fingers on one point make no infinite scale and no NaN`() {
        _ = pinch()
        _ = rotation()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (100, 100), 0)
        for (t, place) in [
            (10.0, (150.0, 100.0)), (20, (100, 100)), (30, (100, 150)), (40, (100, 100)), (50, (50, 50)),
        ] {
            screen.move(1, to: place, t)
        }
        for recognizer in a.gestureRecognizers {
            if let pinch = recognizer as? PinchGestureRecognizer {
                #expect(pinch.scale.isFinite && pinch.scale > 0 && pinch.velocity.isFinite)
            }
            if let rotation = recognizer as? RotationGestureRecognizer {
                #expect(rotation.rotation.isFinite && rotation.velocity.isFinite)
            }
        }
        #expect(!screen.log.contains { $0.contains("nan") || $0.contains("inf") })
    }

    @Test(arguments: [(1.0, 300.0), (300, 1)])
    func `fingers that join and leave for ever make no infinite scale and none of zero`(
        from: Double, to: Double
    ) {
        let pinch = pinch()
        screen.down(0, at: (0, 10), 0)
        for round in 1...400 {
            let t = Double(round * 100)
            screen.down(1, at: (from, 10), t)
            screen.move(1, to: (to, 10), t + 10)
            #expect(pinch.scale.isNormal && pinch.scale > 0 && pinch.velocity.isFinite)
            screen.up(1, t + 20)
        }
        #expect(pinch.state == .changed)
    }

    @Test(arguments: [1e300, .nan, .infinity])
    func `a place that no screen has is passed over`(odd: Double) {
        let pinch = pinch()
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (60, 10), 0)
        screen.move(1, to: (odd, 10), 10)
        screen.move(1, to: (odd, odd), 20)
        #expect(pinch.state == .possible && pinch.location(in: nil) == Point(x: 35, y: 10))
        screen.move(1, to: (110, 10), 30)
        #expect(screen.log(of: "pinch") == ["30 pinch began 1.724 2"])
    }

    @Test func `a third finger is ignored, and they end when both are up`() {
        _ = pinch()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (192, 100), 0)
        screen.down(2, at: (300, 300), 5)
        screen.move(2, to: (10, 10), 7)
        screen.move(1, to: (250, 100), 10)
        screen.up(1, 20)
        screen.move(0, to: (150, 100), 30)
        screen.up(2, 40)
        screen.up(0, 50)
        #expect(
            screen.log(of: "pinch") == ["10 pinch began 1.5 2", "30 pinch changed 1.5 1", "50 pinch ended 1.5 0"])
    }

    @Test func `a finger that comes instead of a lifted one goes on from where the pinch was`() {
        _ = pinch()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (192, 100), 0)
        screen.move(1, to: (250, 100), 10)
        screen.up(1, 20)
        screen.down(1, at: (150, 100), 30)
        screen.move(1, to: (200, 100), 40)
        screen.up(0, 50)
        screen.up(1, 60)
        #expect(
            screen.log(of: "pinch") == ["10 pinch began 1.5 2", "40 pinch changed 3 2", "60 pinch ended 3 0"])
    }

    @Test func `two fingers that do not pinch make it fail when they are up`() {
        _ = pinch()
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (192, 100), 0)
        screen.up(1, 20)
        screen.up(0, 50)
        #expect(screen.log(of: "pinch") == ["50 pinch failed touchesEnded"])
    }

    @Test func `rotation is clockwise, in radians, without the slop`() {
        let rotation = rotation()
        hold(0, 0, isFirst: true)
        hold(9.9, 10)
        #expect(screen.log(of: "rotation").isEmpty)
        hold(30, 20)
        hold(75, 30)
        hold(45, 40)
        #expect(
            screen.log(of: "rotation")
                == [
                    "20 rotation began 20.0°", "30 rotation changed 65.0°", "40 rotation changed 35.0°",
                ].map { $0.replacing(".0°", with: "°") })
        #expect(rotation.velocity.isFinite)
        screen.up(0, 50)
        screen.up(1, 60)
        #expect(screen.log(of: "rotation").last == "60 rotation ended 35°" && rotation.rotation == 0)
    }

    @Test func `full turns add up, either way round`() {
        _ = rotation()
        hold(0, 0, isFirst: true)
        for step in 1...18 { hold(Double(step) * 45, Double(step) * 10) }
        #expect(screen.log(of: "rotation").last == "180 rotation changed 800°")
        for step in 1...36 { hold(810 - Double(step) * 45, 180 + Double(step) * 10) }
        #expect(screen.log(of: "rotation").last == "540 rotation changed -820°")
    }

    @Test func `rotation can be set and goes on from there`() {
        let rotation = rotation()
        hold(0, 0, isFirst: true)
        hold(-30, 10)
        rotation.rotation = 0
        hold(-40, 20)
        #expect(screen.log(of: "rotation") == ["10 rotation began -20°", "20 rotation changed -10°"])
    }

    @Test func `the line through the fingers alone counts: a pan of both is no rotation and no pinch`() {
        _ = rotation()
        _ = pinch()
        hold(0, 0, isFirst: true)
        screen.together {
            screen.move(0, to: (350, 250), 10)
            screen.move(1, to: (150, 250), 10)
        }
        #expect(screen.log(of: "rotation", "pinch").isEmpty)
    }
}

/// The cosine of an angle in degrees, by halving it until its series is short.
func cosine(_ degrees: Double) -> Double {
    let x = degrees.remainder(dividingBy: 360) * .pi / 180 / 16
    var c = 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720 + x * x * x * x * x * x * x * x / 40320
    for _ in 0..<4 { c = 2 * c * c - 1 }
    return c
}
