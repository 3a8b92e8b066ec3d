import Glibc
import TouchKit
import Wayland

/// The drawing tablets of a seat, from `zwp_tablet_v2`: each of their tools is a device of its own, so several can be
/// used at once.
final class TabletDevices {
    /// More tablets, tools, pads, and parts of a pad than anybody has; those that come beyond them are sent away at once.
    static let most = 64

    // Kept as long as its seat is there: libwayland loses count of the compositor's objects if an event that makes one
    // comes for an object that is no more, and then ends the connection.
    private let tablets: ZwpTabletSeatV2
    private let number: UInt32
    private let queue: InputQueue
    private let cursor: Cursor
    private var tools: [TabletTool] = []
    private var present: [ZwpTabletV2] = []
    private var pads: [TabletPad] = []

    /// Listens to the tablets of a seat.
    ///
    /// - Parameter number: the name of the seat's global.
    init(_ tablets: ZwpTabletSeatV2, seat number: UInt32, queue: InputQueue, cursor: Cursor) {
        self.tablets = tablets
        self.number = number
        self.queue = queue
        self.cursor = cursor
        tablets.onEvent = { [weak self] event in
            switch event {
            case .tabletAdded(let tablet): self?.add(tablet)
            case .toolAdded(let tool): self?.add(tool)
            case .padAdded(let pad): self?.add(pad)
            }
        }
    }

    private func add(_ tablet: ZwpTabletV2) {
        guard present.count < Self.most else { return tablet.destroy() }
        present.append(tablet)
        tablet.onEvent = { [weak self, unowned tablet] event in
            switch event {
            case .removed:
                for tool in self?.tools ?? [] where tool.tablet === tablet { tool.lose() }
                self?.present.removeAll { $0 === tablet }
                tablet.destroy()
            case .name, .id, .path, .done: break
            }
        }
    }

    private func add(_ proxy: ZwpTabletToolV2) {
        guard tools.count < Self.most else { return proxy.destroy() }
        let tool = TabletTool(proxy, as: queue.nextDevice(of: number), queue: queue, cursor: cursor)
        tools.append(tool)
        tool.onRemoval = { [weak self] tool in self?.tools.removeAll { $0 === tool } }
    }

    private func add(_ proxy: ZwpTabletPadV2) {
        guard pads.count < Self.most else { return proxy.destroy() }
        let pad = TabletPad(proxy)
        pads.append(pad)
        pad.onRemoval = { [weak self] pad in self?.pads.removeAll { $0 === pad } }
    }

    /// What a request that a touch has caused is to name; nil where it is none of theirs, or is over.
    func serial(for touch: Touch) -> UInt32? { tools.firstResult { $0.serial(for: touch) } }

    /// Takes away the touches of a window: the compositor has them from now on.
    func forgetTouches(in window: Window) {
        for tool in tools { tool.forgetTouch(in: window) }
    }

    /// Takes away what is in a window that is closed.
    func forget(_ window: Window) {
        for tool in tools where tool.focus === window { tool.lose(.windowClosed) }
    }

    /// Takes away what is down: nothing more will be heard of it.
    func cancelAll() {
        for tool in tools { tool.lose() }
    }

    /// The seat has gone.
    func release() {
        cancelAll()
        for tool in tools { tool.destroy() }
        for tablet in present { tablet.destroy() }
        for pad in pads { pad.destroy() }
        tablets.destroy()
        (tools, present, pads) = ([], [], [])
    }
}

/// A tool of a tablet: a pen, an eraser, a brush.
private final class TabletTool {
    /// The tablet that it is near.
    private(set) weak var tablet: ZwpTabletV2?
    /// Called when it has been taken away.
    var onRemoval: (TabletTool) -> Void = { _ in }

    private let tool: ZwpTabletToolV2
    private let queue: InputQueue
    private let cursor: Cursor
    private var clock = DeviceClock()
    private var assembler: StylusAssembler

    /// The window that it is near.
    var focus: Window? { assembler.focus }

    init(_ tool: ZwpTabletToolV2, as device: InputDevice, queue: InputQueue, cursor: Cursor) {
        self.tool = tool
        self.queue = queue
        self.cursor = cursor
        assembler = StylusAssembler(device: device)
        tool.onEvent = { [weak self] event in self?.hear(event) }
    }

