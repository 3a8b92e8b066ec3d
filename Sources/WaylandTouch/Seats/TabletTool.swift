import Glibc
import TouchKit
import Wayland

/// A tool of a tablet, such as a pen, an eraser or a brush.
final class TabletTool {
    /// The tablet on which the tool is in proximity; nil if it is on none.
    private(set) weak var tablet: ZwpTabletV2?
    /// Called after the compositor has removed the tool.
    var onRemoval: (TabletTool) -> Void = { _ in }

    private let tool: ZwpTabletToolV2
    private let context: SeatContext
    private let cursor: Cursor
    private var clock = DeviceClock()
    private var assembler: StylusAssembler

    /// The window above which the tool is in proximity; nil if there is none.
    var focus: Window? { assembler.focus }

    init(_ tool: ZwpTabletToolV2, as device: InputDevice, context: SeatContext, cursor: Cursor) {
        self.tool = tool
        self.context = context
        self.cursor = cursor
        assembler = StylusAssembler(device: device)
        tool.onEvent = { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ZwpTabletToolV2.Event) {
        switch event {
        case .proximityIn(let serial, let tablet, let surface):
            self.tablet = tablet
            let window = context.surfaces.window(on: surface)
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
                context.notice("zwp_tablet_tool_v2.button \(code): ignored, only the buttons of a stylus are known")
                break
            }
            assembler.button(button, isPressed: state == .pressed)
        case .frame(let stamp):
            add(assembler.frame(at: context.time(of: Stamp(milliseconds: stamp), by: &clock)))
        case .removed:
            lose()
            destroy()
            onRemoval(self)
        case .type, .hardwareSerial, .hardwareIdWacom, .capability, .done, .rotation, .slider, .wheel: break
        }
    }

    private func add(_ frames: [InputFrame]) {
        for frame in frames { context.turn.add(frame) }
    }

    func destroy() { tool.destroy() }

    func serial(for touch: Touch) -> UInt32? { touch.device == assembler.device ? assembler.downSerial : nil }

    func forgetTouch(in window: Window) {
        if focus === window {
            add(assembler.forgetTouch(.cancelledByCompositor, at: context.time(withoutStamp: clock)))
        }
    }

    func lose(_ reason: FailureReason = .touchLost) {
        tablet = nil
        add(assembler.lose(reason, at: context.time(withoutStamp: clock)))
    }
}

nonisolated extension Contact {
    /// Returns the force of a pressure from 0 to 65535. The force of an average touch is 1, and writing uses about a
    /// quarter of a pen's range, so the greatest force is 4, close to UIKit's for a pencil.
    static func force(ofPressure pressure: UInt32) -> Double { 4 * Double(min(pressure, 65_535)) / 65_535 }

    /// Sets the altitude and the azimuth from a tool's tilt: degrees from upright, positive to the right and downwards.
    mutating func tilt(x: Double, y: Double) {
        func slope(_ degrees: Double) -> Double { tan(max(-89.9, min(degrees, 89.9)) * .pi / 180) }
        let (right, down) = (slope(x), slope(y))
        let lean = (right * right + down * down).squareRoot()
        altitude = atan2(1, lean)
        azimuth = lean == 0 ? 0 : atan2(down, right)
    }
}

extension ButtonMask {
    /// The button with a stylus code of `linux/input-event-codes.h`. The lower and the upper button of a stylus
    /// correspond to the right and the middle button of a mouse.
    fileprivate init?(stylusCode code: UInt32) {
        switch code {
        case 0x14b: self = .secondary
        case 0x14c: self = .middle
        default: return nil
        }
    }
}
