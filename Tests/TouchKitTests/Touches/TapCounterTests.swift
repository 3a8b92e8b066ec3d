import Testing

@testable import TouchKit

/// `Touch.tapCount`: which touches count on from an earlier tap.
@Suite struct TapCounterTests {
    private let screen = TestScreen()
    private let a: TestView

    init() {
        a = screen.view("a")
        a.record.saying = { "\($0.tapCount)" }
    }

    /// The counts at began and at ended.
    private var counts: [Int] { screen.log.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } } }

    @Test func `a touch soon after and near a tap counts on, at began and at ended alike`() {
        for t in stride(from: 0.0, to: 900, by: 300) { screen.tap(at: (10, 10), from: t, to: t + 80) }
        #expect(
            screen.log == [
                "0 a touchesBegan 0 1", "80 a touchesEnded 0 1", "300 a touchesBegan 0 2", "380 a touchesEnded 0 2",
                "600 a touchesBegan 0 3", "680 a touchesEnded 0 3",
            ])
    }

    @Test func `the interval is from lift to down; exactly at it is within it`() {
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 380, to: 400)
        screen.tap(at: (10, 10), from: 700.001, to: 710)
        #expect(counts == [1, 1, 2, 2, 1, 1])
    }

    @Test func `a tap counts on at the multi-tap distance from where the last one came down, no farther`() {
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (55, 10), from: 200, to: 280)
        screen.tap(at: (10, 10), from: 400, to: 480)
        screen.tap(at: (55.5, 10), from: 600, to: 680)
        #expect(counts == [1, 1, 2, 2, 3, 3, 1, 1])
    }

    @Test func `a tap too far breaks the sequence of its view: an older one near by is not continued`() {
        for (t, x) in [(0.0, 10.0), (60, 80), (120, 10)] { screen.tap(at: (x, 10), from: t, to: t + 20) }
        #expect(counts == [1, 1, 1, 1, 1, 1])
    }

    @Test func `the next tap may hit another view of the window`() {
        let b = screen.view("b", 100)
        b.record.saying = { "\($0.tapCount)" }
        screen.tap(at: (90, 10), from: 0, to: 80)
        screen.tap(at: (110, 10), from: 200, to: 280)
        #expect(
            screen.log == [
                "0 a touchesBegan 0 1", "80 a touchesEnded 0 1", "200 b touchesBegan 0 2", "280 b touchesEnded 0 2",
            ])
    }

    @Test func `a tap in another window counts for itself`() {
        let other = TestWindow(size: Size(width: 100, height: 100), dispatcher: screen.dispatcher)
        var count = 0
        screen.tap(at: (10, 10), from: 0, to: 80)
        var finger = FrameAssembler(device: InputDevice(seat: 0, generation: 1))
        let start = EventTime(milliseconds: 100)
        _ = finger.down(0, at: Point(x: 10, y: 10), in: other, time: start)
        let frames = finger.frame()
        for frame in frames { screen.dispatcher.deliver(frame) }
        count = screen.dispatcher.touches.first?.tapCount ?? 0
        #expect(count == 1)
    }

    @Test func `two fingers that are down together do not count each other, and count on together`() {
        a.isMultipleTouchEnabled = true
        for t in [0.0, 200] {
            screen.together {
                screen.down(0, at: (10, 10), t)
                screen.down(1, at: (40, 10), t)
            }
            screen.together {
                screen.up(0, t + 80)
                screen.up(1, t + 80)
            }
        }
        #expect(
            screen.log == [
                "0 a touchesBegan 0,1 1 1", "80 a touchesEnded 0,1 1 1", "200 a touchesBegan 0,1 2 2",
                "280 a touchesEnded 0,1 2 2",
            ])
    }

    @Test func `the count drops to 0 when the finger moves too far to be a tap and stays there`() {
        screen.down(at: (10, 10), 0)
        screen.move(to: (30, 10), 10)
        screen.move(to: (30.5, 10), 20)
        screen.move(to: (10, 10), 30)
        screen.up(40)
        screen.tap(at: (10, 10), from: 50, to: 60)
        #expect(counts == [1, 1, 0, 0, 0, 1, 1])
    }

    @Test func `a touch that was held too long for a tap is not counted by the next`() {
        screen.tap(at: (10, 10), from: 0, to: 750)
        screen.tap(at: (10, 10), from: 800, to: 1551)
        screen.tap(at: (10, 10), from: 1600, to: 1700)
        #expect(counts == [1, 1, 2, 2, 1, 1])
    }

    @Test func `a cancelled touch is no tap`() {
        screen.down(at: (10, 10), 0)
        screen.cancel(10)
        screen.tap(at: (10, 10), from: 50, to: 60)
        #expect(counts == [1, 1, 1, 1])
    }

    @Test func `when one of two fingers' taps was continued, what comes after that does not go on from the other`() {
        a.isMultipleTouchEnabled = true
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (40, 40), 0)
        screen.up(0, 10)
        screen.up(1, 20)
        screen.tap(at: (5, 5), from: 100, to: 110)
        screen.tap(at: (60, 5), from: 200, to: 210)
        #expect(counts.suffix(4) == [2, 2, 1, 1])
    }

    @Test func `another device begins afresh`() {
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.click(at: (10, 10), from: 100, to: 150)
        screen.tap(at: (10, 10), from: 200, to: 250)
        screen.click(at: (10, 10), from: 300, to: 350)
        screen.click(at: (10, 10), from: 400, to: 450)
        #expect(counts == [1, 1, 1, 1, 1, 1, 1, 1, 2, 2])
    }

    @Test func `a down sooner than the minimum interval is a first tap`() {
        screen.dispatcher.settings.multiTapMinimumInterval = .milliseconds(40)
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.tap(at: (10, 10), from: 89, to: 100)
        screen.tap(at: (10, 10), from: 140, to: 150)
        #expect(counts == [1, 1, 1, 1, 2, 2])
    }

    @Test func `no limits where the settings have none`() {
        screen.dispatcher.settings.multiTapInterval = nil
        screen.dispatcher.settings.multiTapDistance = nil
        screen.dispatcher.settings.tapAllowableMovement = nil
        screen.dispatcher.settings.tapMaximumDuration = nil
        screen.down(at: (5, 5), 0)
        screen.move(to: (95, 95), 5000)
        screen.up(9000)
        screen.tap(at: (95, 95), from: 60_000, to: 60_001)
        #expect(counts == [1, 1, 1, 2, 2])
    }

    @Test func `the tap count does not depend on the time of reading`() {
        screen.stalled {
            screen.tap(at: (10, 10), from: 0, to: 80)
            screen.tap(at: (10, 10), from: 250, to: 300)
            screen.tap(at: (10, 10), from: 700, to: 720)
        }
        #expect(counts == [1, 1, 2, 2, 1, 1])
    }

    @Test func `fingers that come down one after the other while others are down count together`() {
        a.isMultipleTouchEnabled = true
        for t in [0.0, 200] {
            screen.down(0, at: (10, 10), t)
            screen.down(1, at: (40, 10), t + 10)
            screen.up(0, t + 80)
            screen.up(1, t + 90)
        }
        #expect(counts == [1, 1, 1, 1, 2, 2, 2, 2])
    }
}
