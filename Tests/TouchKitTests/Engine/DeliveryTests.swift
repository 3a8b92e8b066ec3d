import Testing

@testable import TouchKit

// Three parts of UIKit's delivery have no counterpart: controls, scroll views, and the application between the
// dispatcher and a window. A custom recognizer can delay content as a scroll view does, which one test shows.

/// Which recognizers receive a touch, and what its view receives of it.
@Suite struct DeliveryTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    // MARK: Who sees a touch

    @Test func `only the recognizers of the hit view and of its ancestors receive a touch`() {
        let b = screen.view("b", in: a)
        let sibling = screen.view("sibling", 100)
        for (name, view) in [("window", screen.window), ("outer", a), ("inner", b), ("beside", sibling)]
            as [(String, View)]
        {
            screen.add(Probe(), "of-\(name)", to: view)
        }
        screen.down(at: (10, 10), 0)
        #expect(
            screen.log == [
                "0 of-inner sees began 0", "0 of-outer sees began 0", "0 of-window sees began 0", "0 b touchesBegan 0",
            ])
    }

    @Test func `the hit test comes first, and a disabled recognizer is not asked`() {
        let off = screen.add(Probe(), "off", to: a)
        off.delegate = screen.delegate
        off.isEnabled = false
        var asked = 0
        screen.delegate.receivesTouch = { _, _ in
            asked += 1
            return true
        }
        screen.down(at: (10, 10), 0)
        #expect(screen.log == ["0 a touchesBegan 0"] && asked == 0)
    }

    @Test func `a recognizer receives the touches of all views inside its own, whichever view handles them`() {
        let b = screen.view("b", 0, 0, 50, 50, in: a)
        let c = screen.view("c", 50, 0, 50, 50, in: a)
        b.forwards = []
        c.isMultipleTouchEnabled = true
        screen.add(Probe(), "probe", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (60, 10), 10)
        #expect(screen.log(of: "probe") == ["0 probe sees began 0", "10 probe sees began 1"])
    }

    @Test func `the way of an event: window, recognizers, actions, view`() {
        screen.window.lets = { [unowned screen] _ in
            screen.note("window has it")
            return true
        }
        let tap = screen.tap("tap", on: a)
        tap.cancelsTouchesInView = false
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(
            screen.log == [
                "0 window has it", "0 a touchesBegan 0", "10 window has it", "10 tap ended", "10 a touchesEnded 0",
            ])
    }

    @Test func `a recognizer that is added when a touch is down does not join it`() {
        screen.down(at: (10, 10), 0)
        screen.add(Probe(), "late", to: a)
        screen.move(to: (20, 10), 10)
        screen.up(20)
        screen.tap(at: (10, 10), from: 100, to: 110)
        #expect(
            screen.log(of: "late") == [
                "100 late sees began 0", "110 late sees ended 0", "110 late failed touchesEnded", "110 late reset",
            ])
    }

    @Test func `fingers that land later are seen in any state but a terminal one`() {
        let probe = screen.add(Probe(), "probe", to: a)
        probe.on[.began] = { probe, _, _ in if probe.numberOfTouches == 2 { probe.state = .began } }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 10)
        screen.move(1, to: (21, 10), 15)
        screen.down(2, at: (30, 10), 20)
        probe.state = .ended
        screen.down(3, at: (40, 10), 30)
        #expect(
            screen.log(of: "probe") == [
                "0 probe sees began 0", "10 probe sees began 1", "10 probe began", "15 probe sees moved 1",
                "15 probe changed", "20 probe sees began 2", "20 probe ended",
            ])
    }

    @Test func `an ignored touch reaches the recognizer no more and is not cancelled in its view`() {
        a.isMultipleTouchEnabled = true
        let probe = screen.add(Probe(), "probe", to: a)
        probe.on[.began] = { probe, touches, event in
            for touch in touches where touch.id == 1 { probe.ignore(touch, for: event) }
        }
        probe.on[.moved] = { probe, _, _ in probe.state = .ended }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 10)
        screen.move(1, to: (30, 10), 20)
        screen.move(0, to: (30, 10), 30)
        screen.up(1, 40)
        screen.up(0, 50)
        #expect(
            screen.log == [
                "0 probe sees began 0", "0 a touchesBegan 0", "10 probe sees began 1", "10 a touchesBegan 1",
                "20 a touchesMoved 1", "30 probe sees moved 0", "30 probe ended", "30 a touchesCancelled 0",
                "40 a touchesEnded 1", "50 probe reset",
            ])
    }

    @Test func `a running gesture that ignores a new touch leaves it to its view`() {
        a.isMultipleTouchEnabled = true
        let probe = screen.add(Probe(.moved, .began), "probe", to: a)
        probe.on[.began] = { probe, touches, event in
            for touch in touches where touch.id == 1 { probe.ignore(touch, for: event) }
        }
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (30, 10), 10)
        screen.down(1, at: (20, 10), 20)
        screen.up(1, 30)
        #expect(
            screen.log(of: "a") == [
                "0 a touchesBegan 0", "10 a touchesCancelled 0", "20 a touchesBegan 1", "30 a touchesEnded 1",
            ])
    }

    @Test func `a recognizer that ignores all of its touches is at rest, and starts anew with the next`() {
        let probe = screen.add(Probe(), "probe", to: a)
        var ignores = true
        probe.on[.began] = { probe, touches, event in
            if ignores { for touch in touches { probe.ignore(touch, for: event) } }
        }
        screen.down(at: (10, 10), 0)
        screen.up(10)
        #expect(screen.isAtRest)
        ignores = false
        screen.tap(at: (10, 10), from: 100, to: 110)
        #expect(
            screen.log == [
                "0 probe sees began 0", "0 a touchesBegan 0", "0 probe reset", "10 a touchesEnded 0",
                "100 probe sees began 0", "100 a touchesBegan 0", "110 probe sees ended 0",
                "110 probe failed touchesEnded", "110 a touchesEnded 0", "110 probe reset",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `isMultipleTouchEnabled does not filter what recognizers see`() {
        screen.add(Probe(), "probe", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 10)
        #expect(screen.log == ["0 probe sees began 0", "0 a touchesBegan 0", "10 probe sees began 1"])
    }

    // MARK: cancelsTouchesInView, delaysTouchesBegan, delaysTouchesEnded

    struct Row: CustomTestStringConvertible {
        let cancels: Bool
        let delaysBegan: Bool
        let delaysEnded: Bool
        /// Down at 0, moved at 10, up at 20, decided at 100.
        let whileRecognized: [String]
        let whileFailed: [String]
        /// The same, but decided at 15.
        let earlyRecognized: [String]
        let earlyFailed: [String]

        var testDescription: String { "cancels \(cancels), delays \(delaysBegan) \(delaysEnded)" }
    }

    private nonisolated static let live = ["0 a touchesBegan 0", "10 a touchesMoved 0", "20 a touchesEnded 0"]
    private nonisolated static let lateEnd = ["0 a touchesBegan 0", "10 a touchesMoved 0", "100 a touchesEnded 0"]
    private nonisolated static let taken = ["0 a touchesBegan 0", "10 a touchesMoved 0", "15 a touchesCancelled 0"]
    private nonisolated static let late = ["100 a touchesBegan 0", "100 a touchesMoved 0", "100 a touchesEnded 0"]
    private nonisolated static let held = ["15 a touchesBegan 0", "15 a touchesMoved 0", "20 a touchesEnded 0"]

    private nonisolated static let matrix = [
        Row(
            cancels: true, delaysBegan: false, delaysEnded: true,
            whileRecognized: lateEnd.dropLast() + ["100 a touchesCancelled 0"], whileFailed: lateEnd,
            earlyRecognized: taken, earlyFailed: live),
        Row(
            cancels: true, delaysBegan: false, delaysEnded: false, whileRecognized: live, whileFailed: live,
            earlyRecognized: taken, earlyFailed: live),
        Row(
            cancels: false, delaysBegan: false, delaysEnded: true, whileRecognized: lateEnd, whileFailed: lateEnd,
            earlyRecognized: live, earlyFailed: live),
        Row(
            cancels: false, delaysBegan: false, delaysEnded: false, whileRecognized: live, whileFailed: live,
            earlyRecognized: live, earlyFailed: live),
        Row(
            cancels: true, delaysBegan: true, delaysEnded: true, whileRecognized: [], whileFailed: late,
            earlyRecognized: [], earlyFailed: held),
        Row(
            cancels: true, delaysBegan: true, delaysEnded: false, whileRecognized: [], whileFailed: late,
            earlyRecognized: [], earlyFailed: held),
        // The held touch is released as if the recognizer had failed.
        Row(
            cancels: false, delaysBegan: true, delaysEnded: true, whileRecognized: late, whileFailed: late,
            earlyRecognized: held, earlyFailed: held),
        Row(
            cancels: false, delaysBegan: true, delaysEnded: false, whileRecognized: late, whileFailed: late,
            earlyRecognized: held, earlyFailed: held),
    ]

    @Test(arguments: matrix) func `each combination of the three delivery flags gives the view its own calls`(row: Row)
    {
        for (decision, recognizes, expected) in [
            (100.0, true, row.whileRecognized), (100, false, row.whileFailed), (15, true, row.earlyRecognized),
            (15, false, row.earlyFailed),
        ] {
            let screen = TestScreen()
            let a = screen.view("a")
            let probe = screen.add(Probe(), "probe", to: a)
            probe.cancelsTouchesInView = row.cancels
            probe.delaysTouchesBegan = row.delaysBegan
            probe.delaysTouchesEnded = row.delaysEnded
            probe.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: decision) }
            probe.onDeadline = { if recognizes { $0.state = .ended } else { $0.fail(.other("late")) } }
            screen.down(at: (10, 10), 0)
            screen.move(to: (11, 10), 10)
            screen.up(20)
            screen.wait(until: 200)
            #expect(screen.log(of: "a") == expected, "decided at \(decision), recognized: \(recognizes)")
            #expect(screen.isAtRest)
        }
    }

    @Test func `every touch of the gesture is cancelled in its own view, and no view receives more of it`() {
        let b = screen.view("b", 100)
        let pan = screen.pan("pan", on: screen.window)
        pan.minimumNumberOfTouches = 2
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (110, 10), 10)
        screen.together {
            screen.move(0, to: (40, 10), 20)
            screen.move(1, to: (140, 10), 20)
        }
        screen.move(0, to: (50, 10), 30)
        screen.up(0, 40)
        screen.up(1, 50)
        #expect(b.window != nil)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 b touchesBegan 1", "20 pan began", "20 a touchesCancelled 0",
                "20 b touchesCancelled 1", "30 pan changed", "50 pan ended",
            ])
    }

    @Test func `a finger that joins a running gesture never reaches its view`() {
        screen.view("b", 100)
        screen.pan("pan", on: screen.window)
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (40, 10), 10)
        screen.down(1, at: (110, 10), 20)
        screen.up(1, 30)
        screen.up(0, 40)
        #expect(screen.log(of: "a", "b") == ["0 a touchesBegan 0", "10 a touchesCancelled 0"])
    }

    @Test func `the action of a tap comes before the view's touchesCancelled`() {
        screen.add(Probe(.ended, .ended), "probe", to: a)
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(
            screen.log == [
                "0 probe sees began 0", "0 a touchesBegan 0", "10 probe sees ended 0", "10 probe ended",
                "10 a touchesCancelled 0", "10 probe reset",
            ])
    }

    @Test func `a pan cancels its view's touch after the action of began, unless cancelsTouchesInView is false`() {
        let pan = screen.pan("pan", on: a)
        screen.down(at: (10, 10), 0)
        screen.move(to: (15, 10), 10)
        screen.move(to: (30, 10), 20)
        screen.move(to: (40, 10), 30)
        screen.up(40)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesMoved 0", "20 pan began", "20 a touchesCancelled 0",
                "30 pan changed", "40 pan ended",
            ])
        screen.clearLog()
        pan.cancelsTouchesInView = false
        screen.down(at: (10, 10), 1000)
        screen.move(to: (30, 10), 1010)
        screen.up(1020)
        #expect(
            screen.log == [
                "1000 a touchesBegan 0", "1010 pan began", "1010 a touchesMoved 0", "1020 pan ended",
                "1020 a touchesEnded 0",
            ])
    }

    @Test func `a beginning that was held back has its own time and place, then one move to the present place`() {
        let probe = screen.add(Probe(), "probe", to: a)
        probe.isSilent = true
        probe.delaysTouchesBegan = true
        probe.on[.moved] = { probe, touches, _ in
            if touches.contains(where: { $0.location(in: nil).x >= 40 }) { probe.fail(.other("far")) }
        }
        a.record.saying = {
            "\(milliseconds($0.timestamp)) at \(plain($0.location(in: nil))) from \(plain($0.previousLocation(in: nil)))"
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 10)
        screen.move(to: (30, 10), 20)
        screen.move(to: (40, 10), 30)
        screen.move(to: (50, 10), 40)
        #expect(
            screen.log == [
                "30 probe failed far", "30 a touchesBegan 0 0 at 10,10 from 10,10",
                "30 a touchesMoved 0 30 at 40,10 from 10,10", "40 a touchesMoved 0 40 at 50,10 from 40,10",
            ])
    }

    @Test func `a lift that fails the recognizer gives a held touch its began and ended at once, without a move`() {
        screen.pan("pan", on: a).delaysTouchesBegan = true
        screen.tap(at: (10, 10), from: 0, to: 90)
        #expect(screen.log == ["90 pan failed tooShort", "90 a touchesBegan 0", "90 a touchesEnded 0"])
    }

    @Test func `a touch that is delivered late keeps its phase for that call only`() {
        let probe = screen.add(Probe(), "probe", to: a)
        probe.isSilent = true
        probe.delaysTouchesBegan = true
        var phases: [Touch.Phase] = []
        a.onTouch = { _, touches, _ in phases += touches.map(\.phase) }
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 10)
        screen.up(20)
        #expect(phases == [.began, .moved, .ended])
    }

    @Test func `an end is withheld while a recognizer with the flag is undecided`() {
        screen.tap("double", on: a, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.wait(until: 1000)
        #expect(
            screen.log == ["0 a touchesBegan 0", "380 double failed nextTapTooLate", "380 a touchesEnded 0"])
    }

    @Test func `a double tap withholds the ends of its touches from the view, unless delaysTouchesEnded is false`() {
        let double = screen.tap("double", on: a, taps: 2)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (10, 10), from: 200, to: 280)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "200 a touchesBegan 0", "280 double ended", "280 a touchesCancelled 0,0",
            ])
        screen.clearLog()
        double.delaysTouchesEnded = false
        screen.tap(at: (10, 10), from: 1000, to: 1080)
        screen.tap(at: (10, 10), from: 1200, to: 1280)
        #expect(
            screen.log == [
                "1000 a touchesBegan 0", "1080 a touchesEnded 0", "1200 a touchesBegan 0", "1280 double ended",
                "1280 a touchesCancelled 0",
            ])
    }

    @Test func `of several recognizers that hold a touch the last one lets it go`() {
        for (name, t) in [("first", 50.0), ("second", 100)] {
            let probe = screen.add(Probe(), name, to: a)
            probe.isSilent = true
            probe.delaysTouchesBegan = true
            probe.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: t) }
            probe.onDeadline = { $0.fail(.other("late")) }
        }
        screen.down(at: (10, 10), 0)
        screen.wait(until: 200)
        #expect(screen.log == ["50 first failed late", "100 second failed late", "100 a touchesBegan 0"])
    }

    @Test func `a touch that is held back never reaches its view when another recognizer takes it`() {
        let holds = screen.add(Probe(), "holds", to: a)
        holds.isSilent = true
        holds.delaysTouchesBegan = true
        screen.tap("tap", on: a)
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.log == ["80 holds failed prevented", "80 tap ended"])
    }

    @Test func `touches are withheld each by itself`() {
        a.isMultipleTouchEnabled = true
        let holds = screen.add(Probe(), "holds", to: a)
        holds.isSilent = true
        holds.delegate = screen.delegate
        holds.on[.began] = { probe, _, _ in probe.deadline = EventTime(milliseconds: 100) }
        holds.onDeadline = { $0.fail(.other("late")) }
        screen.delegate.receivesTouch = { $1.id == 0 }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 0)
        screen.up(0, 10)
        screen.up(1, 10)
        screen.wait(until: 200)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "0 a touchesBegan 1", "10 a touchesEnded 1", "100 holds failed late",
                "100 a touchesEnded 0",
            ])
    }

    @Test func `a recognizer that only delays lets content feel a finger that rests, and not one that scrolls on`() {
        let delay = screen.add(Probe(), "delay", to: screen.window)
        delay.isSilent = true
        delay.delaysTouchesBegan = true
        delay.on[.began] = { probe, _, event in probe.deadline = event.timestamp.advanced(by: .milliseconds(150)) }
        delay.onDeadline = { $0.fail(.other("rests")) }
        screen.pan("scroll", on: screen.window)
        screen.down(at: (10, 10), 0)
        screen.move(to: (10, 40), 100)
        screen.up(200)
        screen.down(at: (10, 10), 1000)
        screen.move(to: (10, 40), 1200)
        screen.up(1300)
        #expect(
            screen.log == [
                "100 delay failed prevented", "100 scroll began", "200 scroll ended", "1150 delay failed rests",
                "1150 a touchesBegan 0", "1200 scroll began", "1200 a touchesCancelled 0", "1300 scroll ended",
            ])
    }

    @Test func `recognizers come nearest first and newest first, views in the order of their touches`() {
        let b = screen.view("b", 100)
        for name in ["old", "new"] { screen.add(Probe(), name, to: a) }
        screen.add(Probe(), "outer", to: screen.window)
        b.forwards = []
        screen.together {
            screen.down(7, at: (110, 10), 0)
            screen.down(3, at: (10, 10), 0)
        }
        #expect(
            screen.log == [
                "0 new sees began 3", "0 old sees began 3", "0 outer sees began 3,7", "0 b touchesBegan 7",
                "0 a touchesBegan 3",
            ])
    }

    @Test func `in one frame all began, then moved, then ended are fed, then actions, then views`() {
        a.isMultipleTouchEnabled = true
        screen.add(Probe(.ended, .ended), "probe", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 0)
        screen.clearLog()
        screen.together {
            screen.up(0, 10)
            screen.move(1, to: (30, 10), 10)
            screen.down(2, at: (40, 10), 10)
        }
        #expect(
            screen.log == [
                "10 probe sees began 2", "10 probe sees moved 1", "10 probe sees ended 0", "10 probe ended",
                "10 a touchesCancelled 0,1",
            ])
    }

    @Test func `a touch whose end a window does not pass on still ends for its recognizers and its view`() {
        screen.add(Probe(), "probe", to: a)
        screen.tap("double", on: a, taps: 2)
        screen.down(at: (10, 10), 0)
        screen.window.lets = { _ in false }
        screen.up(10)
        screen.wait(until: 1000)
        #expect(screen.log(of: "a") == ["0 a touchesBegan 0", "10 a touchesCancelled 0"])
        #expect(screen.isAtRest)
    }

    @Test func `a touch whose beginning a window does not forward has no view`() {
        screen.tap("tap", on: a)
        screen.window.lets = { [unowned screen] _ in screen.dispatcher.now != EventTime(milliseconds: 0) }
        screen.down(at: (10, 10), 0)
        screen.move(to: (12, 10), 10)
        screen.up(20)
        #expect(screen.log.isEmpty && screen.isAtRest)
    }

    @Test func `a move that a window swallows takes a tap nowhere`() {
        screen.tap("tap", on: a)
        screen.window.lets = { [unowned screen] _ in screen.dispatcher.now != EventTime(milliseconds: 10) }
        screen.down(at: (10, 10), 0)
        screen.move(to: (90, 10), 10)
        screen.move(to: (12, 10), 20)
        screen.up(30)
        #expect(screen.log(of: "tap") == ["30 tap ended"])
    }

    @Test func `touches of a window that has gone end too`() {
        var window: TestWindow? = TestWindow(size: Size(width: 100, height: 100), dispatcher: screen.dispatcher)
        let probe = Probe()
        window?.addGestureRecognizer(probe)
        var finger = FrameAssembler(device: InputDevice(seat: 3, generation: 1))
        if let window {
            _ = finger.down(0, at: Point(x: 5, y: 5), in: window, time: EventTime(milliseconds: 0))
            for frame in finger.frame() { screen.dispatcher.deliver(frame) }
        }
        #expect(probe.numberOfTouches == 1)
        window = nil
        for frame in finger.up(0, time: EventTime(milliseconds: 10)) { screen.dispatcher.deliver(frame) }
        #expect(screen.isAtRest && probe.numberOfTouches == 0)
    }

    @Test func `a program that releases everything during a gesture leaves nothing behind`() {
        weak var double: GestureRecognizer?
        weak var touch: Touch?
        do {
            let dispatcher = TouchDispatcher()
            let window = Window(size: Size(width: 100, height: 100), dispatcher: dispatcher)
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            window.addGestureRecognizer(tap)
            var assembler = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
            for (down, up) in [(0.0, 20.0), (100, 120)] {
                let place = Point(x: 10, y: 10)
                _ = assembler.down(0, at: place, in: window, time: EventTime(milliseconds: down))
                for frame in assembler.frame() { dispatcher.deliver(frame) }
                guard down == 0 else { continue }
                for frame in assembler.up(0, time: EventTime(milliseconds: up)) { dispatcher.deliver(frame) }
            }
            double = tap
            touch = dispatcher.touches.first
            #expect(touch != nil)
        }
        #expect(double == nil)
        #expect(touch == nil)
    }

    @Test func `nor do recognizers stay that were asked about one another`() {
        weak var winner: GestureRecognizer?
        weak var loser: GestureRecognizer?
        do {
            let screen = TestScreen()
            loser = screen.add(Probe(.began, .began), "outer", to: screen.window)
            winner = screen.add(Probe(.began, .began), "inner", to: screen.view("a"))
            screen.down(at: (10, 10), 0)
            #expect(winner?.state == .began && loser?.state == .failed)
        }
        #expect(winner == nil && loser == nil)
    }
}
