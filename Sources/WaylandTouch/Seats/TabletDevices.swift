import TouchKit
import Wayland

/// The drawing tablets of a seat, from `zwp_tablet_seat_v2`. Each tool is a separate device, so several can be used at
/// the same time.
final class TabletDevices {
    /// The limit on tablets, tools, pads, and parts of a pad each; further ones are destroyed at once.
    static let most = 64

    // Kept as long as the seat exists: when an event that creates an object arrives for a destroyed object, libwayland
    // loses track of the compositor's object identifiers and then ends the connection.
    private let tablets: ZwpTabletSeatV2
    private let number: UInt32
    private let context: SeatContext
    private let cursor: Cursor
    private var tools: [TabletTool] = []
    private var present: [ZwpTabletV2] = []
    private var pads: [TabletPad] = []

    /// Creates the devices for the tablets of a seat.
    ///
    /// - Parameter number: the name of the seat's global.
    init(_ tablets: ZwpTabletSeatV2, seat number: UInt32, context: SeatContext, cursor: Cursor) {
        self.tablets = tablets
        self.number = number
        self.context = context
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
        let tool = TabletTool(proxy, as: context.nextDevice(of: number), context: context, cursor: cursor)
        tools.append(tool)
        tool.onRemoval = { [weak self] tool in self?.tools.removeAll { $0 === tool } }
    }

    private func add(_ proxy: ZwpTabletPadV2) {
        guard pads.count < Self.most else { return proxy.destroy() }
        let pad = TabletPad(proxy)
        pads.append(pad)
        pad.onRemoval = { [weak self] pad in self?.pads.removeAll { $0 === pad } }
    }

    /// Returns the serial for a request that a touch causes; nil if the touch belongs to none of the tools.
    func serial(for touch: Touch) -> UInt32? { tools.firstResult { $0.serial(for: touch) } }

    /// Cancels the touches in a window that the compositor has taken over.
    func forgetTouches(in window: Window) {
        for tool in tools { tool.forgetTouch(in: window) }
    }

    /// Cancels touches and hover in a window that closes.
    func forget(_ window: Window) {
        for tool in tools where tool.focus === window { tool.lose(.windowClosed) }
    }

    /// Cancels all touches, since no more events will come for them.
    func cancelAll() {
        for tool in tools { tool.lose() }
    }

    /// Cancels all touches and destroys the objects, as when the seat is removed.
    func release() {
        cancelAll()
        for tool in tools { tool.destroy() }
        for tablet in present { tablet.destroy() }
        for pad in pads { pad.destroy() }
        tablets.destroy()
        (tools, present, pads) = ([], [], [])
    }
}
