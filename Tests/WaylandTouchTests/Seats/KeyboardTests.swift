import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// Keys, as a compositor sends them and as responders hear of them.
@Suite(.timeLimited) struct KeyboardTests {
    @Test func `a key repeats after the delay, at the rate, until it comes up`() throws {
        let keys = try TestKeyboard(rate: 25, delay: 500)
        keys.press(.q, at: 0)
        try keys.client.turn(at: 499)
        #expect(keys.take() == ["0 q began"])
        #expect(keys.client.application.timeToDeadline == .milliseconds(1))
        for time in [500, 539, 540, 580] { try keys.client.turn(at: Double(time)) }
        #expect(keys.take() == ["500 q changed", "540 q changed", "580 q changed"])
        keys.release(.q, at: 590)
        try keys.client.turn(at: 700)
        #expect(keys.take() == ["590 q ended"])
        #expect(keys.client.application.timeToDeadline == nil)
    }

    @Test func `a release decides, however late it is read, and repeats that were missed do not pile up`() throws {
        let keys = try TestKeyboard(rate: 25, delay: 500)
        keys.press(.q, at: 0)
        keys.release(.q, at: 700)
        try keys.client.turn(at: 2000)
        #expect(keys.take() == ["0 q began", "660 q changed", "700 q ended"])
        keys.press(.q, at: 3000)
        keys.release(.q, at: 3500)
        try keys.client.turn(at: 4000)
        #expect(keys.take() == ["3000 q began", "3500 q ended"], "of one moment the event comes first")
    }

