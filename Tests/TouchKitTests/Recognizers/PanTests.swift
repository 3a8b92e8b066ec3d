import Testing

@testable import TouchKit

/// Pans of fingers and of a mouse.
@Suite struct PanTests {
    private let screen = TestScreen()
    private let a: TestView
    private let pan: PanGestureRecognizer
    private var reasons = Reasons()

    init() {
        a = screen.view("a", 0, 0, 400, 400)
        pan = screen.add(PanGestureRecognizer(), "pan", to: a) {
            "\(plain($0.translation(in: nil))) \($0.numberOfTouches)"
        }
        reasons.watch(screen)
    }

    @Test func `one finger at the least, any number at the most, and no scrolling by default`() {
        #expect(pan.minimumNumberOfTouches == 1 && pan.maximumNumberOfTouches == .max)
        #expect(pan.allowedScrollTypesMask.isEmpty && GestureSettings().panSlop == 10)
    }

    @Test func `it begins beyond the slop, which is no part of the translation, and ends with the last finger`() {
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 10)
        screen.move(to: (23, 14), 20)
        screen.move(to: (33, 14), 30)
        screen.up(40)
        let share = 1 - 10 / (13.0 * 13 + 4 * 4).squareRoot()
        #expect(
            screen.log(of: "pan") == [
                "20 pan began \(plain(13 * share)),\(plain(4 * share)) 1",
                "30 pan changed \(plain(13 * share + 10)),\(plain(4 * share)) 1",
                "40 pan ended \(plain(13 * share + 10)),\(plain(4 * share)) 0",
            ])
    }

    @Test func `a finger that does not go that far makes it fail`() {
        screen.down(at: (10, 10), 0)
        screen.move(to: (16, 18), 10)
        screen.up(20)
        #expect(reasons.all == [.tooShort(measured: 10, needed: 10)])
    }

    @Test func `the translation can be set, and goes on from there`() {
        pan.addAction { if $0.state == .changed { $0.setTranslation(.zero, in: nil) } }
        screen.down(at: (10, 10), 0)
        screen.move(to: (30, 10), 10)
        screen.move(to: (35, 10), 20)
        screen.move(to: (42, 11), 30)
        #expect(screen.log(of: "pan") == ["10 pan began 10,0 1", "20 pan changed 15,0 1", "30 pan changed 7,1 1"])
    }

    @Test func `velocity is in points a second over the last 100 ms, and zero after a rest`() {
        screen.down(at: (10, 10), 0)
        for step in 1...10 { screen.move(to: (10 + 5 * Double(step), 10), Double(step) * 10) }
        #expect(abs(pan.velocity(in: nil).x - 500) < 1e-9 && pan.velocity(in: nil).y == 0)
        screen.wait(until: 150)
        #expect(pan.velocity(in: nil).x > 0)
        screen.wait(until: 300)
        #expect(pan.velocity(in: nil) == .zero)
    }

    @Test func `velocity is by event time, so a batch that is read late has the same`() {
        var velocities: [[Double]] = []
        for stalled in [false, true] {
            let screen = TestScreen()
            let a = screen.view("a", 0, 0, 400, 400)
            var seen: [Double] = []
            screen.pan("pan", on: a).addAction { seen.append($0.velocity(in: nil).x) }
            let hand = {
                screen.down(at: (10, 10), 0)
                for step in 1...10 { screen.move(to: (10 + 5 * Double(step), 10), Double(step) * 10) }
            }
            if stalled { screen.stalled(hand) } else { hand() }
            velocities.append(seen)
        }
        // A late program is told once of the moves that it reads together.
        #expect(velocities.map(\.first) == [velocities[0][0], velocities[0][0]])
        #expect(velocities.map(\.last) == [500, 500] && velocities[1].count == 2)
    }

    @Test func `location is the centroid of the present fingers; joining and lifting make no jump`() {
        pan.addAction { [unowned screen] in screen.note("at \(plain($0.location(in: nil)))") }
        screen.down(0, at: (100, 100), 0)
        screen.move(0, to: (120, 100), 10)
        screen.down(1, at: (220, 100), 20)
        screen.move(1, to: (230, 100), 30)
        screen.up(0, 40)
        screen.move(1, to: (240, 100), 50)
        screen.up(1, 60)
        #expect(
            screen.log(of: "pan", "at") == [
                "10 pan began 10,0 1", "10 at 120,100", "30 pan changed 15,0 2", "30 at 175,100",
                "50 pan changed 25,0 1", "50 at 240,100", "60 pan ended 25,0 0", "60 at 240,100",
            ])
    }

    @Test func `slop adds up over joins and lifts, counted while enough fingers are down`() {
        pan.minimumNumberOfTouches = 2
        screen.down(0, at: (100, 100), 0)
        screen.move(0, to: (180, 100), 10)
        screen.down(1, at: (200, 100), 20)
        screen.together {
            screen.move(0, to: (186, 100), 30)
            screen.move(1, to: (206, 100), 30)
        }
        screen.up(1, 40)
        screen.move(0, to: (250, 100), 50)
        screen.down(1, at: (200, 100), 60)
        screen.together {
            screen.move(0, to: (256, 100), 70)
            screen.move(1, to: (206, 100), 70)
        }
        screen.up(0, 80)
        screen.move(1, to: (226, 100), 90)
        screen.up(1, 100)
        #expect(
            screen.log(of: "pan") == [
                "70 pan began 2,0 2", "90 pan changed 22,0 1", "100 pan ended 22,0 0",
            ])
    }

    @Test func `a finger too many before it begins makes it fail, afterwards it is ignored`() {
        pan.maximumNumberOfTouches = 1
        a.isMultipleTouchEnabled = true
        screen.down(0, at: (100, 100), 0)
        screen.down(1, at: (200, 100), 10)
        screen.up(0, 20)
        screen.up(1, 30)
        screen.down(0, at: (100, 100), 1000)
        screen.move(0, to: (120, 100), 1010)
        screen.down(1, at: (200, 100), 1020)
        screen.move(1, to: (300, 100), 1030)
        screen.up(0, 1040)
        screen.up(1, 1050)
        #expect(
            screen.log(of: "pan") == [
                "10 pan failed tooManyTouches", "1010 pan began 10,0 1", "1040 pan ended 10,0 0",
            ])
        #expect(reasons.all == [.tooManyTouches(measured: 2, allowed: 1)])
        #expect(
            screen.log(of: "a").suffix(3) == [
                "1020 a touchesBegan 1", "1030 a touchesMoved 1", "1050 a touchesEnded 1",
            ],
            "G-26: it stays with its view")
    }

    @Test func `a place that is no number is no place`() {
        pan.allowedScrollTypesMask = .all
        screen.down(at: (10, 10), 0)
        for (t, bad) in [(5.0, Double.nan), (15, .infinity), (25, -.infinity)] {
            screen.move(to: (bad, 10), t)
            screen.move(to: (20 + t, 10), t + 5)
            screen.down(1, at: (10, bad), t + 6)
            screen.up(1, t + 7)
        }
        screen.up(40)
        screen.point(at: (10, 10), 100)
        screen.scroll(.nan, 0, 110)
        #expect(
            screen.log(of: "pan") == [
                "10 pan began 5,0 1", "20 pan changed 15,0 1", "30 pan changed 25,0 1", "40 pan ended 25,0 0",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `too few fingers make it fail when they lift`() {
        pan.minimumNumberOfTouches = 2
        screen.down(0, at: (100, 100), 0)
        screen.move(0, to: (200, 100), 10)
        screen.up(0, 20)
        #expect(reasons.all == [.tooFewTouches(measured: 1, needed: 2)])
    }

    @Test func `a pan of a mouse is by its primary button`() {
        screen.point(at: (10, 10), 0)
        screen.press(.secondary, 10)
        screen.pointer(to: (100, 10), 20)
        screen.release(.secondary, 30)
        screen.press(.primary, 40)
        screen.pointer(to: (150, 10), 50)
        screen.release(.primary, 60)
        #expect(screen.log(of: "pan") == ["50 pan began 40,0 1", "60 pan ended 40,0 0"])
    }
}

@Suite struct VelocityTrackerTests {
    @Test func `the velocity without samples is zero`() {
        var tracker = VelocityTracker()
        #expect(tracker.velocity(at: EventTime(milliseconds: 5)) == .zero)
        tracker.add(Point(x: 9, y: 9), at: EventTime(milliseconds: 0))
        #expect(tracker.velocity(at: EventTime(milliseconds: 0)) == .zero)
    }

    @Test func `of several places at one time the last counts, and no speed is infinite`() {
        var tracker = VelocityTracker()
        for x in 0..<9 { tracker.add(Point(x: Double(x), y: 0), at: EventTime(milliseconds: 10)) }
        #expect(tracker.velocity(at: EventTime(milliseconds: 10)).isFinite)
        tracker.add(Point(x: 10, y: 0), at: EventTime(milliseconds: 20))
        #expect(tracker.velocity(at: EventTime(milliseconds: 20)) == Point(x: 200, y: 0))
    }

    @Test func `what lay still and then moves has moved since it lay still`() {
        var tracker = VelocityTracker()
        tracker.add(.zero, at: EventTime(milliseconds: 0))
        tracker.add(Point(x: 0, y: 20), at: EventTime(milliseconds: 1000))
        #expect(tracker.velocity(at: EventTime(milliseconds: 1000)) == Point(x: 0, y: 200))
        tracker.reset()
        #expect(tracker.velocity(at: EventTime(milliseconds: 1000)) == .zero)
    }
}