    private func hear(_ event: ZwpTabletToolV2.Event) {
        switch event {
        case .proximityIn(let serial, let tablet, let surface):
            self.tablet = tablet
            let window = queue.windowOfSurface(surface)
            if let window, let image = cursor.image(over: window) {
                tool.setCursor(
                    serial: serial, surface: image.surface, hotspotX: image.hotspotX, hotspotY: image.hotspotY)
            }
            assembler.enter(window)
        case .proximityOut:
            tablet = nil
            assembler.leave()
        case .down(let serial): assembler.down(serial: serial)
        case .up: assembler.up()
        case .motion(let x, let y): assembler.motion(to: Point(x: x, y: y))
        case .pressure(let pressure): assembler.reshape { $0.force = Contact.force(ofPressure: pressure) }
        case .distance(let distance): assembler.reshape { $0.distance = Double(min(distance, 65_535)) / 65_535 }
        case .tilt(let x, let y): assembler.reshape { $0.tilt(x: x, y: y) }
        case .button(_, let code, let state):
            guard let button = ButtonMask(stylusCode: code) else {
                queue.notice("zwp_tablet_tool_v2.button \(code): ignored, only the buttons of a stylus are known")
                break
            }
            assembler.button(button, isPressed: state == .pressed)
        case .frame(let stamp):
            add(assembler.frame(at: queue.time(of: Stamp(milliseconds: stamp), by: &clock)))
        case .removed:
            lose()
            destroy()
            onRemoval(self)
        case .type, .hardwareSerial, .hardwareIdWacom, .capability, .done, .rotation, .slider, .wheel: break
        }
    }

    private func add(_ frames: [InputFrame]) {
        for frame in frames { queue.add(frame) }
    }

    func destroy() { tool.destroy() }

    func serial(for touch: Touch) -> UInt32? { touch.device == assembler.device ? assembler.downSerial : nil }

    func forgetTouch(in window: Window) {
        if focus === window { add(assembler.forgetTouch(.cancelledByCompositor, at: queue.time(withoutStamp: clock))) }
    }

    func lose(_ reason: FailureReason = .touchLost) {
        tablet = nil
        add(assembler.lose(reason, at: queue.time(withoutStamp: clock)))
    }
}

/// The buttons, rings and strips beside a tablet. They do nothing, but the compositor makes them unasked, and each has
/// to be kept for as long as it may make more.
private final class TabletPad {
    /// Called when it has been taken away.
    var onRemoval: (TabletPad) -> Void = { _ in }

    private let pad: ZwpTabletPadV2
    private var groups: [ZwpTabletPadGroupV2] = []
    private var parts: [(proxy: Proxy, destroy: () -> Void)] = []

    init(_ pad: ZwpTabletPadV2) {
        self.pad = pad
        pad.onEvent = { [weak self] event in
            switch event {
            case .group(let group): self?.add(group)
            case .removed:
                guard let self else { break }
                destroy()
                onRemoval(self)
            case .path, .buttons, .done, .button, .enter, .leave: break
            }
        }
    }

    private func add(_ group: ZwpTabletPadGroupV2) {
        guard groups.count < TabletDevices.most else { return group.destroy() }
        groups.append(group)
        group.onEvent = { [weak self] event in
            switch event {
            case .ring(let ring): self?.add(ring) { ring.destroy() }
            case .strip(let strip): self?.add(strip) { strip.destroy() }
            case .buttons, .modes, .done, .modeSwitch: break
            }
        }
    }

    private func add(_ part: Proxy, _ destroy: @escaping () -> Void) {
        guard parts.count < TabletDevices.most else { return destroy() }
        parts.append((part, destroy))
    }

    func destroy() {
        for part in parts { part.destroy() }
        for group in groups { group.destroy() }
        pad.destroy()
        (parts, groups) = ([], [])
    }
}

nonisolated extension Contact {
    /// The force of a pressure from 0 to 65535. People write with about a quarter of what a pen can tell, and an
    /// average touch is 1: so the most is 4, about as much as UIKit has for a pencil.
    static func force(ofPressure pressure: UInt32) -> Double { 4 * Double(min(pressure, 65_535)) / 65_535 }

    /// Takes over how a tool leans: degrees from upright, to the right and down where positive.
    mutating func tilt(x: Double, y: Double) {
        func slope(_ degrees: Double) -> Double { tan(max(-89.9, min(degrees, 89.9)) * .pi / 180) }
        let (right, down) = (slope(x), slope(y))
        let lean = (right * right + down * down).squareRoot()
        altitude = atan2(1, lean)
        azimuth = lean == 0 ? 0 : atan2(down, right)
    }
}

extension ButtonMask {
    /// The button of a stylus with a code from `linux/input-event-codes.h`: its lower and its upper button are what
    /// the right and the middle one are on a mouse.
    fileprivate init?(stylusCode code: UInt32) {
        switch code {
        case 0x14b: self = .secondary
        case 0x14c: self = .middle
        default: return nil
        }
    }
}
