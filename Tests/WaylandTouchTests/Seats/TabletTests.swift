import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// Tools of tablets, as touches of type stylus and as what hovers.
@Suite(.timeLimited) struct TabletTests {
    @Test func `a pen hovers, touches with force and tilt, and hovers again`() throws {
        let pen = try Pen()
        pen.enter(100, 50, at: 0)
        pen.say("distance", 65_535)
        pen.move(110, 50, at: 10)
        pen.say("distance", 0)
        pen.say("pressure", 16_384)
        pen.say("tilt", 45.0, 0.0)
        pen.client.pad().onTouch = { [unowned client = pen.client] touch in
            client.note(
                "\(touch.type) force \(plain(touch.force)) altitude \(plain(touch.altitudeAngle * 180 / .pi)) azimuth "
                    + plain(touch.azimuthAngle(in: nil) * 180 / .pi))
        }
        pen.down(120, 50, at: 20)
        pen.say("pressure", 65_535)
        pen.say("tilt", 0.0, -45.0)
        pen.move(130, 50, at: 30)
        pen.up(at: 40)
        pen.leave(at: 50)
        try pen.client.turn(at: 60)
        #expect(
            pen.client.take() == [
                "0 hover 100,50 distance 0", "10 hover 110,50 distance 1",
                "20 pad began 0@120,50", "20 stylus force 1 altitude 45 azimuth 0",
                "30 pad moved 0@130,50", "30 stylus force 4 altitude 45 azimuth -90",
                "40 pad ended 0@130,50", "40 stylus force 4 altitude 45 azimuth -90",
                "40 hover 130,50 distance 0", "50 hover away",
            ])
        #expect(pen.client.application.dispatcher.isIdle)
        #expect(pen.client.compositor.complaints == [])
    }

    @Test func `a pen that comes again has no place, no shape and no buttons before they are told`() {
        let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())
        var pen = StylusAssembler(device: InputDevice(seat: 1, generation: 1))
        func frame(_ t: Double) -> [TouchSample] { pen.frame(at: EventTime(milliseconds: t)).flatMap(\.samples) }
        pen.enter(window)
        pen.motion(to: Point(x: 10, y: 10))
        pen.reshape { $0.force = 2 }
        pen.button(.secondary, isPressed: true)
        pen.leave()
        #expect(frame(0).isEmpty)
        pen.enter(window)
        pen.down(serial: 1)
        pen.up()
        #expect(frame(10).isEmpty, "nobody knows where it touched")
        pen.motion(to: Point(x: 20, y: 20))
        pen.down(serial: 2)
        let samples = frame(20)
        guard case .began(let start, let place)? = samples.first?.change else {
            Issue.record("expected a touch to begin, not \(samples)")
            return
        }
        #expect(place == Point(x: 20, y: 20))
        #expect(start.buttonMask == [])
        #expect(samples.last?.contact?.force == Contact().force)
    }

    @Test func `a tap of a pen is a tap, and the buttons on its shaft are told`() throws {
        let pen = try Pen()
        pen.client.addTap()
        var masks: [ButtonMask] = []
        pen.client.pad().onTouch = { if $0.phase == .began { masks.append($0.buttonMask) } }
        pen.enter(100, 50, at: 0)
        pen.down(100, 50, at: 10)
        pen.up(at: 60)
        pen.button(0x14b, true)
        pen.down(100, 50, at: 1000)
        pen.up(at: 1050)
        pen.button(0x14b, false)
        pen.button(0x14c, true)
        pen.button(0x999, true)
        pen.down(100, 50, at: 2000)
        pen.up(at: 2050)
        try pen.client.turn(at: 2100)
        #expect(
            pen.client.take().filter { $0.contains("tap") } == [
                "60 tap ended 100,50", "1050 tap ended 100,50", "2050 tap ended 100,50",
            ])
        #expect(masks == [[], .secondary, .middle])
        #expect(
            pen.client.takeNotices() == [
                "zwp_tablet_tool_v2.button 2457: ignored, only the buttons of a stylus are known"
            ])
    }

    @Test(arguments: ["proximity_out", "tool", "tablet", "seat", "window", "run ends"])
    func `a touch that loses its pen is cancelled, once`(by loss: String) throws {
        let pen = try Pen()
        let (client, compositor) = (pen.client, pen.client.compositor)
        pen.enter(100, 50, at: 0)
        pen.down(100, 50, at: 10)
        try client.turn(at: 10)
        _ = client.take()
        switch loss {
        case "proximity_out": pen.leave(at: 20)
        case "tool": compositor.emit(pen.tool, "removed")
        case "tablet": compositor.emit(pen.tablet, "removed")
        case "seat": compositor.withdraw(compositor.globals.first { $0.interface == "wl_seat" }!.name)
        case "window": client.application.windows[0].close()
        default:
            client.pad().onTouch = { [unowned client] in if $0.phase == .moved { client.application.terminate() } }
            pen.move(100, 50, at: 20)
            #expect(try client.run(at: 20) == .terminated)
        }
        if loss == "tablet" || loss == "window" {
            pen.move(200, 200, at: 30)
            pen.up(at: 40)
        }
        if loss != "run ends" { try client.turn(at: 50) }
        let time = loss == "proximity_out" || loss == "run ends" ? 20 : 10
        #expect(client.take().filter { $0.contains("pad c") } == ["\(time) pad cancelled 0@100,50"])
        #expect(client.application.dispatcher.isIdle)
        #expect(compositor.complaints == [])
        if loss == "tool" { #expect(compositor.take("zwp_tablet_tool_v2").last == "zwp_tablet_tool_v2.destroy()") }
        if loss == "tablet" { #expect(compositor.take("zwp_tablet_v2").last == "zwp_tablet_v2.destroy()") }
    }

    @Test func `two pens at once are two touches`() throws {
        let client = try Pen.client()
        let (pen, other) = (try Pen(client), try Pen(client))
        pen.enter(100, 50, at: 0)
        other.enter(300, 50, at: 0)
        pen.down(100, 50, at: 10)
        other.down(300, 50, at: 20)
        pen.up(at: 30)
        other.up(at: 40)
        try client.turn(at: 50)
        #expect(
            client.take().filter { $0.contains("pad") } == [
                "10 pad began 0@100,50", "20 pad began 0@300,50", "30 pad ended 0@100,50", "40 pad ended 0@300,50",
            ])
    }

    @Test func `a pen moves from one surface to another in one frame`() throws {
        let pen = try Pen()
        pen.enter(100, 50, at: 0)
        pen.client.compositor.emit(pen.tool, "proximity_out")
        pen.enter(10, 20, at: 10)
        pen.down(10, 20, at: 20)
        try pen.client.turn(at: 20)
        let other = pen.client.compositor.resource("wl_surface", 2)
        pen.client.compositor.emit(pen.tool, "proximity_out")
        pen.client.compositor.emit(
            pen.tool, "proximity_in", .number(Int64(pen.client.compositor.nextSerial())), .object(pen.tablet),
            .object(other))
        pen.move(5, 5, at: 30)
        pen.down(5, 5, at: 40)
        pen.up(at: 50)
        try pen.client.turn(at: 60)
        #expect(
            pen.client.take() == [
                "0 hover 100,50 distance 0", "10 hover 10,20 distance 0",
                "20 pad began 0@10,20", "30 pad cancelled 0@10,20", "30 hover away",
            ])
    }

    @Test func `a window is moved with a pen, by the serial of its touch`() throws {
        let pen = try Pen()
        pen.client.pad().onTouch = { [unowned client = pen.client] touch in
            if touch.phase == .began { #expect(client.application.windows[0].beginMove(with: touch)) }
        }
        pen.enter(100, 50, at: 0)
        pen.down(100, 50, at: 10, serial: 77)
        try pen.client.turn(at: 10)
        pen.up(at: 20)
        try pen.client.turn(at: 20)
        #expect(pen.client.compositor.take("xdg_toplevel") == ["xdg_toplevel.move(wl_seat, 77)"])
        #expect(
            pen.client.take().filter { $0.contains("pad") } == ["10 pad began 0@100,50", "10 pad cancelled 0@100,50"])
    }

    @Test func `a pen shows the arrow over our windows`() throws {
        let pen = try Pen()
        pen.enter(100, 50, at: 0, serial: 9)
        try pen.client.turn(at: 0)
        #expect(
            pen.client.compositor.take("zwp_tablet_tool_v2") == [
                "zwp_tablet_tool_v2.set_cursor(9, wl_surface#2, 2, 2)"
            ])
        pen.client.mouse().enter(10, 10, serial: 10)
        try pen.client.turn(at: 10)
        #expect(pen.client.compositor.take("wl_pointer") == ["wl_pointer.set_cursor(10, wl_surface#3, 2, 2)"])
        #expect(pen.client.compositor.complaints == [])
    }

    @Test func `the pads that a compositor makes are kept, and given back when they go`() throws {
        let client = try Pen.client()
        let compositor = client.compositor
        let pad = compositor.make(ZwpTabletPadV2.interface, by: compositor.resource("zwp_tablet_seat_v2"))
        compositor.emit(compositor.resource("zwp_tablet_seat_v2"), "pad_added", .object(pad))
        let group = compositor.make(ZwpTabletPadGroupV2.interface, by: pad)
        compositor.emit(pad, "group", .object(group))
        let ring = compositor.make(ZwpTabletPadRingV2.interface, by: group)
        compositor.emit(group, "ring", .object(ring))
        let strip = compositor.make(ZwpTabletPadStripV2.interface, by: group)
        compositor.emit(group, "strip", .object(strip))
        compositor.emit(pad, "done")
        try client.turn()
        let pen = try Pen(client)
        pen.enter(1, 1, at: 0)
        compositor.emit(pad, "removed")
        try client.turn(at: 0)
        #expect(
            compositor.take().filter { $0.contains("pad") } == [
                "zwp_tablet_pad_ring_v2.destroy()", "zwp_tablet_pad_strip_v2.destroy()",
                "zwp_tablet_pad_group_v2.destroy()", "zwp_tablet_pad_v2.destroy()",
            ])
        #expect(client.take() == ["0 hover 1,1 distance 0"])
    }

    @Test func `tilt in two directions gives one altitude and one azimuth`() {
        var contact = Contact()
        contact.tilt(x: -30, y: 30)
        #expect(abs(contact.azimuth - 3 * .pi / 4) < 1e-9)
        #expect(abs(contact.altitude - 0.886_1) < 1e-3)
        contact.tilt(x: 0, y: 0)
        #expect(contact.altitude == .pi / 2 && contact.azimuth == 0)
        contact.tilt(x: 1000, y: 0)
        #expect(contact.altitude > 0 && contact.altitude < 0.01 && contact.azimuth == 0)
    }
}

