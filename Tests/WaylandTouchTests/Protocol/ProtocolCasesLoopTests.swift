import Fuzzing
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// The connection and the loop, whatever the compositor and the program do, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesLoopTests {
    @Test func `half a message waits for its other half`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        client.compositor.flush(upTo: 13)
        _ = try client.application.turn()
        #expect(client.log == [])
        client.compositor.flush(upTo: 7)
        _ = try client.application.turn()
        #expect(client.log == [])
        try client.turn(at: 200)
        #expect(client.take() == ["0 pad began 0@100,100"])
    }

    @Test func `an event that comes between the announced read and the poll is read`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        let clock = client.application.clock
        client.application.clock = { [unowned client] in
            client.compositor.flush()
            return clock()
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        _ = try client.application.turn()
        #expect(client.take() == ["0 pad began 0@100,100"])
    }

    @Test func `two readers may read at once, a roundtrip in a handler and the loop that stands in for it`() throws {
        let client = try TestClient()
        let (compositor, finger) = (client.compositor, client.fingers())
        compositor.habits.answersSync = false
        client.pad().onTouch = { [unowned client] touch in
            guard touch.phase == .began else { return client.application.terminate() }
            compositor.emit(compositor.resource("xdg_wm_base"), "ping", 7)
            finger.up(0, at: 10)
            compositor.serving {
                // Answered only when the ping has been, which the roundtrip does not do.
                compositor.onPong = { [unowned compositor] in compositor.finish(compositor.latest("wl_callback")!) }
                #expect(throws: Never.self) { try client.application.connection.roundtrip() }
            }
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.run(at: 0)
        #expect(client.take() == ["0 pad began 0@100,100", "10 pad ended 0@100,100"])
        #expect(compositor.take("xdg_wm_base") == ["xdg_wm_base.pong(7)"])
    }

    @Test func `four thousand requests wait for a compositor that does not read`() throws {
        let client = try TestClient()
        let window = client.application.windows[0]
        for number in 0..<4000 { window.title = "\(number)" }
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10, isHeard: false)
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        try client.turn()
        #expect(
            client.compositor.take("xdg_toplevel") == (0..<4000).map { "xdg_toplevel.set_title(\"\($0)\")" })
        #expect(client.compositor.complaints == [])
    }

    @Test func `requests without end wait until the compositor reads`() throws {
        let client = try TestClient()
        let window = client.application.windows[0]
        client.compositor.serving {
            for number in 0..<40_000 { window.title = "\(number)" }
        }
        // What finds no room in the socket in the first turn is written in the second.
        for _ in 0..<2 { try client.turn() }
        #expect(client.compositor.take("xdg_toplevel").count == 40_000)
        #expect(client.compositor.complaints == [])
    }

    @Test func `requests that a full socket refuses are written when it has room`() throws {
        let client = try TestClient()
        let window = client.application.windows[0]
        client.application.connection.setSendBuffer(to: 16_384)
        var count = 0
        repeat {
            window.title = "\(count)"
            count += 1
        } while try client.application.connection.flush()
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        client.compositor.flush()
        client.pass(to: 10)
        #expect(try !client.application.turn())
        #expect(client.take() == ["0 pad began 0@50,50", "10 pad ended 0@50,50"])
        client.compositor.read()
        #expect(try client.application.turn())
        client.compositor.read()
        #expect(
            client.compositor.take("xdg_toplevel") == (0..<count).map { "xdg_toplevel.set_title(\"\($0)\")" })
    }

    /// How a connection can end.
    enum Death: CaseIterable {
        case closed, protocolError, reset, cut
    }

    @Test(arguments: Death.allCases)
    func `when the compositor goes the touches are cancelled and one error says why`(death: Death) throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let (compositor, finger) = (client.compositor, client.fingers())
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        switch death {
        case .closed: compositor.hangUp()
        case .protocolError: compositor.raise(compositor.resource("wl_surface"), 2, "x")
        case .reset:
            client.application.windows[0].title = "unread"
            try client.turn(isHeard: false)
            compositor.hangUp()
        case .cut:
            finger.up(0, at: 10)
            compositor.flush(upTo: 10)
            compositor.hangUp()
        }
        let start = Application.monotonicNow
        let error = #expect(throws: ApplicationError.self) { try client.application.run() }
        #expect(start.duration(to: Application.monotonicNow) < .seconds(5 * Footprint.patience))
        #expect(client.take() == ["0 pad began 0@100,100", "0 pad cancelled 0@100,100"])
        #expect(client.application.windows.isEmpty)
        switch death {
        case .protocolError:
            #expect(
                error
                    == .connection(
                        .protocolError(
                            ProtocolError(interface: "wl_surface", objectID: finger.surface.id, code: 2, message: "x")))
            )
        default: #expect(error == .connection(.closed))
        }
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `a compositor can disconnect after any message`() throws {
        // What it sends in the life of a window that is touched, clicked, resized and moved to another screen.
        let whole = try Life(endingWith: .max).messages
        #expect(whole > 60)
        for last in 1...whole {
            let life = try Life(endingWith: last)
            #expect(life.error == .connection(.closed), "after message \(last)")
            #expect(life.lasting < .seconds(5 * Footprint.patience), "after message \(last)")
            #expect(life.openTouches == [], "after message \(last)")
            #expect(life.openWindows == 0, "after message \(last)")
        }
    }

    /// The life of a program whose compositor hangs up.
    private struct Life {
        var messages = 0
        var error: ApplicationError?
        /// From the hanging up to the end of the program.
        var lasting = Duration.zero
        /// The touches that have begun and not ended.
        var openTouches: Set<Touch> = []
        var openWindows = 0

        /// - Parameter last: the message after which it does.
        init(endingWith last: Int) throws {
            let compositor = ScriptedCompositor()
            compositor.offerAll()
            for _ in 0..<2 { compositor.offer("wl_output", 4) }
            compositor.onOutput = { [unowned compositor] in compositor.emit($0, "scale", $0.ordinal == 1 ? 1 : 2) }
            compositor.onSeat = { [unowned compositor] in compositor.announce(7, of: $0) }
            compositor.habits.lastMessage = last
            defer { messages = compositor.messageCount }
            let start = Application.monotonicNow
            defer { lasting = start.duration(to: Application.monotonicNow) }
            let client: TestClient
            do {
                client = try TestClient(bare: compositor)
            } catch let error as ApplicationError {
                self.error = error
                return
            }
            var touches: Set<Touch> = []
            // Whichever step it was that found the connection closed, the loop says so and cleans up.
            do { try Self.live(client) { touches.formSymmetricDifference([$0]) } } catch is ConnectionError {}
            compositor.hangUp()
            do { try client.application.run() } catch { self.error = error }
            openTouches = touches
            openWindows = client.application.windows.count
        }

        private static func live(_ client: TestClient, _ note: @escaping (Touch) -> Void) throws {
            let compositor = client.compositor
            try client.openWindow()
            client.addTapsPressAndPan()
            client.pad().onTouch = { touch in if touch.phase != .moved { note(touch) } }
            var time = 0.0
            func step(_ body: () -> Void) throws {
                guard compositor.isConnected else { return }
                time += 100
                body()
                try client.turn(at: time)
            }
            try step {
                compositor.emit(compositor.resource("wl_surface"), "enter", .object(compositor.resource("wl_output")))
            }
            try step { client.fingers().tap(0, 100, 100, from: time, to: time + 10) }
            try step { client.fingers().down(1, 100, 100, at: time) }
            try step { compositor.configure(compositor.resource("xdg_toplevel"), 400, 300, states: [2]) }
            try step { client.fingers().move(1, 150, 100, at: time) }
            try step {
                compositor.emit(
                    compositor.resource("wl_surface"), "enter", .object(compositor.resource("wl_output", 2)))
            }
            try step { client.mouse().enter(50, 50) }
            try step { client.mouse().button(true, at: time) }
            try step { client.mouse().button(false, at: time) }
            try step { client.fingers().up(1, at: time) }
            try step { compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1) }
            try step { compositor.withdraw(6) }
            try step { client.fingers().down(2, 10, 10, at: time) }
            try step { compositor.announce(2, of: compositor.resource("wl_seat")) }
        }
    }

    @Test func `a compositor can disconnect during the first roundtrip`() throws {
        let compositor = ScriptedCompositor()
        compositor.onRegistry = { [unowned compositor] in compositor.hangUp() }
        let error = #expect(throws: ApplicationError.self) {
            try compositor.serving { try Application(display: compositor.path) }
        }
        #expect(error == .connection(.closed))
    }

    @Test func `a compositor can disconnect while the program is busy`() throws {
        let client = try TestClient()
        let (compositor, finger) = (client.compositor, client.fingers())
        client.pad().onTouch = { touch in
            guard touch.phase == .began else { return }
            compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1)
            #expect(compositor.read(until: "xdg_wm_base.pong(1)"))
            compositor.hangUp()
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        #expect(throws: ApplicationError.connection(.closed)) { try client.run(at: 0) }
        #expect(client.take() == ["0 pad began 0@100,100", "0 pad cancelled 0@100,100"])
    }

    @Test func `a client that does not read is dropped, as by libwayland`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        var count = 0
        while client.compositor.isConnected, count < 10_000 {
            finger.move(0, 100, 100, at: Double(count))
            finger.frame()
            client.compositor.flush()
            count += 1
        }
        #expect((100..<2000).contains(count))
        #expect(client.compositor.complaints.first?.hasPrefix("dropped") == true)
    }

    @Test func `a busy program recognizes the same gestures as an idle one`() throws {
        let (idle, busy) = (try TestClient(), try TestClient())
        var logs: [[String]] = []
        for client in [idle, busy] {
            client.addTapsPressAndPan()
            client.note("starts")
            let (compositor, finger) = (client.compositor, client.fingers())
            let shell = compositor.resource("xdg_wm_base")
            // What the fingers do within 3 s, 125 motions a second; each frame is a write of its own.
            func play(after step: (Int) throws -> Void) rethrows {
                for number in 1...375 {
                    let time = Double(number * 8)
                    finger.move(0, 100 + Double(number), 100, at: time)
                    if number == 100 { finger.down(1, 500, 500, at: time) }
                    if number == 110 { finger.up(1, at: time) }
                    finger.frame()
                    client.pass(to: time)
                    compositor.flush()
                    try step(number)
                }
                finger.up(0, at: 3010)
                finger.down(3, 100, 300, at: 3100)
                finger.frame()
                finger.cancel()
                finger.tap(4, 300, 300, from: 3200, to: 3250)
                finger.tap(5, 300, 300, from: 3400, to: 3450)
                compositor.flush()
                client.pass(to: 3500)
            }
            client.pad().onTouch = { touch in
                if touch.phase == .ended, touch.id == 5 { client.application.terminate() }
                guard client === busy, touch.phase == .began, touch.id == 0 else { return }
                play { number in
                    // So that no more is under way than a compositor at work would have sent meanwhile.
                    guard number.isMultiple(of: 25) else { return }
                    compositor.emit(shell, "ping", .number(Int64(number)))
                    compositor.flush()
                    #expect(compositor.read(until: "xdg_wm_base.pong(\(number))"))
                }
            }
            finger.down(0, 100, 100, at: 0)
            finger.frame()
            if client === idle {
                try client.turn(at: 0)
                try play { _ in try client.turn() }
            }
            #expect(try client.run() == .terminated)
            #expect(compositor.complaints == [])
            logs.append(client.take())
        }
        #expect(logs[0].count { $0.contains("pad moved 0@") } == 375)
        #expect(
            logs[0].filter { !$0.contains("moved") && !$0.contains("changed") } == [
                "0 starts", "0 pad began 0@100,100", "88 pan began 111,100", "800 pad began 1@500,500",
                "880 pad ended 1@500,500", "3010 pan ended 475,100", "3010 pad ended 0@475,100",
                "3100 pad began 3@100,300", "3100 pad cancelled 3@100,300", "3200 pad began 4@300,300",
                "3250 pad ended 4@300,300", "3400 pad began 5@300,300", "3450 double ended 300,300",
                "3450 pad ended 5@300,300",
            ])
        // A busy program is told of moves that it reads together once.
        let decisions = logs.map { $0.filter { !$0.contains("moved") && !$0.contains("changed") } }
        #expect(decisions[0] == decisions[1])
        #expect(logs[1].count { $0.contains("pad moved 0@") } < 40)
    }

    @Test func `pings are answered while a handler is busy`() throws {
        let client = try TestClient()
        let (compositor, finger) = (client.compositor, client.fingers())
        let shell = compositor.resource("xdg_wm_base")
        client.pad().onTouch = { _ in
            compositor.emit(shell, "ping", 1)
            #expect(compositor.read(until: "xdg_wm_base.pong(1)"))
            for serial in 2...51 { compositor.emit(shell, "ping", .number(Int64(serial))) }
            #expect(compositor.read(until: "xdg_wm_base.pong(51)"))
            client.application.terminate()
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.run(at: 0)
        #expect(compositor.take("xdg_wm_base") == (1...51).map { "xdg_wm_base.pong(\($0))" })
    }

    @Test func `fifty pings in one write are answered, and requests of a busy program are written`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let shell = compositor.resource("xdg_wm_base")
        for serial in 1...50 { compositor.emit(shell, "ping", .number(Int64(serial))) }
        try client.turn()
        #expect(compositor.take() == (1...50).map { "xdg_wm_base.pong(\($0))" })
        client.pad().onTouch = { _ in
            client.application.windows[0].title = "busy"
            #expect(compositor.read(until: "xdg_toplevel.set_title(\"busy\")"))
            client.application.openWindow(title: "made meanwhile", size: Size(width: 10, height: 10))
            client.application.terminate()
        }
        client.fingers().down(0, 100, 100, at: 0)
        client.fingers().frame()
        try client.run(at: 0)
        #expect(compositor.complaints == [])
    }

    /// A tap, and another that a busy program finds in the socket when it comes back.
    @Test(
        arguments: [
            (160, ["220 double ended 100,100"]), (360, ["420 double ended 100,100"]),
            (361, ["360 single ended 100,100"]), (500, ["360 single ended 100,100"]),
        ] as [(Double, [String])])
    func `an event that happened in time counts even if it is read late`(
        second: Double, verdicts: [String]
    ) throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let finger = client.fingers()
        finger.tap(0, 100, 100, from: 0, to: 60)
        try client.turn(at: 60)
        finger.tap(0, 100, 100, from: second, to: second + 60)
        try client.turn(at: 670)
        let isDouble = verdicts[0].contains("double")
        #expect(
            client.take().filter { !$0.contains("pad") } == verdicts)
        try client.turn(at: 2000)
        #expect(
            client.take() == (isDouble ? [] : ["\(plain(second + 360)) single ended 100,100"]))
    }

    @Test func `input that is read while the program is busy moves no deadline forward`() throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let (compositor, finger) = (client.compositor, client.fingers())
        client.pad().onTouch = { [unowned client] touch in
            switch (touch.phase, touch.tapCount) {
            case (.began, 1):
                finger.up(0, at: 200)
                finger.frame()
                compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1)
                #expect(compositor.read(until: "xdg_wm_base.pong(1)"))
                client.pass(to: 400)
            case (.ended, 1):
                finger.tap(0, 100, 100, from: 450, to: 470)
                compositor.flush()
            case (.ended, _): client.application.terminate()
            default: break
            }
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        #expect(try client.run(at: 0) == .terminated)
        #expect(client.take().filter { !$0.contains("pad") } == ["470 double ended 100,100"])
    }

    @Test func `input that is read in the background after the loop has read moves no deadline forward`() throws {
        let client = try TestClient()
        let (compositor, finger) = (client.compositor, client.fingers())
        let (clock, connection) = (client.application.clock, client.application.connection)
        var isStopped = false
        client.application.clock = { [unowned client] in
            let time = clock()
            if !isStopped, (try? WakeSources.hasInput(connection.fileDescriptor)) == false {
                // The loop has just read, and is now stopped for 140 ms.
                isStopped = true
                finger.up(0, at: 200)
                compositor.emit(compositor.resource("xdg_wm_base"), "ping", 1)
                compositor.flush()
                #expect(compositor.read(until: "xdg_wm_base.pong(1)"))
                client.pass(to: 200)
            }
            return time
        }
        client.pad().onTouch = { [unowned client] touch in
            if touch.phase == .ended { client.application.terminate() }
        }
        finger.down(0, 100, 100, at: 60)
        finger.frame()
        #expect(try client.run(at: 60) == .terminated)
        #expect(client.take() == ["60 pad began 0@100,100", "200 pad ended 0@100,100"])
        #expect(client.application.seatContext.clock.now(at: clock()) == clock())
    }

    @Test func `an event and a deadline of one moment, of which the event comes first`() throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let finger = client.fingers()
        finger.tap(0, 100, 100, from: 0, to: 60)
        try client.turn(at: 60)
        finger.down(0, 100, 100, at: 360)
        try client.turn(at: 360)
        finger.up(0, at: 400)
        try client.turn(at: 400)
        #expect(client.take().filter { !$0.contains("pad") } == ["400 double ended 100,100"])
    }

    @Test func `a deadline wakes a loop that receives no event`() throws {
        let client = try TestClient()
        client.useRealTime()
        client.application.dispatcher.settings.multiTapInterval = .milliseconds(40)
        client.addTapsPressAndPan()
        for recognizer in client.pad().gestureRecognizers where recognizer.name == "single" {
            (recognizer as? TapGestureRecognizer)?.addAction { _ in client.application.terminate() }
        }
        client.fingers().tap(0, 100, 100, from: 0, to: 5)
        #expect(try client.run() == .terminated)
        #expect(
            client.take() == ["0 pad began 0@100,100", "5 pad ended 0@100,100", "45 single ended 100,100"])
    }

    @Test(arguments: [1 << 32 - 31, 5, 1_000_000, 1 << 31 - 100] as [Int64])
    func `stamps of any base, that run over, give the right gestures`(base: Int64) throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let finger = client.fingers(base: base)
        for (start, end) in [(0, 60), (160, 220), (1000, 1600), (3000, 3000)] as [(Double, Double)] {
            finger.down(0, 100, 100, at: start)
            finger.frame()
            try client.turn(at: start)
            finger.up(0, at: end)
            finger.frame()
            try client.turn(at: end)
        }
        try client.turn(at: 4000)
        #expect(
            client.take().filter { !$0.contains("pad") } == [
                "220 double ended 100,100", "1500 press began 100,100", "1600 press ended 100,100",
                "3300 single ended 100,100",
            ])
    }

    @Test func `a stamp of 0 and one that steps back count as the last good one`() throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let (finger, stray) = (client.fingers(), client.fingers(base: 0))
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        stray.move(0, 101, 100, at: 0)
        finger.frame()
        try client.turn(at: 20)
        finger.move(0, 102, 100, at: 50)
        finger.frame()
        finger.up(0, at: 45)
        finger.frame()
        try client.turn(at: 60)
        finger.tap(0, 100, 100, from: 150, to: 200)
        try client.turn(at: 200)
        #expect(
            client.take() == [
                "0 pad began 0@100,100", "0 pad moved 0@101,100", "50 pad moved 0@102,100", "50 pad ended 0@102,100",
                "150 pad began 0@100,100", "200 double ended 100,100", "200 pad ended 0@100,100",
            ])
    }

    @Test func `devices of different bases do not disturb each other`() throws {
        let client = try TestClient { compositor in compositor.offer("wl_seat", 7) }
        client.add("press", LongPressGestureRecognizer())
        let (finger, other) = (client.fingers(1, base: 1_000_000), client.fingers(2, base: 3_000_000_000))
        let mouse = client.mouse(1, base: 7)
        mouse.enter(200, 200)
        mouse.frame()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        mouse.button(true, at: 10)
        mouse.frame()
        other.down(0, 300, 300, at: 20)
        other.frame()
        try client.turn(at: 20)
        other.up(0, at: 30)
        mouse.button(false, at: 40)
        mouse.frame()
        finger.up(0, at: 50)
        try client.turn(at: 50)
        finger.down(0, 100, 100, at: 1000)
        finger.frame()
        try client.turn(at: 1000)
        #expect(client.application.timeToDeadline == .milliseconds(500))
        try client.turn(at: 1500)
        #expect(client.take().filter { !$0.contains("pad") } == ["1500 press began 100,100"])
    }

    @Test func `a window that is closed by a handler receives no more of the frame`() throws {
        let client = try TestClient()
        let halves = ["left", "right"].map(TestPad.init)
        for (place, half) in halves.enumerated() {
            half.frame = Rect(x: Double(place) * 400, y: 0, width: 400, height: 600)
            half.note = { [unowned client] in client.note($0) }
            client.pad().addSubview(half)
        }
        halves[0].onTouch = { [unowned client] touch in
            if touch.phase == .began { client.application.windows[0].close() }
        }
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.down(1, 500, 100, at: 0)
        finger.frame()
        finger.up(0, at: 10)
        finger.frame()
        finger.up(1, at: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 left began 0@100,100", "0 left cancelled 0@100,100"])
        #expect(client.application.dispatcher.isIdle)
        #expect(client.compositor.complaints == [])
    }

    @Test func `touches that are read with the event whose handler closes their window go nowhere`() throws {
        let client = try TestClient()
        let other = try client.openWindow("other")
        other.onTouch = { [unowned client] _ in client.application.windows[0].close() }
        let (here, there) = (client.fingers(on: 1), client.fingers(on: 2))
        there.down(0, 10, 10, at: 0)
        there.frame()
        here.down(1, 20, 20, at: 10)
        here.frame()
        here.move(1, 30, 20, at: 20)
        here.frame()
        here.up(1, at: 30)
        here.frame()
        try client.turn(at: 40)
        #expect(client.take() == ["0 other began 0@10,10"])
        there.up(0, at: 50)
        there.frame()
        try client.turn(at: 50)
        #expect(client.take() == ["50 other ended 0@10,10"])
        #expect(client.application.dispatcher.isIdle)
    }

    @Test func `a recognizer that is removed by a handler runs no more actions`() throws {
        let client = try TestClient()
        let tap = client.add("tap", TapGestureRecognizer())
        client.pad().onTouch = { [unowned client] touch in
            if touch.phase == .began { client.pad().removeGestureRecognizer(tap) }
        }
        client.fingers().tap(0, 100, 100, from: 0, to: 50)
        try client.turn(at: 50)
        #expect(client.take() == ["0 pad began 0@100,100", "50 pad ended 0@100,100"])
    }

    @Test func `a handler can terminate the program or end its connection`() throws {
        let client = try TestClient()
        client.pad().onTouch = { [unowned client] touch in
            guard touch.phase == .began else { return }
            client.application.terminate()
            client.compositor.hangUp()
        }
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        finger.move(0, 200, 100, at: 5)
        finger.frame()
        #expect(try client.run(at: 10) == .terminated)
        #expect(
            client.take() == ["0 pad began 0@100,100", "5 pad moved 0@200,100", "5 pad cancelled 0@200,100"])
    }

    @Test func `an application that runs is not run again by a handler`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            client.pad().onTouch = { _ in _ = try? client.application.run() }
            client.fingers().down(0, 100, 100, at: 0)
            try client.run(at: 0)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("an application that runs can't be run from one of its handlers"))
    }

    @Test func `events that a roundtrip in a handler reads are handled after it`() throws {
        let client = try TestClient()
        let finger = client.fingers()
        client.pad().onTouch = { [unowned client] touch in
            guard touch.phase == .began, touch.id == 0 else { return }
            finger.up(0, at: 10)
            finger.tap(1, 50, 50, from: 20, to: 30)
            client.compositor.serving {
                #expect(throws: Never.self) { try client.application.connection.roundtrip() }
            }
            client.note("handled")
        }
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 40)
        #expect(
            client.take() == [
                "0 pad began 0@100,100", "0 handled", "10 pad ended 0@100,100", "20 pad began 1@50,50",
                "30 pad ended 1@50,50",
            ])
    }

    @Test(arguments: [
        ["wl_seat", "wl_output", "xdg_wm_base", "wl_shm", "wl_compositor"],
        ["xdg_wm_base", "wl_compositor", "wl_seat", "wl_shm"],
        ["wl_shm", "wl_seat", "wl_seat", "wl_compositor", "unknown_thing", "xdg_wm_base"],
    ])
    func `globals in any order, and a touch before the first frame callback`(interfaces: [String]) throws {
        let compositor = ScriptedCompositor()
        for interface in interfaces { compositor.offer(interface, interface == "wl_seat" ? 7 : 1) }
        compositor.habits.asksForFrames = false
        compositor.onSeat = { [unowned compositor] seat in
            compositor.announce(ScriptedCompositor.touch, of: seat)
            compositor.emit(seat, "name", "late")
        }
        let client = try TestClient(bare: compositor)
        try client.openWindow()
        client.addTap()
        if !interfaces.contains("wl_output") { compositor.offer("wl_output", 1) }
        client.fingers().tap(0, 50, 50, from: 0, to: 10)
        try client.turn(at: 10)
        #expect(client.take() == ["0 pad began 0@50,50", "10 tap ended 50,50", "10 pad ended 0@50,50"])
        #expect(compositor.complaints == [])
    }

    @Test func `without a seat a window is shown, nothing is done, and a seat that comes works`() throws {
        let client = try TestClient(seatVersion: 0)
        client.addTap()
        #expect(client.compositor.resource("wl_surface").surface?.shown != nil)
        try client.turn()
        #expect(client.compositor.take() == [])
        #expect(client.application.timeToDeadline == nil)
        client.pad().onTouch = { [unowned client] touch in
            if touch.phase == .ended { client.application.terminate() }
        }
        client.compositor.offer("wl_seat", 7)
        try client.turn(at: 2000)
        try client.turn(at: 2000)
        client.fingers().tap(0, 50, 50, from: 2010, to: 2050)
        try client.run(at: 2060)
        #expect(
            client.take() == ["2010 pad began 0@50,50", "2050 tap ended 50,50", "2050 pad ended 0@50,50"])
    }

    @Test func `a program that starts without a seat says so`() throws {
        let client = try TestClient(seatVersion: 0)
        client.application.terminate()
        client.application.windows[0].close()
        #expect(try client.run() == .lastWindowClosed)
        #expect(client.takeNotices() == ["the compositor has no seat yet: waiting for one"])
    }

    @Test func `no deadline passes while there is input that was not read`() throws {
        let client = try TestClient()
        client.add("press", LongPressGestureRecognizer())
        let finger = client.fingers()
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        // Whenever the program looks at the clock there is more to read.
        let clock = client.application.clock
        var isWriting = true
        client.application.clock = { [unowned client] in
            if isWriting {
                finger.frame()
                client.compositor.flush()
            }
            return clock()
        }
        try client.turn(at: 600)
        isWriting = false
        finger.up(0, at: 100)
        try client.turn(at: 610)
        #expect(client.take() == ["0 pad began 0@100,100", "100 pad ended 0@100,100"])
    }

    @Test func `an application that has opened no window yet runs`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        let client = try TestClient(bare: compositor)
        client.useRealTime()
        let window = Window(size: Size(width: 1, height: 1), dispatcher: client.application.dispatcher)
        window.perform(after: .milliseconds(1)) { [unowned client] in client.application.terminate() }
        #expect(try client.run() == .terminated)
    }
}
