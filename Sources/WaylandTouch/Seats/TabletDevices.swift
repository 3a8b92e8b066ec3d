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
