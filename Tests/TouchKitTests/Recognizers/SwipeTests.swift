import Testing

@testable import TouchKit

/// Swipes.
@Suite struct SwipeTests {
    private let screen = TestScreen()
    private let a: TestView
    private let swipe: SwipeGestureRecognizer
    private var reasons = Reasons()

    init() {
        a = screen.view("a", 0, 0, 400, 400)
        swipe = screen.add(SwipeGestureRecognizer(), "swipe", to: a) { plain($0.location(in: nil)) }
        reasons.watch(screen)
    }

    private func stroke(by way: (Double, Double), in t: Double = 100) {
        screen.down(at: (200, 200), 0)
        screen.move(to: (200 + way.0, 200 + way.1), t)
    }

    @Test func `to the right with one finger by default`() {
        #expect(swipe.direction == .right && swipe.numberOfTouchesRequired == 1)
    }

    @Test(arguments: [(1, 60.0, 5.0), (2, -60, 5), (4, 5, -60), (8, 5, 60)])
    func `each direction is recognized, and no other`(direction: Int, x: Double, y: Double) {
        swipe.direction = SwipeGestureRecognizer.Direction(rawValue: UInt8(direction))
        stroke(by: (x, y))
        #expect(screen.log(of: "swipe") == ["100 swipe ended 200,200"])
        let opposite = TestScreen()
        opposite.add(SwipeGestureRecognizer(), "swipe", to: opposite.window).direction = swipe.direction
        opposite.down(at: (200, 200), 0)
        opposite.move(to: (200 - x, 200 - y), 100)
        #expect(opposite.log(of: "swipe") == ["100 swipe failed wrongDirection"])
    }

    @Test func `a mask of directions takes any of them`() {
        swipe.direction = [.left, .up]
        stroke(by: (-60, 0))
        screen.up(110)
        screen.down(at: (200, 200), 1000)
        screen.move(to: (200, 140), 1100)
        #expect(screen.log(of: "swipe") == ["100 swipe ended 200,200", "1100 swipe ended 200,200"])
    }

    @Test func `it fires during the move, at the minimum distance`() {
        stroke(by: (49.9, 0))
        #expect(screen.log(of: "swipe").isEmpty)
        screen.move(to: (250, 200), 110)
        #expect(screen.log(of: "swipe") == ["110 swipe ended 200,200"])
    }

    @Test func `as much across as along is the wrong direction`() {
        stroke(by: (60, 60))
        #expect(reasons.all == [.wrongDirection])
    }

    @Test func `running out of time fails it; exactly at the end is in time`() {
        stroke(by: (60, 0), in: 500)
        screen.up(510)
        screen.down(at: (200, 200), 1000)
        screen.wait(until: 1500)
        screen.move(to: (260, 200), 1501)
        screen.up(1600)
        #expect(screen.log(of: "swipe") == ["500 swipe ended 200,200", "1500 swipe failed heldTooLong"])
        #expect(reasons.all == [.heldTooLong(measured: .milliseconds(500), allowed: .milliseconds(500))])
    }

    @Test func `where a speed is asked for, a stroke that is never fast enough fails when it is lifted`() {
        screen.dispatcher.settings.swipeMinimumVelocity = 300
        screen.down(at: (200, 200), 0)
        screen.move(to: (240, 200), 100)
        screen.move(to: (250, 200), 200)
        #expect(reasons.all.isEmpty)
        screen.up(210)
        #expect(reasons.all == [.tooSlow(measured: 100, needed: 300)])
    }

    @Test func `where a speed is asked for, a stroke that is never fast enough fails when time runs out`() {
        screen.dispatcher.settings.swipeMinimumVelocity = 300
        screen.down(at: (200, 200), 0)
        screen.move(to: (240, 200), 100)
        screen.move(to: (250, 200), 200)
        screen.wait(until: 600)
        #expect(reasons.all == [.tooSlow(measured: 100, needed: 300)])
    }

    @Test(arguments: [60.0, 80, 150, 400])
    func `a stroke that starts slowly is recognized once it is fast enough`(_ slow: Double) {
        screen.dispatcher.settings.swipeMinimumVelocity = 300
        screen.down(at: (20, 200), 0)
        for t in stride(from: 20, through: slow * 5, by: 20) where t < 480 {
            screen.move(to: (20 + t / 5, 200), t)
        }
        let start = min(slow * 5, 460)
        screen.move(to: (20 + start / 5 + 40, 200), start + 20)
        screen.up(start + 30)
        #expect(screen.log(of: "swipe").map { $0.hasPrefix("\(plain(start + 20)) swipe ended") } == [true])
    }

    @Test func `a lift before the distance fails it`() {
        stroke(by: (30, 40))
        screen.up(110)
        #expect(reasons.all == [.tooShort(measured: 50, needed: 50)])
    }

    @Test func `a swipe of two fingers; one more fails it, one less too`() {
        swipe.numberOfTouchesRequired = 2
        screen.down(0, at: (100, 200), 0)
        screen.down(1, at: (100, 260), 0)
        screen.together {
            screen.move(0, to: (160, 200), 100)
            screen.move(1, to: (160, 260), 100)
        }
        screen.up(0, 110)
        screen.up(1, 110)
        screen.tap(0, at: (100, 200), from: 1000, to: 1100)
        for id in 0..<3 { screen.down(Int32(id), at: (100, 200 + Double(id) * 30), 2000) }
        #expect(
            screen.log(of: "swipe") == [
                "100 swipe ended 100,230", "1100 swipe failed tooFewTouches", "2000 swipe failed tooManyTouches",
            ])
    }
}
