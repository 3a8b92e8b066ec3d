public import TouchKit
import Wayland

/// Shows a window as a popup beside a part of its parent, such as a menu or a list of choices.
///
/// Create one by ``ToplevelWindow/openPopup(size:beside:content:with:)`` or ``openPopup(size:beside:content:with:)``.
/// It is closed by the program, by the compositor when the user touches something else, and with its parent.
public final class PopupWindow: WindowHost, ShellRole {
    /// The window: the root of the view tree.
    public var window: Window { shell.window }
    /// The view that fills the popup.
    public var content: View? { shell.content }
    /// The pixels per point, with a fraction if the compositor asks for that.
    public var scale: Double { shell.scale }
    /// Whether the popup is open: true until it is closed.
    public var isOpen: Bool { shell.isOpen }
    /// Called once after the popup has closed, by the program or by the compositor.
    public var onClose: () -> Void = {}

    let shell: ShellSurface
    private let popup: XdgPopup
    private weak var parent: ShellSurface?
    private var proposal: Size
    private var agreed: Size

    init(
        _ size: Size, beside anchor: Rect, of parent: ShellSurface, content: View,
        grab: (seat: WlSeat, serial: UInt32)?, in application: Application
    ) {
        let window = Window(size: size, dispatcher: application.dispatcher)
        window.addSubview(content)
        self.parent = parent
        shell = ShellSurface(window, content: content, in: application)
        (proposal, agreed) = (window.bounds.size, window.bounds.size)
        let positioner = application.globals.shell.createPositioner()
        positioner.place(size: window.bounds.size, beside: anchor, of: parent.window.bounds)
        popup = shell.xdgSurface.getPopup(parent: parent.xdgSurface, positioner: positioner)
        positioner.destroy()
        if let grab { popup.grab(seat: grab.seat, serial: grab.serial) }
        shell.role = self
        window.host = self
        popup.onEvent = { [weak self, weak application] event in
            switch event {
            case .configure(_, _, let width, let height):
                guard width > 0, height > 0 else { break }
                self?.proposal = Size(width: Double(width), height: Double(height))
            case .popupDone: application?.closeRequests.append { self?.close() }
            case .repositioned: break
            }
        }
    }

    /// Opens a popup whose parent is this one, such as a submenu.
    ///
    /// - Parameters: as those of ``ToplevelWindow/openPopup(size:beside:content:with:)``.
    @discardableResult
    public func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch? = nil) -> PopupWindow {
        shell.openPopup(size: size, beside: anchor, content: content, with: touch)
    }

    /// Closes the popup after those whose parent it is, and cancels the touches in them.
    public func close() {
        guard isOpen else { return }
        shell.close { popup.destroy() }
        parent?.forget(self)
        onClose()
    }

    /// Adds an area to those that are drawn with the next frame.
    public func window(_ window: Window, needsDisplayIn rect: Rect) { shell.needsDisplay(in: rect) }

    func proposalIsComplete() { agreed = proposal }

    func followProposal() { shell.resize(to: agreed) }
}

extension ShellSurface {
    func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch?) -> PopupWindow {
        precondition(isOpen, "a popup can't be opened on a window that is closed")
        let popup = PopupWindow(
            size, beside: anchor, of: self, content: content, grab: touch.flatMap(application.grab(by:)),
            in: application)
        add(popup)
        return popup
    }
}

extension XdgPositioner {
    /// Places the popup below the anchor, from its left edge. If there is no room, the compositor flips it above the
    /// anchor and slides it sideways.
    fileprivate func place(size: Size, beside anchor: Rect, of bounds: Rect) {
        setSize(width: Int32(size.width), height: Int32(size.height))
        // The protocol requires an anchor that is not empty and lies in the window.
        let x = max(bounds.minX, min(anchor.minX.rounded(.down), bounds.maxX - 1))
        let y = max(bounds.minY, min(anchor.minY.rounded(.down), bounds.maxY - 1))
        setAnchorRect(
            x: Int32(x), y: Int32(y), width: Int32(max(1, min(anchor.maxX.rounded(.up), bounds.maxX) - x)),
            height: Int32(max(1, min(anchor.maxY.rounded(.up), bounds.maxY) - y)))
        setAnchor(.bottomLeft)
        setGravity(.bottomRight)
        let adjustments: ConstraintAdjustment = [.slideX, .flipY]
        setConstraintAdjustment(adjustments.rawValue)
    }
}
