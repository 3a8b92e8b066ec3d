import Testing

@testable import TouchKit

/// In an action `numberOfTouches` and `location(ofTouch:in:)` tell of the touches that made the gesture, also where
/// its fingers are up, and no index stops the program.
@Suite struct GestureTouchesTests {
    private let screen = TestScreen()

    private func say(_ recognizer: GestureRecognizer) -> String {
        let places = (0..<recognizer.numberOfTouches).map { plain(recognizer.location(ofTouch: $0, in: nil)) }
        return "\(recognizer.numberOfTouches) \(places.joined(separator: " "))"
    }

    @Test func `a single tap that waited has the location of its own down`() {
        let single = screen.add(TapGestureRecognizer(), "single", to: screen.window, saying: say)
        single.require(toFail: screen.tap("double", on: screen.window, taps: 2))
        screen.down(at: (10, 20), 0)
        screen.move(to: (12, 20), 20)
        screen.up(50)
        screen.wait(until: 1000)
        #expect(screen.log(of: "single") == ["350 single ended 1 10,20"])
    }

    @Test func `a double tap has the location of its first tap`() {
        screen.add(TapGestureRecognizer(), "double", to: screen.window, saying: say).numberOfTapsRequired = 2
        screen.tap(at: (10, 20), from: 0, to: 50)
        screen.tap(at: (14, 20), from: 100, to: 150)
        #expect(screen.log(of: "double") == ["150 double ended 1 10,20"])
    }

    @Test func `a tap of two fingers has the locations of both, in the order of their downs`() {
        screen.add(TapGestureRecognizer(), "pair", to: screen.window, saying: say).numberOfTouchesRequired = 2
        screen.down(4, at: (10, 20), 0)
        screen.down(3, at: (80, 20), 10)
        screen.up(4, 40)
        screen.up(3, 50)
        #expect(screen.log(of: "pair") == ["50 pair ended 2 10,20 80,20"])
    }

    @Test func `a swipe has the locations of its fingers at the moment of recognition`() {
        screen.add(SwipeGestureRecognizer(), "swipe", to: screen.window, saying: say)
        screen.down(at: (10, 20), 0)
        screen.move(to: (110, 20), 50)
        screen.move(to: (150, 20), 60)
        screen.up(70)
        #expect(screen.log(of: "swipe") == ["50 swipe ended 1 110,20"])
    }

    @Test func `a discrete gesture of a subclass has the locations of its touches`() {
        let probe = Probe(.ended, .ended)
        screen.add(probe, "probe", to: screen.window, saying: say)
        probe.isSilent = true
        screen.down(at: (10, 20), 0)
        screen.move(to: (30, 20), 10)
        screen.up(20)
        #expect(screen.log(of: "probe") == ["20 probe ended 1 30,20"])
    }

    @Test func `a continuous gesture has the locations of the touches that are down, and none at its end`() {
        screen.add(PanGestureRecognizer(), "pan", to: screen.window, saying: say)
        screen.down(0, at: (10, 20), 0)
        screen.move(0, to: (50, 20), 10)
        screen.down(1, at: (90, 20), 20)
        screen.move(1, to: (91, 20), 30)
        screen.up(0, 40)
        screen.up(1, 50)
        #expect(
            screen.log(of: "pan") == [
                "10 pan began 1 50,20", "30 pan changed 2 50,20 91,20", "50 pan ended 0 ",
            ])
    }

    @Test func `a recognizer that begins again has the locations of its new touches`() {
        let tap = screen.tap("tap", on: screen.window)
        screen.tap(at: (10, 20), from: 0, to: 50)
        #expect(tap.numberOfTouches == 0)
        screen.down(at: (90, 20), 1000)
        #expect(tap.numberOfTouches == 1 && tap.location(ofTouch: 0, in: nil) == Point(x: 90, y: 20))
    }

    @Test(arguments: [-1, 1, 2, Int.max, Int.min])
    func `an index without a touch gives the location of the gesture`(_ index: Int) {
        let view = screen.view("a", 5, 5, 200, 200)
        screen.add(TapGestureRecognizer(), "tap", to: view) { tap in
            "\(plain(tap.location(ofTouch: index, in: view))) \(plain(tap.location(ofTouch: index, in: nil)))"
        }
        screen.tap(at: (10, 20), from: 0, to: 50)
        #expect(screen.log(of: "tap") == ["50 tap ended 5,15 10,20"])
    }
}