    @Test func `the key that went down last repeats, and a modifier leaves it alone`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.press(.q, at: 0)
        try keys.client.turn(at: 100)
        keys.press(.shift, at: 110)
        try keys.client.turn(at: 200)
        keys.press(.e, at: 210)
        try keys.client.turn(at: 310)
        keys.release(.e, at: 320)
        try keys.client.turn(at: 600)
        #expect(
            keys.take() == [
                "0 q began", "100 q changed", "110 Shift_L began", "200 q changed", "210 e began", "310 e changed",
                "320 e ended",
            ])
    }

    @Test func `keys and their repeats wait behind an up that may be a bounce`() throws {
        let keys = try TestKeyboard(rate: 25, delay: 100, beside: ScriptedCompositor.touch)
        let (client, finger) = (keys.client, keys.client.fingers())
        client.application.dispatcher.settings.contactBounceInterval = .milliseconds(40)
        finger.tap(0, 100, 100, from: 0, to: 50)
        keys.press(.q, at: 60)
        try client.turn(at: 70)
        #expect(keys.take() == ["0 pad began 0@100,100"])
        #expect(client.application.timeToDeadline == .milliseconds(20))
        try client.turn(at: 90)
        #expect(keys.take() == ["50 pad ended 0@100,100", "60 q began"])
        finger.tap(0, 100, 100, from: 100, to: 155)
        try client.turn(at: 170)
        #expect(keys.take() == ["100 pad began 0@100,100"])
        #expect(client.application.timeToDeadline == .milliseconds(25))
        for _ in 0..<2 { try client.turn(at: 195) }
        #expect(keys.take() == ["155 pad ended 0@100,100", "160 q changed"])
    }

    @Test(arguments: ["leave", "no repeat", "keyboard gone", "window closed"])
    func `repeats end with the focus, the rate, the keyboard or the window`(with end: String) throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        let compositor = keys.client.compositor
        keys.press(.q, at: 0)
        try keys.client.turn(at: 100)
        _ = keys.take()
        switch end {
        case "leave": keys.leave()
        case "no repeat": compositor.emit(keys.keyboard, "repeat_info", 0, 100)
        case "keyboard gone": compositor.announce(0, of: compositor.resource("wl_seat"))
        default: keys.client.application.windows[0].close()
        }
        try keys.client.turn(at: 500)
        #expect(keys.client.application.timeToDeadline == nil)
        #expect(keys.take() == (end == "no repeat" ? [] : ["100 q cancelled"]))
    }

    @Test func `before version 4 keys repeat at the default rate`() throws {
        let keys = try TestKeyboard(seatVersion: 3)
        keys.press(.q, at: 0)
        try keys.client.turn(at: 400)
        #expect(keys.take() == ["0 q began", "400 q changed"])
    }

    @Test func `a rate that makes no sense is ignored, one that is huge is bounded`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.client.compositor.emit(keys.keyboard, "repeat_info", -1, 100)
        try keys.client.turn()
        #expect(
            keys.client.takeNotices() == ["wl_keyboard.repeat_info -1, 100: ignored, expected no negative number"])
        keys.client.compositor.emit(keys.keyboard, "repeat_info", .number(Int64(Int32.max)), 0)
        keys.press(.q, at: 0)
        for time in 0...3 {
            try keys.client.turn(at: Double(time))
            #expect(keys.client.application.timeToDeadline == .milliseconds(1))
        }
        #expect(keys.take() == ["0 q began", "1 q changed", "2 q changed", "3 q changed"])
    }

    @Test func `keys that are held when the window gets the focus are no presses`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.leave()
        keys.enter(held: [TestKeyboard.Code.q.rawValue, TestKeyboard.Code.shift.rawValue])
        keys.release(.q, at: 50)
        keys.press(.e, at: 60)
        try keys.client.turn(at: 70)
        #expect(keys.take() == ["60 e began"])
    }

    @Test func `a key means what layout and modifiers make of it`() throws {
        let keys = try TestKeyboard()
        keys.type(.q, at: 0)
        keys.modifiers(1)
        keys.type(.q, at: 10)
        keys.modifiers(0, group: 1)
        keys.type(.q, at: 20)
        try keys.client.turn(at: 30)
        #expect(keys.takeTexts() == ["q", "Q", "x"])
    }

    @Test func `dead keys and letters make one character, a broken sequence none`() throws {
        let keys = try TestKeyboard()
        keys.type(.acute, at: 0)
        keys.press(.shift, at: 5)
        keys.modifiers(1)
        keys.type(.e, at: 10)
        keys.release(.shift, at: 12)
        keys.modifiers(0)
        keys.type(.acute, at: 20)
        keys.type(.q, at: 30)
        keys.type(.q, at: 40)
        keys.type(.acute, at: 50)
        keys.leave()
        keys.enter()
        keys.type(.e, at: 60)
        try keys.client.turn(at: 60)
        #expect(keys.takeTexts() == ["", "", "É", "", "", "q", "", "e"])
    }

    @Test func `without a table each key is for itself`() {
        let composer = Composer(locale: "no_SUCH.locale")
        #expect(composer.feed(0xfe51) == .nothing)
    }

    @Test func `a program that does not want exact times does not ask for them`() throws {
        for usesExactTimes in [false, true] {
            let compositor = ScriptedCompositor()
            compositor.offerAll(seatVersion: 7)
            compositor.offer("zwp_input_timestamps_manager_v1", 1)
            let client = try TestClient(bare: compositor, usesExactTimes: usesExactTimes)
            try client.openWindow()
            let bound = client.compositor.latest("zwp_input_timestamps_manager_v1")
            #expect((bound != nil) == usesExactTimes)
        }
    }

    @Test func `exact times are taken where the compositor sends them`() throws {
        let keys = try TestKeyboard(offering: "zwp_input_timestamps_manager_v1")
        let stamp = keys.client.stamp(5)
        keys.client.compositor.emit(
            keys.client.compositor.resource("zwp_input_timestamps_v1"), "timestamp", 0, .number(stamp / 1000),
            .number(stamp % 1000 * 1_000_000 + 250_000))
        keys.press(.q, at: 5)
        try keys.client.turn(at: 6)
        #expect(keys.take() == ["5.25 q began"])
    }

    @Test func `a new keymap breaks off a sequence of keys`() throws {
        let keys = try TestKeyboard()
        keys.type(.acute, at: 0)
        try keys.sendKeymap()
        keys.type(.e, at: 10)
        try keys.client.turn(at: 20)
        #expect(keys.takeTexts() == ["", "e"])
    }

    @Test func `deadlines before a key pass before it, and what it asks for counts from it, however late it is read`()
        throws
    {
        let keys = try TestKeyboard()
        let client = keys.client
        try client.turn(at: 0)
        client.pad().perform(after: .milliseconds(500)) { [unowned client] in client.note("performed") }
        keys.onPress = { [unowned client] in
            client.pad().perform(after: .milliseconds(100)) { [unowned client] in client.note("asked for") }
        }
        keys.press(.q, at: 600)
        try client.turn(at: 650)
        #expect(keys.take() == ["500 performed", "600 q began"])
        try client.turn(at: 750)
        #expect(keys.take() == ["700 asked for"])
    }

    @Test func `deadlines before a repeat pass before it, however late it is read`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 500)
        let client = keys.client
        keys.press(.q, at: 0)
        try client.turn(at: 0)
        client.pad().perform(after: .milliseconds(450)) { [unowned client] in client.note("performed") }
        try client.turn(at: 550)
        #expect(keys.take() == ["0 q began", "450 performed", "500 q changed"])
    }

    @Test func `a key that goes down again without a release is cancelled first`() throws {
        let keys = try TestKeyboard()
        keys.press(.q, at: 0)
        keys.press(.q, at: 10)
        keys.release(.q, at: 20)
        try keys.client.turn(at: 20)
        #expect(keys.take() == ["0 q began", "10 q cancelled", "10 q began", "20 q ended"])
    }

    @Test func `the release of another key does not end the repeats`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.press(.q, at: 0)
        keys.press(.e, at: 10)
        keys.release(.q, at: 20)
        for time in [110.0, 210] { try keys.client.turn(at: time) }
        #expect(keys.take() == ["0 q began", "10 e began", "20 q ended", "110 e changed", "210 e changed"])
    }

    @Test func `keys that were pressed before a handler closed the window, and read with it, go nowhere`() throws {
        let keys = try TestKeyboard()
        keys.onPress = { [unowned client = keys.client] in client.application.windows.first?.close() }
        keys.press(.q, at: 0)
        keys.press(.e, at: 10)
        try keys.client.turn(at: 20)
        #expect(keys.take() == ["0 q began", "10 q cancelled"])
    }

    @Test func `of two keyboards each repeats in its time`() throws {
        let keys = try TestKeyboard(seatVersion: 3, offering: "wl_seat")
        let others = try TestKeyboard(beside: keys)
        keys.press(.q, at: 0)
        others.press(.e, at: 50)
        try keys.client.turn(at: 50)
        #expect(keys.client.application.timeToDeadline == .milliseconds(350))
        for time in stride(from: 400.0, through: 530, by: 10) { try keys.client.turn(at: time) }
        #expect(
            keys.take() == [
                "0 q began", "50 e began", "400 q changed", "440 q changed", "450 e changed", "480 q changed",
                "490 e changed", "520 q changed", "530 e changed",
            ])
    }
}