/// A pen with its tablet, as the compositor moves it; what hovers and how it is held is noted.
private final class Pen {
    let client: TestClient
    let tablet: Resource
    let tool: Resource

    static func client() throws -> TestClient {
        let client = try TestClient { compositor in compositor.offer("zwp_tablet_manager_v2", 1) }
        client.application.dispatcher.addFrameObserver { [unowned client] frame in
            switch frame.hover {
            case .over(_, let place)?:
                client.note("hover \(plain(place)) distance \(plain(frame.hoverContact?.distance ?? -1))")
            case .away?: client.note("hover away")
            case nil: break
            }
        }
        return client
    }

    init(_ client: TestClient) throws {
        self.client = client
        let compositor = client.compositor
        let seat = compositor.resource("zwp_tablet_seat_v2")
        tablet = compositor.make(ZwpTabletV2.interface, by: seat)
        compositor.emit(seat, "tablet_added", .object(tablet))
        compositor.emit(tablet, "done")
        tool = compositor.make(ZwpTabletToolV2.interface, by: seat)
        compositor.emit(seat, "tool_added", .object(tool))
        compositor.emit(tool, "type", 0x140)
        compositor.emit(tool, "done")
        try client.turn()
    }

    convenience init() throws { try self.init(Pen.client()) }

