public import TouchKit
import Wayland

/// A window that hangs on another, beside a part of it: a menu, a list of choices.
///
/// Made by ``ToplevelWindow/openPopup(size:beside:content:with:)`` or ``openPopup(size:beside:content:with:)``. It
/// is closed by the program, by the compositor when the user turns to something else, and with what it hangs on.
public final class PopupWindow: WindowHost, ShellRole {
    /// The root of its views.
    public var window: Window { shell.window }
    /// The view that fills it.
    public var content: View? { shell.content }
    /// The pixels that one point of the popup has, with a fraction where the compositor asks for that.
    public var scale: Double { shell.scale }
    /// Whether it has not been closed.
    public var isOpen: Bool { shell.isOpen }
    /// Called once when it has been closed, whoever closed it.
    public var onClose: () -> Void = {}

    let shell: ShellSurface
    private let popup: XdgPopup
    private weak var parent: ShellSurface?
    private var proposal: Size
    private var agreed: Size

    init(
        _ size: Size, beside anchor: Rect, of parent: ShellSurface, content: View, grab: (seat: WlSeat, serial: UInt32)?
    ) {
        let application = parent.application
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

    /// Opens a popup that hangs on this one, as a menu in a menu.
    ///
    /// - Parameters: as those of ``ToplevelWindow/openPopup(size:beside:content:with:)``.
    @discardableResult
    public func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch? = nil) -> PopupWindow {
        shell.openPopup(size: size, beside: anchor, content: content, with: touch)
    }

    /// Closes it, and before it all popups that hang on it. The touches in it are cancelled.
    public func close() {
        guard isOpen else { return }
        shell.close { popup.destroy() }
        parent?.forget(self)
        onClose()
    }

    /// Notes what is to be drawn with the next frame.
    public func window(_ window: Window, needsDisplayIn rect: Rect) { shell.needsDisplay(in: rect) }

    func proposalIsComplete() { agreed = proposal }

    func followProposal() { shell.resize(to: agreed) }
}

extension ShellSurface {
    func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch?) -> PopupWindow {
        precondition(isOpen, "a popup can't hang on a window that is closed")
        let popup = PopupWindow(
            size, beside: anchor, of: self, content: content, grab: touch.flatMap(application.grab(by:)))
        add(popup)
        return popup
    }
}

extension XdgPositioner {
    /// Below the anchor, from its left edge; where there is no room above it, and shifted sideways.
    fileprivate func place(size: Size, beside anchor: Rect, of bounds: Rect) {
        setSize(width: Int32(size.width), height: Int32(size.height))
        // It may not be empty, and must lie in the window.
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
