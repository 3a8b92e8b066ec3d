import Fuzzing
import Testing

@testable import TouchKit

/// A panel that loses a finger for a moment.
@Suite struct BounceFilterTests {
    fileprivate let screen: TestScreen
    fileprivate let a: TestView

    init() {
        var settings = GestureSettings()
        settings.contactBounceInterval = .milliseconds(40)
        screen = TestScreen(settings)
        a = screen.view("a", 0, 0, 400, 400)
        a.isMultipleTouchEnabled = true
    }

    /// A double tap, and a single one that waits for it to fail.
    fileprivate func addTaps() {
        let single = screen.tap("single", on: a)
        single.require(toFail: screen.tap("double", on: a, taps: 2))
        for tap in a.gestureRecognizers { (tap.cancelsTouchesInView, tap.delaysTouchesEnded) = (false, false) }
    }

    @Test func `by default ups are not held back`() {
        #expect(GestureSettings().contactBounceInterval == .zero)
        screen.dispatcher.settings.contactBounceInterval = .zero
        screen.tap(at: (10, 10), from: 0, to: 40)
        #expect(screen.log == ["0 a touchesBegan 0", "40 a touchesEnded 0"])
        #expect(!screen.dispatcher.isHoldingInput && screen.isAtRest)
    }

    @Test func `a bounced tap is one tap, for recognizers and touch methods`() {
        addTaps()
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.tap(at: (10, 10), from: 55, to: 95)
        screen.wait(until: 1000)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "95 a touchesEnded 0", "395 double failed nextTapTooLate", "395 single ended",
            ])
        #expect(screen.isAtRest && screen.dispatcher.isIdle)
    }

    @Test func `a double tap of which both taps bounce is one double tap`() {
        addTaps()
        for start in [0.0, 200] {
            screen.tap(at: (10, 10), from: start, to: start + 30)
            screen.tap(at: (11, 10), from: start + 45, to: start + 60)
            screen.tap(at: (10, 11), from: start + 70, to: start + 90)
        }
        screen.wait(until: 1000)
        #expect(screen.log(of: "single", "double") == ["290 single failed requiredRecognized", "290 double ended"])
    }

    @Test func `a drag goes on where the finger bounces`() {
        screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        screen.down(at: (10, 10), 0)
        screen.move(to: (60, 10), 50)
        screen.up(60)
        screen.down(at: (70, 10), 80)
        screen.move(to: (90, 10), 90)
        screen.up(100)
        screen.wait(until: 200)
        #expect(
            screen.log(of: "pan") == [
                "50 pan began 40,0", "80 pan changed 50,0", "90 pan changed 70,0", "100 pan ended 70,0",
            ])
    }

    @Test func `one of two fingers bounces while the other moves`() {
        screen.add(PinchGestureRecognizer(), "pinch", to: a) { "\(plain($0.scale)) \($0.numberOfTouches)" }
        screen.together {
            screen.down(0, at: (100, 100), 0)
            screen.down(1, at: (200, 100), 0)
        }
        screen.move(1, to: (220, 100), 20)
        screen.up(0, 30)
        screen.move(1, to: (230, 100), 40)
        screen.down(0, at: (95, 100), 45)
        screen.move(1, to: (240, 100), 50)
        screen.up(0, 60)
        screen.up(1, 60)
        screen.wait(until: 200)
        let lines = screen.log(of: "pinch")
        // The moves at 40 and 45 leave the filter together.
        #expect(lines.map { $0.split(separator: " ")[0] } == ["20", "45", "50", "60"])
        #expect(lines.last?.contains("ended") == true && lines.dropLast().allSatisfy { $0.hasSuffix(" 2") })
    }

    @Test func `both fingers of a tap may bounce`() {
        screen.tap("pair", on: a, touches: 2)
        for start in [0.0, 60] {
            screen.together {
                screen.down(0, at: (100, 100), start)
                screen.down(1, at: (200, 100), start)
            }
            screen.together {
                screen.up(0, start + 40)
                screen.up(1, start + 40)
            }
        }
        screen.wait(until: 200)
        #expect(screen.log(of: "pair") == ["100 pair ended"])
    }

    @Test func `a finger that comes down with another id goes on with the same touch`() {
        var touched: Set<Touch> = []
        a.onTouch = { _, touches, _ in touched.formUnion(touches) }
        screen.down(4, at: (10, 10), 0)
        screen.up(4, 40)
        screen.down(5, at: (12, 10), 50)
        // The id of the touch is free again as far as the device is concerned.
        screen.down(4, at: (200, 200), 60)
        screen.move(5, to: (14, 10), 70)
        screen.up(5, 80)
        screen.up(4, 90)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 4", "50 a touchesMoved 4", "60 a touchesBegan 5", "70 a touchesMoved 4",
                "80 a touchesEnded 4", "90 a touchesEnded 5",
            ])
        #expect(touched.count == 2)
    }

    @Test(arguments: [(40.0, true), (40.001, false)])
    func `a down at exactly the interval joins, a later one does not`(pause: Double, joins: Bool) {
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.tap(at: (10, 10), from: 40 + pause, to: 120)
        screen.wait(until: 1000)
        let bounced = ["0 a touchesBegan 0", "120 a touchesEnded 0"]
        let apart = [
            "0 a touchesBegan 0", "40 a touchesEnded 0", "\(plain(40 + pause)) a touchesBegan 0",
            "120 a touchesEnded 0",
        ]
        #expect(screen.log == (joins ? bounced : apart))
    }

    @Test(arguments: [(20.0, true), (20.5, false)])
    func `a down as far as a tap may stray joins, a farther one does not`(distance: Double, joins: Bool) {
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.tap(at: (10 + distance, 10), from: 50, to: 90)
        screen.wait(until: 1000)
        #expect(screen.log(of: "a").count { $0.contains("touchesBegan") } == (joins ? 1 : 2))
        #expect(screen.log.last == "90 a touchesEnded 0")
    }

    @Test func `a finger on another touchscreen or in another window does not join`() {
        let other = screen.addWindow("other")
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.hand = 1
        screen.tap(at: (10, 10), from: 50, to: 60)
        screen.hand = 0
        screen.down(0, at: Point(x: 10, y: 10), in: other, 70)
        screen.up(80)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "40 a touchesEnded 0", "50 a touchesBegan 0", "60 a touchesEnded 0",
                "70 other touchesBegan 0", "80 other touchesEnded 0",
            ])
    }

    @Test func `an up that is no bounce ends its touch at its own time, however late it is let out`() {
        let press = screen.press("press", on: a)
        press.cancelsTouchesInView = false
        screen.down(at: (10, 10), 0)
        screen.up(490)
        screen.wait(until: 529)
        #expect(screen.dispatcher.nextDeadline == EventTime(milliseconds: 530))
        #expect(screen.log == ["0 a touchesBegan 0"])
        screen.wait(until: 530)
        #expect(screen.log == ["0 a touchesBegan 0", "490 press failed liftedTooSoon", "490 a touchesEnded 0"])
    }

    @Test func `a press goes on over a bounce, and is recognized at its time`() {
        screen.press("press", on: a)
        screen.down(at: (10, 10), 0)
        screen.up(490)
        screen.wait(until: 505)
        screen.down(at: (10, 10), 510)
        screen.wait(until: 520)
        screen.up(600)
        screen.wait(until: 1000)
        #expect(screen.log(of: "press") == ["500 press began", "600 press ended"])
    }

    @Test func `what other devices do waits its turn`() {
        let pan = screen.add(PanGestureRecognizer(), "scroll", to: a)
        pan.allowedScrollTypesMask = .all
        screen.point(at: (300, 300), 0)
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.scroll(0, 30, 45)
        screen.press(50)
        var keys = PressAssembler(device: InputDevice(seat: 0, generation: 9))
        screen.dispatcher.addPressesObserver { [unowned screen] _, _ in screen.note("key") }
        for event in keys.press(1, Key(name: "q", characters: "q"), at: EventTime(milliseconds: 55)) {
            screen.dispatcher.deliver(event, in: screen.window)
        }
        screen.wait(until: 59)
        #expect(screen.log == ["0 a touchesBegan 0"])
        screen.tap(at: (10, 10), from: 60, to: 65)
        screen.release(70)
        screen.wait(until: 104)
        #expect(screen.dispatcher.isHoldingInput)
        screen.wait(until: 105)
        #expect(!screen.dispatcher.isHoldingInput)
        #expect(
            screen.log.filter { !$0.contains("scroll") } == [
                "0 a touchesBegan 0", "50 a touchesBegan 1", "55 key", "65 a touchesEnded 0", "70 a touchesEnded 1",
            ])
    }

    @Test func `a cancel while an up is held ends the wait, and the finger that was lifted was lifted`() {
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (200, 10), 0)
        screen.up(0, 40)
        screen.cancel(50)
        screen.down(0, at: (10, 10), 60)
        screen.up(0, 70)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "0 a touchesBegan 1", "40 a touchesEnded 0", "50 a touchesCancelled 1",
                "60 a touchesBegan 0", "70 a touchesEnded 0",
            ])
    }

    @Test func `a touchscreen that goes while an up is held takes its other fingers, and no finger joins`() {
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (200, 10), 0)
        screen.up(0, 40)
        screen.lose(50)
        screen.tap(at: (10, 10), from: 60, to: 70)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "0 a touchesBegan 1", "40 a touchesEnded 0", "50 a touchesCancelled 1",
                "60 a touchesBegan 0", "70 a touchesEnded 0",
            ])
    }

    @Test func `the last finger's up stands where the touchscreen goes while it is held`() {
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.lose(50)
        screen.tap(at: (10, 10), from: 60, to: 70)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "40 a touchesEnded 0", "60 a touchesBegan 0", "70 a touchesEnded 0",
            ])
    }

    @Test func `a window that closes while an up is held receives no later touch`() {
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.down(1, at: (300, 300), 50)
        screen.window.cancelTouches()
        screen.up(1, 60)
        screen.wait(until: 200)
        #expect(screen.log == ["0 a touchesBegan 0", "0 a touchesCancelled 0"])
        #expect(screen.isAtRest && screen.dispatcher.isIdle)
    }

    @Test func `a guard that is switched off in mid-touch lets go of what it holds`() {
        screen.tap(at: (10, 10), from: 0, to: 40)
        screen.down(at: (10, 10), 50)
        screen.dispatcher.settings.contactBounceInterval = .zero
        screen.up(90)
        #expect(screen.log == ["0 a touchesBegan 0", "90 a touchesEnded 0"])
        screen.tap(at: (10, 10), from: 100, to: 110)
        #expect(screen.log.count == 4 && !screen.dispatcher.isHoldingInput)
    }

    @Test func `pens and buttons are not held back`() {
        screen.click(at: (10, 10), from: 0, to: 40)
        #expect(screen.log == ["0 a touchesBegan 1", "40 a touchesEnded 1"])
    }

    @Test func `a bounce in every contact changes only the moment of delivery`() {
        FuzzRun(events: 20_000, share: 0.1).forEachSeed { seed in
            let contacts = BouncingHand.contacts(Dice(seed: seed))
            let plain = BouncingHand(contacts).log(bounces: false, waits: false)
            let isRight = [false, true].allSatisfy { BouncingHand(contacts).log(bounces: true, waits: $0) == plain }
            #expect(isRight, "seed \(seed): \(contacts)")
            return isRight ? contacts.count * 12 : nil
        }
    }
}

