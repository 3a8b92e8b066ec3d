import Dispatch
import Fuzzing
import Glibc
import Synchronization
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// What a compositor can make a program hold, and for how long it can keep it busy.
@Suite(.timeLimited) struct BoundsTests {
    /// In a process of its own: it keeps a core busy.
    @Test func `a compositor that writes without end does not keep the program from acting`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(unrecordedBecause: "there is no end to what would be recorded")
            client.useRealTime()
            let fingers = client.fingers()
            fingers.down(0, 100, 100, at: 0)
            fingers.frame()
            try client.turn()
            let motion = client.compositor.message(
                fingers.touch, "motion", [UInt32(client.stamp(0)), 0, 200 << 8, 200 << 8])
            let chunk = (0..<140).flatMap { _ in motion }
            let isOver = Atomic(false)
            let done = DispatchSemaphore(value: 0)
            let compositor = client.compositor
            // Whoever waits for it to end waits half a minute.
            let end = ContinuousClock.now + .seconds(30 * Footprint.patience)
            DispatchQueue.global().async {
                while !isOver.load(ordering: .relaxed), ContinuousClock.now < end {
                    compositor.write(chunk)
                    while !compositor.flush(), compositor.isConnected, !isOver.load(ordering: .relaxed) { usleep(100) }
                }
                done.signal()
            }
            client.pad().onTouch = { if $0.phase == .moved { client.application.terminate() } }
            #expect(try client.application.run() == .terminated)
            isOver.store(true, ordering: .relaxed)
            done.wait()
            #expect(ContinuousClock.now < end)
        }
    }

    /// In a process of its own: it takes ten seconds.
    @Test func `a compositor that never reads counts as gone after the time limit`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient()
            client.application.connection.setSendBuffer(to: 4096)
            let start = ContinuousClock.now
            let error = #expect(throws: ConnectionError.self) {
                for number in 0..<1000 {
                    client.application.windows[0].title = "\(number)" + String(repeating: "x", count: 2000)
                    try client.turn(isHeard: false)
                }
            }
            #expect(error == .closed)
            #expect(ContinuousClock.now - start < .seconds(30 * Footprint.patience))
        }
    }

    @Test func `fingers beyond the limit per device are ignored`() throws {
        let client = try TestClient()
        var began = 0
        client.pad().onTouch = { if $0.phase == .began { began += 1 } }
        let fingers = client.fingers()
        for id in 0..<300 as Range<Int64> {
            fingers.down(id, 10, 10, at: 0)
            try client.turn(at: 0)
        }
        #expect(began == FrameAssembler.mostContacts)
        #expect(client.takeNotices() == ["wl_touch.down of more than 256 touches: ignored"])
        for id in 0..<300 as Range<Int64> {
            fingers.up(id, at: 10)
            try client.turn(at: 10)
        }
        fingers.down(1000, 10, 10, at: 20)
        try client.turn(at: 20)
        #expect(began == FrameAssembler.mostContacts + 1)
    }

    @Test func `keys beyond the limit per keyboard are ignored`() throws {
        let client = try TestClient(capabilities: ScriptedCompositor.keyboard)
        var pressed = 0
        client.pad().onPress = { pressed += 1 }
        client.pad().becomeFirstResponder()
        let keyboard = client.compositor.resource("wl_keyboard")
        let text = Array(everythingKeymap.utf8)
        let file = try SharedMemory(size: text.count)
        let count = unsafe pwrite(file.descriptor.rawValue, text, text.count, 0)
        #expect(count == text.count)
        client.compositor.emit(
            keyboard, "keymap", 1, .descriptor(file.descriptor.rawValue), .number(Int64(text.count)))
        client.compositor.emit(keyboard, "enter", 1, .object(client.compositor.resource("wl_surface")), [])
        for code in 0..<300 as Range<Int64> {
            client.compositor.emit(keyboard, "key", 1, .number(client.stamp(0)), .number(code), 1)
            try client.turn(at: 0)
        }
        #expect(pressed == PressAssembler.mostKeys)
        #expect(client.takeNotices() == ["wl_keyboard.key of more than 256 keys: ignored"])
    }

    @Test func `tools, tablets and pads beyond the limit are destroyed`() throws {
        let client = try TestClient { $0.offer("zwp_tablet_manager_v2", 1) }
        let compositor = client.compositor
        let seat = compositor.resource("zwp_tablet_seat_v2")
        let kinds = [
            ("tool_added", ZwpTabletToolV2.interface), ("tablet_added", ZwpTabletV2.interface),
            ("pad_added", ZwpTabletPadV2.interface),
        ]
        for (event, interface) in kinds {
            for _ in 0..<70 {
                compositor.emit(seat, event, .object(compositor.make(interface, by: seat)))
                try client.turn()
            }
            #expect(compositor.take(interface.name).count == 70 - TabletDevices.most, "\(interface.name)")
        }
        let pad = compositor.resource("zwp_tablet_pad_v2")
        for _ in 0..<70 {
            compositor.emit(pad, "group", .object(compositor.make(ZwpTabletPadGroupV2.interface, by: pad)))
            try client.turn()
        }
        #expect(compositor.take("zwp_tablet_pad_group_v2").count == 70 - TabletDevices.most)
        let group = compositor.resource("zwp_tablet_pad_group_v2")
        for _ in 0..<70 {
            compositor.emit(group, "ring", .object(compositor.make(ZwpTabletPadRingV2.interface, by: group)))
            try client.turn()
        }
        #expect(compositor.take("zwp_tablet_pad_ring_v2").count == 70 - TabletDevices.most)
        #expect(compositor.complaints == [])
    }

    @Test func `a stylus frame that never ends stays bounded`() {
        var stylus = StylusAssembler(device: InputDevice(seat: 1, generation: 1))
        let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())
        stylus.enter(window)
        stylus.motion(to: Point(x: 5, y: 5))
        for serial in 0..<100 as Range<UInt32> {
            stylus.down(serial: serial)
            stylus.up()
        }
        // That it came near was so long ago that it is forgotten.
        #expect(stylus.frame(at: EventTime(nanoseconds: 1)).isEmpty)
    }

    @Test func `without a released buffer the number of buffers stays bounded`() throws {
        let client = try TestClient { $0.habits.releases = false }
        let compositor = client.compositor
        for number in 0..<40 {
            compositor.configure(compositor.resource("xdg_toplevel"), 100 + number, 100)
            try client.turn()
        }
        let buffers = compositor.everyResource.filter { $0.interface.name == "wl_buffer" }
        #expect(buffers.count < 16)
        // When it does, the last size is drawn.
        for buffer in buffers where compositor.resources[buffer.id] === buffer && buffer.buffer?.held != nil {
            compositor.release(buffer)
        }
        for _ in 0..<3 { try client.turn() }
        #expect(client.pad().bounds.size == Size(width: 139, height: 100))
        #expect(compositor.everyResource.last { $0.interface.name == "wl_buffer" }?.buffer?.width == 139)
        #expect(compositor.complaints == [])
    }

    @Test func `the number of different notices is limited`() throws {
        let client = try TestClient(capabilities: ScriptedCompositor.keyboard)
        let keyboard = client.compositor.resource("wl_keyboard")
        for rate in 1...1000 as ClosedRange<Int64> {
            client.compositor.emit(keyboard, "repeat_info", .number(-rate), 0)
            try client.turn()
        }
        #expect(client.takeNotices().count == Application.mostNotices)
    }

    @Test func `globals of version 0, repeated names and globals beyond the limit are ignored`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll(seatVersion: 0)
        compositor.globals += [(90, "wl_seat", 0), (91, "wl_seat", 7), (91, "wl_output", 1)]
        let client = try TestClient(bare: compositor)
        try client.turn()
        #expect(client.application.connection.globals.suffix(1).map(\.interface) == ["wl_seat"])
        #expect(compositor.take("wl_registry").filter { $0.contains("wl_seat") }.count == 1)
        for number in 0..<5000 {
            compositor.offer("nothing", 1)
            if number % 50 == 0 { try client.turn() }
        }
        try client.turn()
        #expect(client.application.connection.globals.count == Connection.mostGlobals)
    }

    @Test func `an oversized message ends the connection with a one-line error`() throws {
        let client = try TestClient()
        client.compositor.say(1, 0, [UInt8](repeating: 0, count: 4000))
        try? client.turn()
        let error = #expect(throws: ConnectionError.self) {
            for _ in 0..<3 {
                client.compositor.write([UInt8](repeating: 255, count: 4000))
                try client.turn()
            }
        }
        #expect(error == .unreadableMessage)
    }

    @Test func `the message of a protocol error is one line without control characters`() throws {
        for code in 0...3 as ClosedRange<Int64> {
            let client = try TestClient()
            let display = client.compositor.resources[1]!
            client.compositor.emit(
                display, "error", .object(display), .number(code), .text("evil\u{1b}[2J\nsecond line\u{9b}31m"))
            let error = #expect(throws: ConnectionError.self) { try client.turn() }
            #expect(error?.description == "protocol error \(code) on wl_display@1: evil [2J second line 31m")
        }
    }
}
