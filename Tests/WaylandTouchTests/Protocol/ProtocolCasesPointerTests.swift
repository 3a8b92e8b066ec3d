import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// Orders of pointer events that compositors send, and what hangs on serials, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesPointerTests {
    @Test func `a seat with touch only is never asked for a pointer`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        compositor.onSeat = { [unowned compositor] in compositor.announce(ScriptedCompositor.touch, of: $0) }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        #expect(compositor.take("wl_seat", "wl_pointer") == ["wl_seat.get_touch(wl_touch)"])
        client.addTap()
        client.fingers().tap(0, 50, 50, from: 0, to: 50)
        try client.turn(at: 50)
        compositor.announce(
            ScriptedCompositor.touch | ScriptedCompositor.pointer, of: compositor.resource("wl_seat"))
        try client.turn()
        let mouse = client.mouse()
        mouse.enter(60, 60, serial: 9)
        mouse.frame()
        mouse.button(true, at: 100)
        mouse.frame()
        mouse.button(false, at: 110)
        mouse.frame()
        try client.turn(at: 110)
        #expect(
            client.take() == [
                "0 pad began 0@50,50", "50 tap ended 50,50", "50 pad ended 0@50,50", "100 pad began 1@60,60",
                "110 tap ended 60,60", "110 pad ended 1@60,60",
            ])
        #expect(
            compositor.take("wl_seat", "wl_pointer") == [
                "wl_seat.get_pointer(wl_pointer)", "wl_pointer.set_cursor(9, wl_surface#2, 2, 2)",
            ])
        #expect(compositor.complaints == [])
    }

    @Test func `a motion and a button in one frame are a press at the new place`() throws {
        let client = try TestClient()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        mouse.move(300, 300, at: 10)
        mouse.button(true, at: 10)
        mouse.frame()
        mouse.button(false, at: 20)
        mouse.frame()
        try client.turn(at: 20)
        #expect(client.take() == ["10 pad began 1@300,300", "20 pad ended 1@300,300"])
    }

    @Test func `scrolls in all their forms`() throws {
        let client = try TestClient(seatVersion: 8)
        client.noteScrolls()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        for step in 0..<4 {
            mouse.say("axis_source", 0)
            mouse.say("axis_value120", 0, 30)
            mouse.say("axis", .number(client.stamp(Double(step))), 0, 2.5)
            mouse.frame()
        }
        mouse.say("axis_discrete", 0, 0)
        mouse.say("axis", .number(client.stamp(10)), 0, 1.5)
        mouse.frame()
        mouse.say("axis", .number(client.stamp(20)), 1, 3.0)
        mouse.say("axis", .number(client.stamp(20)), 0, -3.0)
        mouse.frame()
        mouse.say("axis_stop", .number(client.stamp(30)), 0)
        mouse.frame()
        mouse.say("axis", .number(client.stamp(40)), 0, 0.0)
        mouse.frame()
        // Of a wheel that tells no steps, and of a touchpad.
        for (source, time) in [(0, 50), (1, 60)] as [(Int64, Double)] {
            mouse.say("axis_source", .number(source))
            mouse.say("axis", .number(client.stamp(time)), 0, 4.0)
            mouse.frame()
        }
        try client.turn(at: 60)
        #expect(
            client.take() == [
                "0 scroll 0,2.5 steps", "1 scroll 0,2.5 steps", "2 scroll 0,2.5 steps", "3 scroll 0,2.5 steps",
                "10 scroll 0,1.5", "20 scroll 3,-3", "30 scroll 0,0 last", "50 scroll 0,4 steps", "60 scroll 0,4",
            ])
    }

    @Test func `before version 5 each event is a frame`() throws {
        let client = try TestClient(seatVersion: 4)
        client.noteScrolls()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.move(20, 20, at: 10)
        mouse.button(true, at: 20)
        mouse.move(30, 30, at: 30)
        mouse.button(false, at: 40)
        mouse.say("axis", .number(client.stamp(50)), 0, 10.0)
        try client.turn(at: 50)
        #expect(
            client.take() == [
                "20 pad began 1@20,20", "30 pad moved 1@30,30", "40 pad ended 1@30,30", "50 scroll 0,10",
            ])
    }

    @Test func `before version 5 a click that a busy program reads at once takes its time`() throws {
        let client = try TestClient(seatVersion: 4)
        client.noteScrolls()
        client.add("press", LongPressGestureRecognizer())
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.button(true, at: 0)
        mouse.say("axis", .number(client.stamp(100)), 0, 10.0)
        mouse.say("axis", .number(client.stamp(200)), 0, 10.0)
        mouse.button(false, at: 800)
        try client.turn(at: 900)
        #expect(
            client.take() == [
                "0 pad began 1@10,10", "100 scroll 0,10", "200 scroll 0,10", "500 press began 10,10",
                "800 press ended 10,10", "800 pad ended 1@10,10",
            ])
    }

    @Test func `where the frame is missing, a leave or a dry socket closes it`() throws {
        let client = try TestClient()
        client.addTap()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.button(true, at: 10)
        try client.turn(at: 10)
        mouse.button(false, at: 20)
        mouse.leave()
        try client.turn(at: 20)
        #expect(client.take() == ["10 pad began 1@10,10", "20 tap ended 10,10", "20 pad ended 1@10,10"])
        mouse.enter(10, 10)
        mouse.button(true, at: 30)
        mouse.button(false, at: 40)
        mouse.leave()
        mouse.enter(20, 20)
        mouse.button(true, at: 50)
        try client.turn(at: 50)
        #expect(
            client.take() == [
                "30 pad began 1@10,10", "40 tap ended 10,10", "40 pad ended 1@10,10", "50 pad began 1@20,20",
            ])
    }

    @Test func `a press without a release is cancelled, a release without a press is nothing`() throws {
        let client = try TestClient()
        client.addTap()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        mouse.button(false, at: 5)
        mouse.frame()
        mouse.button(true, at: 10)
        mouse.frame()
        mouse.leave()
        mouse.frame()
        try client.turn(at: 20)
        #expect(client.take() == ["10 pad began 1@10,10", "10 pad cancelled 1@10,10"])
        mouse.enter(10, 10)
        mouse.button(true, at: 30)
        mouse.frame()
        mouse.button(true, at: 40)
        mouse.frame()
        mouse.button(false, at: 50)
        mouse.frame()
        try client.turn(at: 50)
        #expect(
            client.take() == [
                "30 pad began 1@10,10", "40 pad cancelled 1@10,10", "40 pad began 1@10,10", "50 tap ended 10,10",
                "50 pad ended 1@10,10",
            ])
    }

    @Test func `the left and the right button are two touches`() throws {
        let client = try TestClient()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        for (isPressed, code, time) in [
            (true, 0x110, 10), (true, 0x111, 20), (false, 0x110, 30), (false, 0x111, 40), (true, 0x113, 50),
        ] as [(Bool, Int64, Double)] {
            mouse.button(isPressed, at: time, code: code)
            mouse.frame()
        }
        try client.turn(at: 50)
        #expect(
            client.take() == [
                "10 pad began 1@10,10", "20 pad began 2@10,10", "30 pad ended 1@10,10", "40 pad ended 2@10,10",
            ])
    }

    @Test func `a click without a motion is where the pointer entered`() throws {
        let client = try TestClient()
        client.addTap()
        let mouse = client.mouse()
        mouse.enter(100, 100)
        mouse.frame()
        mouse.button(true, at: 10)
        mouse.frame()
        mouse.button(false, at: 20)
        mouse.frame()
        try client.turn(at: 20)
        #expect(client.take() == ["10 pad began 1@100,100", "20 tap ended 100,100", "20 pad ended 1@100,100"])
    }

    @Test func `a first press that is read late is as long as its stamps say`() throws {
        let client = try TestClient()
        client.add("press", LongPressGestureRecognizer())
        try client.turn(at: 900)
        let mouse = client.mouse()
        mouse.enter(100, 100)
        mouse.frame()
        mouse.button(true, at: 300)
        mouse.frame()
        mouse.button(false, at: 850)
        mouse.frame()
        try client.turn(at: 1000)
        #expect(
            client.take() == [
                "300 pad began 1@100,100", "800 press began 100,100", "850 press ended 100,100",
                "850 pad ended 1@100,100",
            ])
    }

    @Test func `the cursor is set with the serial of the last enter`() throws {
        let client = try TestClient()
        let mouse = client.mouse()
        mouse.enter(10, 10, serial: 0)
        mouse.frame()
        mouse.leave()
        mouse.frame()
        mouse.enter(20, 20, serial: 11)
        mouse.frame()
        try client.turn()
        let cursor = client.compositor.take("wl_pointer")
        #expect(
            cursor == [
                "wl_pointer.set_cursor(0, wl_surface#2, 2, 2)", "wl_pointer.set_cursor(11, wl_surface#2, 2, 2)",
            ])
    }

    @Test func `a request caused by a touch has the serial of the first finger of its seat`() throws {
        let client = try TestClient { compositor in compositor.offer("wl_seat", 7) }
        let (one, two, mouse) = (client.fingers(1), client.fingers(2), client.mouse(1))
        var touches: [Touch] = []
        client.pad().onTouch = { touches.append($0) }
        two.down(0, 300, 300, at: 0, serial: 8)
        two.frame()
        one.down(0, 100, 100, at: 0, serial: 10)
        one.frame()
        mouse.enter(50, 50, serial: 11)
        mouse.frame()
        one.down(1, 200, 100, at: 10, serial: 12)
        one.frame()
        try client.turn(at: 10)
        let (other, first, second) = (touches[0], touches[1], touches[2])
        _ = client.compositor.take()
        let window = client.application.windows[0]
        #expect(window.beginResize(with: second, edges: [.bottom, .right]))
        #expect(!window.beginMove(with: first), "the compositor has it now")
        #expect(!window.beginMove(with: other), "all fingers of the window are taken")
        try client.turn(at: 20)
        #expect(client.compositor.take() == ["xdg_toplevel.resize(wl_seat, 10, 10)"])
        one.cancel()
        two.cancel()
        one.down(0, 100, 100, at: 30, serial: 20)
        one.frame()
        try client.turn(at: 30)
        let third = touches[touches.count - 1]
        one.up(0, at: 40, serial: 21)
        try client.turn(at: 40)
        #expect(!window.beginMove(with: third), "it was lifted")
        one.down(0, 100, 100, at: 50, serial: 22)
        one.frame()
        try client.turn(at: 50)
        let fourth = touches[touches.count - 1]
        client.compositor.announce(0, of: client.compositor.resource("wl_seat"))
        try client.turn(at: 60)
        #expect(!window.beginMove(with: fourth), "its touchscreen has gone")
        #expect(client.compositor.take("xdg_toplevel") == [])
    }

    @Test func `a request caused by a button has the serial of its press`() throws {
        let client = try TestClient()
        let mouse = client.mouse()
        var touches: [Touch] = []
        client.pad().onTouch = { touches.append($0) }
        mouse.enter(10, 10)
        mouse.frame()
        client.compositor.serial = 40
        mouse.button(true, at: 10)
        mouse.frame()
        try client.turn(at: 10)
        #expect(client.application.windows[0].beginMove(with: touches[0]))
        try client.turn(at: 20)
        #expect(client.compositor.take("xdg_toplevel") == ["xdg_toplevel.move(wl_seat, 41)"])
        #expect(client.take() == ["10 pad began 1@10,10", "10 pad cancelled 1@10,10"])
    }

    @Test func `a leave, an enter and a press in one frame are a press at the new place`() throws {
        let client = try TestClient()
        client.addTap()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        mouse.button(true, at: 10)
        mouse.frame()
        mouse.leave()
        mouse.enter(300, 300)
        mouse.button(true, at: 20)
        mouse.frame()
        mouse.button(false, at: 30)
        mouse.frame()
        try client.turn(at: 30)
        #expect(
            client.take() == [
                "10 pad began 1@10,10", "10 pad cancelled 1@10,10", "20 pad began 1@300,300", "30 tap ended 300,300",
                "30 pad ended 1@300,300",
            ])
    }

    @Test func `no motion of a mouse at 8000 Hz is lost`() throws {
        let client = try TestClient()
        let pan = client.add("pan", PanGestureRecognizer())
        var translations: [Double] = []
        pan.addAction { translations.append($0.translation(in: nil).x) }
        var places: [Double] = []
        client.pad().onMove = { touch, event in
            places += event.coalescedTouches(for: touch)?.map { $0.location(in: nil).x } ?? []
        }
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        mouse.button(true, at: 0)
        mouse.frame()
        for number in 1...800 {
            mouse.move(10 + Double(number) * 0.25, 10, at: (Double(number) / 8).rounded(.down))
            mouse.frame()
            if number.isMultiple(of: 8) { try client.turn(at: Double(number / 8)) }
        }
        mouse.button(false, at: 100)
        mouse.frame()
        try client.turn(at: 100)
        #expect(places.count >= 800 && places == places.sorted())
        #expect(translations.count > 90 && translations == translations.sorted())
        #expect(pan.location(in: nil) == Point(x: 210, y: 10))
        #expect(client.take().last == "100 pad ended 1@210,10")
        #expect(client.application.dispatcher.isIdle)
    }

    @Test func `removing a mouse cancels the touch of its held button`() throws {
        let client = try TestClient()
        client.addTap()
        let (mouse, seat) = (client.mouse(), client.compositor.resource("wl_seat"))
        mouse.enter(10, 10)
        mouse.frame()
        mouse.button(true, at: 0)
        mouse.frame()
        try client.turn(at: 0)
        client.compositor.announce(ScriptedCompositor.touch, of: seat)
        try client.turn(at: 10, isHeard: false)
        mouse.button(false, at: 20)
        mouse.frame()
        try client.turn(at: 20)
        #expect(client.take() == ["0 pad began 1@10,10", "0 pad cancelled 1@10,10"])
        client.compositor.announce(ScriptedCompositor.touch | ScriptedCompositor.pointer, of: seat)
        try client.turn(at: 30)
        let next = client.mouse()
        next.enter(10, 10)
        next.frame()
        next.button(true, at: 40)
        next.frame()
        next.button(false, at: 50)
        next.frame()
        try client.turn(at: 50)
        #expect(client.take() == ["40 pad began 1@10,10", "50 tap ended 10,10", "50 pad ended 1@10,10"])
    }

    @Test func `unknown buttons, states and axes are ignored, each kind with one line`() throws {
        let client = try TestClient()
        client.noteScrolls()
        let mouse = client.mouse()
        mouse.enter(10, 10)
        mouse.frame()
        for code in [0, 0x113, 0x14a, 0xffff_ffff] as [Int64] {
            mouse.button(true, at: 0, code: code)
            mouse.frame()
            mouse.button(false, at: 1, code: code)
            mouse.frame()
        }
        client.compositor.emit(mouse.pointer, "button", 1, .number(client.stamp(2)), 0x110, 7)
        mouse.say("axis_source", 99)
        mouse.say("axis", .number(client.stamp(3)), 7, 10.0)
        mouse.say("axis_discrete", 7, 1)
        mouse.say("axis_stop", .number(client.stamp(3)), 7)
        mouse.frame()
        mouse.say("axis", .number(client.stamp(4)), 1, 10.0)
        mouse.frame()
        try client.turn(at: 4)
        #expect(client.take() == ["4 scroll 10,0"])
        #expect(
            client.takeNotices() == [0, 0x113, 0x14a, 0xffff_ffff].map {
                "wl_pointer.button \($0): ignored, only the left, right and middle buttons are known"
            } + ["wl_pointer.button with an unknown state: ignored", "wl_pointer.axis 7: ignored, expected 0 or 1"])
    }

    @Test func `a touch in another window can't move or resize a window`() throws {
        let client = try TestClient()
        try client.openWindow("other")
        var touches: [Touch] = []
        client.pad().onTouch = { touches.append($0) }
        client.fingers().down(0, 100, 100, at: 0)
        client.fingers().frame()
        try client.turn(at: 0)
        _ = client.compositor.take()
        #expect(!client.application.windows[1].beginMove(with: touches[0]))
        #expect(client.application.windows[0].beginMove(with: touches[0]))
        try client.turn(at: 10)
        #expect(client.compositor.take("xdg_toplevel").count == 1)
    }

    @Test func `a request caused by a second button has the serial of the first`() throws {
        let client = try TestClient()
        let mouse = client.mouse()
        var touches: [Touch] = []
        client.pad().onTouch = { touches.append($0) }
        mouse.enter(10, 10)
        mouse.frame()
        client.compositor.serial = 40
        mouse.button(true, at: 10)
        mouse.button(true, at: 20, code: 0x111)
        mouse.frame()
        try client.turn(at: 20)
        let second = try #require(touches.first { $0.buttonMask == .secondary })
        #expect(client.application.windows[0].beginMove(with: second))
        try client.turn(at: 30)
        #expect(client.compositor.take("xdg_toplevel") == ["xdg_toplevel.move(wl_seat, 41)"])
    }
}

extension TestClient {
    /// Notes each scroll.
    fileprivate func noteScrolls() {
        application.dispatcher.addFrameObserver { [unowned self] frame in
            guard let scroll = frame.scroll else { return }
            note(
                "scroll \(plain(scroll.delta))\(scroll.isDiscrete ? " steps" : "")\(scroll.isLast ? " last" : "")")
        }
    }
}