/// A hand that taps and presses on a screen that guards against bounces.
private final class BouncingHand {
    typealias Contact = (from: Double, to: Double, place: (Double, Double))

    private let contacts: [Contact]
    private let test = BounceFilterTests()

    init(_ contacts: [Contact]) {
        self.contacts = contacts
        test.addTaps()
        test.screen.press("press", on: test.a)
    }

    /// Contacts that lie at and near the limits of what is a tap, a double tap and a press.
    static func contacts(_ dice: Dice) -> [Contact] {
        var (dice, t) = (dice, 0.0)
        return (0..<6).map { _ in
            let start = t + dice.pick([50.0, 100, 200, 299, 300, 301, 341, 500])
            t = start + dice.pick([60.0, 120, 490, 500, 740, 760])
            return (start, t, dice.pick([(10.0, 10.0), (30, 10), (200, 200)]))
        }
    }

    /// What comes of the contacts.
    ///
    /// - Parameters:
    ///   - bounces: Whether the screen loses each finger twice.
    ///   - waits: Whether the program wakes every few milliseconds.
    func log(bounces: Bool, waits: Bool) -> [String] {
        for contact in contacts {
            act(at: contact.from, waits) { test.screen.down(at: contact.place, $0) }
            for loss in bounces ? [contact.from + 10, contact.to - 25] : [] {
                act(at: loss, waits) { test.screen.up($0) }
                act(at: loss + 20, waits) { test.screen.down(at: contact.place, $0) }
            }
            act(at: contact.to, waits) { test.screen.up($0) }
        }
        test.screen.wait(until: contacts[contacts.count - 1].to + 1000)
        return test.screen.log
    }

    private var time = 0.0

    private func act(at t: Double, _ waits: Bool, _ act: (Double) -> Void) {
        if waits { for step in stride(from: time, to: t, by: 7) { test.screen.wait(until: step) } }
        act(t)
        time = t
    }
}