    func say(_ event: String, _ words: Word...) {
        if words.count == 1 {
            client.compositor.emit(tool, event, words[0])
        } else {
            client.compositor.emit(tool, event, words[0], words[1])
        }
    }

    private func frame(_ time: Double) { client.compositor.emit(tool, "frame", .number(client.stamp(time))) }

    func enter(_ x: Double, _ y: Double, at time: Double, serial: UInt32? = nil) {
        client.compositor.emit(
            tool, "proximity_in", .number(Int64(serial ?? client.compositor.nextSerial())), .object(tablet),
            .object(client.compositor.resource("wl_surface")))
        move(x, y, at: time)
    }

    func leave(at time: Double) {
        client.compositor.emit(tool, "proximity_out")
        frame(time)
    }

    func move(_ x: Double, _ y: Double, at time: Double) {
        say("motion", .real(x), .real(y))
        frame(time)
    }

    func down(_ x: Double, _ y: Double, at time: Double, serial: UInt32? = nil) {
        client.compositor.emit(tool, "down", .number(Int64(serial ?? client.compositor.nextSerial())))
        move(x, y, at: time)
    }

    func up(at time: Double) {
        client.compositor.emit(tool, "up")
        frame(time)
    }

    func button(_ code: Int64, _ isPressed: Bool) {
        client.compositor.emit(
            tool, "button", .number(Int64(client.compositor.nextSerial())), .number(code),
            .number(isPressed ? 1 : 0))
    }
}
