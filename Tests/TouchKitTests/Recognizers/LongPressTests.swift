import Testing

@testable import TouchKit

/// Long presses.
@Suite struct LongPressTests {
    private let screen = TestScreen()
    private let a: TestView
    private let press: LongPressGestureRecognizer
    private var reasons = Reasons()

    init() {
        a = screen.view("a", 0, 0, 400, 400)
        press = screen.add(LongPressGestureRecognizer(), "press", to: a) {
            "\($0.numberOfTouches) \(plain($0.location(in: nil)))"
        }
        reasons.watch(screen)
    }

    @Test func `half a second, 10 points, no taps and one finger by default`() {
        #expect(press.minimumPressDuration == .milliseconds(500) && press.allowableMovement == 10)
        #expect(press.numberOfTapsRequired == 0 && press.numberOfTouchesRequired == 1)
    }

    @Test func `it begins when the finger was held so long, changes as it moves, and ends when it lifts`() {
        screen.down(at: (10, 10), 0)
        screen.wait(until: 700)
        screen.move(to: (300, 10), 800)
        screen.up(900)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "500 press began 1 10,10", "500 a touchesCancelled 0",
                "800 press changed 1 300,10", "900 press ended 0 300,10",
            ])
    }

    @Test func `the event that decides late has its own time: the press begins before a later move`() {
        screen.down(at: (10, 10), 0)
        screen.stalled {
            screen.move(to: (100, 10), 600)
            screen.up(700)
        }
        #expect(
            screen.log(of: "press") == [
                "500 press began 1 10,10", "600 press changed 1 100,10", "700 press ended 0 100,10",
            ])
    }

    @Test func `a press whose numbers are changed while a finger is down goes on as it began`() {
        let press = screen.press("changed", on: screen.view("b", 200))
        screen.down(at: (210, 10), 0)
        press.numberOfTapsRequired = 1
        screen.up(100)
        screen.wait(until: 1000)
        #expect(screen.log(of: "changed") == ["100 changed failed liftedTooSoon"])
        #expect(screen.isAtRest)
    }

    @Test func `a lift at exactly the duration is no press`() {
        screen.tap(at: (10, 10), from: 0, to: 500)
        screen.wait(until: 1000)
        #expect(screen.log(of: "press") == ["500 press failed liftedTooSoon"])
        #expect(reasons.all == [.liftedTooSoon(measured: .milliseconds(500), needed: .milliseconds(500))])
    }

    @Test func `a move too far at exactly the duration is no press`() {
        screen.down(at: (10, 10), 0)
        screen.move(to: (100, 10), 500)
        screen.wait(until: 600)
        #expect(screen.log(of: "press") == ["500 press failed movedTooFar"])
    }

    @Test func `it may stray 10 points before it begins, no more, and as far as it likes afterwards`() {
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 100)
        screen.wait(until: 500)
        screen.move(to: (390, 390), 600)
        screen.up(700)
        screen.down(at: (10, 10), 1000)
        screen.move(to: (20.5, 10), 1100)
        screen.up(1700)
        #expect(
            screen.log(of: "press") == [
                "500 press began 1 20,10", "600 press changed 1 390,390", "700 press ended 0 390,390",
                "1100 press failed movedTooFar",
            ])
        #expect(reasons.all == [.movedTooFar(measured: 10.5, allowed: 10)])
    }

    @Test func `movement is measured in the window, so a view that moves under the finger does no harm`() {
        screen.down(at: (10, 10), 0)
        a.frame.origin = Point(x: -200, y: -200)
        screen.move(to: (12, 10), 100)
        screen.wait(until: 500)
        #expect(screen.log(of: "press") == ["500 press began 1 12,10"])
    }

    @Test func `taps before the press`() {
        press.numberOfTapsRequired = 1
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.down(at: (10, 10), 200)
        screen.wait(until: 700)
        screen.up(800)
        screen.down(at: (10, 10), 2000)
        screen.wait(until: 3000)
        screen.up(3000)
        #expect(
            screen.log(of: "press") == [
                "700 press began 1 10,10", "800 press ended 0 10,10", "2750 press failed heldTooLong",
            ])
    }

    @Test func `a press too late after its taps fails`() {
        press.numberOfTapsRequired = 1
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 1000)
        #expect(screen.log(of: "press") == ["380 press failed nextTapTooLate"])
    }

    @Test func `with several fingers each is held to the limit, and any that lifts ends it`() {
        press.numberOfTouchesRequired = 2
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (50, 10), 100)
        screen.wait(until: 600)
        screen.up(1, 700)
        screen.up(0, 800)
        screen.down(0, at: (10, 10), 2000)
        screen.down(1, at: (50, 10), 2000)
        screen.move(1, to: (61, 10), 2100)
        screen.up(0, 2700)
        screen.up(1, 2700)
        #expect(
            screen.log(of: "press") == [
                "600 press began 2 30,10", "700 press ended 1 10,10", "2100 press failed movedTooFar",
            ], "counted from when the last finger is down")
    }

    @Test func `a finger too many before it begins makes it fail, afterwards it is no part of it`() {
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (50, 10), 100)
        screen.up(1, 200)
        screen.up(0, 1000)
        screen.down(0, at: (10, 10), 2000)
        screen.wait(until: 2500)
        screen.down(1, at: (50, 10), 2600)
        screen.move(1, to: (60, 10), 2650)
        screen.up(1, 2700)
        screen.up(0, 2800)
        #expect(
            screen.log(of: "press") == [
                "100 press failed tooManyTouches", "2500 press began 1 10,10", "2800 press ended 0 10,10",
            ])
    }

    @Test func `a finger that lifts early makes it fail`() {
        press.numberOfTouchesRequired = 2
        screen.tap(at: (10, 10), from: 0, to: 100)
        screen.down(0, at: (10, 10), 1000)
        screen.down(1, at: (50, 10), 1000)
        screen.up(1, 1100)
        screen.up(0, 2000)
        #expect(screen.log(of: "press") == ["100 press failed tooFewTouches", "1100 press failed liftedTooSoon"])
    }
}
