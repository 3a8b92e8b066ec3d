import Glibc
import TouchKit
import Wayland

/// A tool of a tablet: a pen, an eraser, a brush.
final class TabletTool {
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
            let window = queue.surfaces.window(on: surface)
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
