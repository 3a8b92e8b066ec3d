import Testing

@testable import TouchKit

/// Taps of any number of taps, fingers and buttons.
@Suite struct TapTests {
    private let screen = TestScreen()
    private let a: TestView
    private var reasons = Reasons()

    init() {
        a = screen.view("a")
        reasons.watch(screen)
    }

    @Test func `one tap, one finger and the primary button by default`() {
        let tap = TapGestureRecognizer()
        #expect(tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1 && tap.buttonMaskRequired == .primary)
        let settings = GestureSettings()
        #expect(settings.multiTapInterval == .milliseconds(300) && settings.multiTapDistance == 45)
        #expect(settings.tapAllowableMovement == 20 && settings.tapMaximumDuration == .milliseconds(750))
        #expect(settings.multiTapMinimumInterval == .zero)
    }

    @Test func `its place is that of the first tap, the centroid where it has several fingers`() {
        screen.add(TapGestureRecognizer(), "double", to: a) { plain($0.location(in: nil)) }.numberOfTapsRequired = 2
        screen.add(TapGestureRecognizer(), "pair", to: a) { [a] in plain($0.location(in: a)) }.numberOfTouchesRequired =
            2
        a.frame = Rect(x: 10, y: 10, width: 100, height: 100)
        screen.tap(at: (20, 20), from: 0, to: 50)
        screen.tap(at: (40, 30), from: 100, to: 150)
        screen.down(0, at: (20, 20), 1000)
        screen.down(1, at: (40, 60), 1000)
        screen.up(0, 1050)
        screen.up(1, 1060)
        #expect(
            screen.log(of: "double", "pair").filter { $0.contains("ended") } == [
                "150 double ended 20,20", "1060 pair ended 20,30",
            ])
    }

    @Test func `a tap may last as long as the maximum, no longer`() {
        screen.tap("tap", on: a)
        screen.tap(at: (10, 10), from: 0, to: 750)
        screen.tap(at: (10, 10), from: 1000, to: 1751)
        #expect(screen.log(of: "tap") == ["750 tap ended", "1750 tap failed heldTooLong"])
        #expect(reasons.all == [.heldTooLong(measured: .milliseconds(750), allowed: .milliseconds(750))])
    }

    @Test func `a tap may stray as far as the limit, no farther`() {
        screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (30, 10), 10)
        screen.up(20)
        screen.down(at: (10, 10), 1000)
        screen.move(to: (30.5, 10), 1010)
        screen.move(to: (10, 10), 1020)
        screen.up(1030)
        #expect(screen.log(of: "tap") == ["20 tap ended", "1010 tap failed movedTooFar"])
        #expect(reasons.all == [.movedTooFar(measured: 20.5, allowed: 20)])
    }

    @Test func `a stray sample counts though the frame's last one is back again`() {
        screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        screen.together {
            screen.move(to: (60, 10), 10)
            screen.move(to: (10, 10), 20)
        }
        screen.up(30)
        #expect(screen.log(of: "tap") == ["20 tap failed movedTooFar"])
    }

    @Test func `a recognizer has numbers of its own, or those of its dispatcher, or none`() {
        screen.dispatcher.settings.tapAllowableMovement = nil
        let wide = screen.tap("wide", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (90, 10), 10)
        screen.up(20)
        wide.customSettings = GestureSettings()
        screen.down(at: (10, 10), 1000)
        screen.move(to: (90, 10), 1010)
        screen.up(1020)
        #expect(screen.log(of: "wide") == ["20 wide ended", "1010 wide failed movedTooFar"])
    }

    @Test func `an attempt goes by the numbers that there were when it began`() {
        let tap = screen.tap("tap", on: a)
        screen.down(at: (10, 10), 0)
        screen.dispatcher.settings.tapAllowableMovement = 5
        #expect(tap.settings.tapAllowableMovement == 20)
        screen.move(to: (20, 10), 10)
        screen.up(20)
        #expect(tap.settings.tapAllowableMovement == 5)
        screen.down(at: (10, 10), 1000)
        screen.move(to: (20, 10), 1010)
        screen.up(1020)
        #expect(screen.log(of: "tap") == ["20 tap ended", "1010 tap failed movedTooFar"])
    }

    @Test func `of the multi-tap interval the end is within it`() {
        screen.tap("double", on: a, taps: 2)
        for (t, gap) in [(0.0, 300.0), (2000, 300.001)] {
            screen.tap(at: (10, 10), from: t, to: t + 50)
            screen.tap(at: (10, 10), from: t + 50 + gap, to: t + 400)
        }
        screen.wait(until: 4000)
        #expect(
            screen.log(of: "double") == [
                "400 double ended", "2350 double failed nextTapTooLate", "2700 double failed nextTapTooLate",
            ])
        #expect(reasons.all.first == .nextTapTooLate(measured: .milliseconds(300), allowed: .milliseconds(300)))
    }

    @Test func `a down too soon makes the double fail and is a tap of its own: two singles`() {
        screen.dispatcher.settings.multiTapMinimumInterval = .milliseconds(40)
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.tap(at: (10, 10), from: 80, to: 120)
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "single", "double") == [
                "80 double failed nextTapTooSoon", "80 single ended", "420 double failed nextTapTooLate",
                "420 single ended",
            ])
        #expect(reasons.all.first == .nextTapTooSoon(measured: .milliseconds(30), needed: .milliseconds(40)))
    }

    @Test func `a down too far makes the double fail and starts afresh`() {
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.tap(at: (60, 10), from: 100, to: 150)
        screen.tap(at: (60, 10), from: 200, to: 250)
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "single", "double") == [
                "100 double failed nextTapTooFar", "100 single ended", "250 single failed requiredRecognized",
                "250 double ended",
            ])
        #expect(reasons.all.first == .nextTapTooFar(measured: 50, allowed: 45))
    }

    @Test func `another device's down ends the wait and starts afresh`() {
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.click(at: (10, 10), from: 100, to: 150)
        screen.press(250)
        screen.release(280)
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "single", "double") == [
                "100 double failed nextTapFromOtherDevice", "100 single ended",
                "280 single failed requiredRecognized", "280 double ended",
            ])
    }

    @Test func `with an extra finger beside the second tap the double fails and the single is released`() {
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        screen.tap(at: (10, 10), from: 0, to: 50)
        screen.down(0, at: (10, 10), 100)
        screen.down(1, at: (30, 10), 120)
        screen.up(0, 150)
        screen.tap(0, at: (10, 10), from: 160, to: 170)
        screen.up(1, 180)
        screen.tap(at: (10, 10), from: 1000, to: 1050)
        screen.wait(until: 2000)
        #expect(
            screen.log(of: "single", "double") == [
                "120 double failed tooManyTouches", "120 single ended", "1350 double failed nextTapTooLate",
                "1350 single ended",
            ], "nothing starts afresh until all fingers are up")
        #expect(reasons.all.first == .tooManyTouches(measured: 2, allowed: 1))
    }

    @Test func `distance is from the first down to the nearest of the previous tap, not of the first tap`() {
        screen.tap("triple", on: screen.window, taps: 3)
        for (index, x) in [10.0, 50, 90].enumerated() {
            screen.tap(at: (x, 10), from: Double(index) * 100, to: Double(index) * 100 + 50)
        }
        screen.tap("pairs", on: screen.window, taps: 2, touches: 2)
        for (t, start) in [(1000.0, 100.0), (1200, 180)] {
            screen.down(0, at: (start, 100), t)
            screen.down(1, at: (start + 60, 100), t)
            screen.up(0, t + 50)
            screen.up(1, t + 60)
        }
        #expect(
            screen.log(of: "triple", "pairs").filter { $0.hasSuffix("ended") } == [
                "250 triple ended", "1260 pairs ended",
            ])
    }

    @Test func `other buttons concern only taps that ask for them`() {
        screen.tap("left", on: a)
        screen.tap("right", on: a).buttonMaskRequired = .secondary
        screen.click(.secondary, at: (10, 10), from: 0, to: 10)
        screen.click(.primary, at: (10, 10), from: 20, to: 30)
        screen.click(.middle, at: (10, 10), from: 40, to: 50)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(
            screen.log(of: "left", "right").filter { $0.hasSuffix("ended") } == [
                "10 right ended", "30 left ended", "1010 right ended",
            ], "a finger has no buttons, so the most recent one wins")
    }

    @Test func `a button beside another that is held is a touch of its own`() {
        screen.tap("left", on: a)
        screen.tap("right", on: a).buttonMaskRequired = .secondary
        screen.delegate.simultaneous = { _, _ in true }
        for recognizer in a.gestureRecognizers { recognizer.delegate = screen.delegate }
        screen.point(at: (10, 10), 0)
        screen.press(.primary, 10)
        screen.press(.secondary, 20)
        screen.release(.secondary, 30)
        screen.release(.primary, 40)
        #expect(screen.log(of: "left", "right") == ["30 right ended", "40 left ended"])
    }

    @Test func `a tap of two fingers: they are down together and may lift at different moments`() {
        screen.tap("pair", on: a, touches: 2)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (30, 10), 40)
        screen.up(0, 60)
        screen.up(1, 100)
        #expect(screen.log(of: "pair") == ["100 pair ended"])
    }

    @Test func `one finger lifted before the other is down makes it fail, one finger too many too`() {
        screen.tap("pair", on: a, touches: 2)
        screen.tap(0, at: (10, 10), from: 0, to: 50)
        for id in 0..<3 { screen.down(Int32(id), at: (10 + 20 * Double(id), 10), 1000) }
        for id in 0..<3 { screen.up(Int32(id), 1050) }
        #expect(screen.log(of: "pair") == ["50 pair failed tooFewTouches", "1000 pair failed tooManyTouches"])
        #expect(
            reasons.all == [.tooFewTouches(measured: 1, needed: 2), .tooManyTouches(measured: 3, allowed: 2)])
    }

    @Test func `a second finger makes a one-finger tap fail`() {
        screen.tap("tap", on: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (30, 10), 10)
        screen.up(0, 20)
        screen.up(1, 30)
        #expect(screen.log(of: "tap") == ["10 tap failed tooManyTouches"])
    }

    @Test func `three taps are a double and a single, four are two doubles`() {
        screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
        for index in 0..<3 { screen.tap(at: (10, 10), from: Double(index) * 100, to: Double(index) * 100 + 50) }
        screen.wait(until: 2000)
        for index in 0..<4 {
            screen.tap(at: (10, 10), from: 2000 + Double(index) * 100, to: 2050 + Double(index) * 100)
        }
        screen.wait(until: 4000)
        #expect(
            screen.log(of: "single", "double").filter { $0.hasSuffix("ended") } == [
                "150 double ended", "550 single ended", "2150 double ended", "2350 double ended",
            ])
    }

    @Test
    func
        `7-16 a tap whose view redraws under it still counts: taps are counted by the recognizer, not by the view hit`()
    {
        screen.tap("double", on: a, taps: 2)
        let b = screen.view("b", in: a)
        screen.tap(at: (10, 10), from: 0, to: 50)
        b.removeFromSuperview()
        screen.view("c", in: a)
        screen.tap(at: (10, 10), from: 100, to: 150)
        #expect(screen.log(of: "double") == ["150 double ended"])
    }

    @Test func `a stall changes no verdict of a tap`() {
        func play(stalled: Bool) -> [String] {
            let screen = TestScreen()
            let a = screen.view("a")
            screen.tap("single", on: a).require(toFail: screen.tap("double", on: a, taps: 2))
            let hand = {
                screen.tap(at: (10, 10), from: 0, to: 80)
                screen.tap(at: (10, 10), from: 250, to: 330)
                screen.tap(at: (10, 10), from: 800, to: 830)
                screen.tap(at: (10, 10), from: 1130, to: 1150)
                screen.tap(at: (10, 10), from: 1500, to: 1550)
                screen.tap(at: (10, 10), from: 1900, to: 2651)
            }
            if stalled { screen.stalled(hand) } else { hand() }
            screen.wait(until: 4000)
            return screen.log
        }
        #expect(play(stalled: true) == play(stalled: false))
        #expect(
            play(stalled: true).filter { $0.hasSuffix("ended") && !$0.contains("touches") } == [
                "330 double ended", "1150 double ended", "1850 single ended",
            ])
    }
}

/// The reasons of failures, in the order in which they come.
final class Reasons {
    private(set) var all: [FailureReason] = []

    func watch(_ screen: TestScreen) {
        screen.dispatcher.addObserver { [weak self] in
            if $0.to == .failed || $0.to == .cancelled, let reason = $0.reason { self?.all.append(reason) }
        }
    }
}
