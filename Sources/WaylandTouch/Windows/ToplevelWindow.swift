public import TouchKit
import Wayland

/// Shows a TouchKit window as a toplevel of the compositor.
///
/// Create one by ``Application/openWindow(title:size:content:)``. It appears once the application runs and the
/// compositor has configured its size. Changed areas are drawn when the compositor asks for the next frame.
public final class ToplevelWindow: WindowHost, ShellRole {
    /// The window: the root of the view tree.
    public var window: Window { shell.window }
    /// The view that is resized to fill the window; nil if there is none.
    public var content: View? { shell.content }

    /// The title, as title bars and window lists show it. The compositor gets at most 2048 bytes of it, with a space
    /// for each control character.
    public var title: String {
        didSet {
            guard title != oldValue, isOpen else { return }
            toplevel.setTitle(title.printable.fitting)
            titleBar?.setNeedsDisplay()
        }
    }

    /// Whether the toplevel draws its own title bar if the compositor draws none: the title, a close button, and an
    /// area to move the window by. Default true. The bar lies above the content and does not reduce its size. It is
    /// hidden while the window is fullscreen or maximized, and if there is no content.
    public var drawsTitleBar = true {
        didSet { if drawsTitleBar != oldValue, isOpen { follow(agreed) } }
    }

    /// The smallest size that the user should be able to give the content, in points; nil, the default, for no limit.
    public var minimumSize: Size? {
        didSet { if minimumSize != oldValue { sendMinimumSize() } }
    }

    /// The states in which the compositor shows the toplevel.
    public private(set) var states: WindowStates = []

    /// Called when ``states`` has changed.
    public var onStatesChange: () -> Void = {}

    /// Whether the compositor shows the toplevel fullscreen.
    public var isFullscreen: Bool { states.contains(.fullscreen) }

    /// The pixels per point, with a fraction if the compositor asks for that. Coordinates do not depend on it.
    public var scale: Double { shell.scale }

    /// Whether the toplevel is open: true until it is closed.
    public var isOpen: Bool { shell.isOpen }

    /// Called when the user asks to close the toplevel, as by the close button. Returns whether it closes; by default
    /// true.
    public var shouldClose: () -> Bool = { true }

    /// The size and the states that the compositor proposes.
    private struct Proposal {
        /// Nil if the compositor leaves the length to the program, which then keeps within `bounds`.
        var width: Int?
        var height: Int?
        var bounds: (width: Int?, height: Int?)
        var states: WindowStates = []
        /// Whether the compositor draws a title bar.
        var isDecorated: Bool

        var isFloating: Bool { states.isDisjoint(with: [.fullscreen, .maximized]) }
    }

    let shell: ShellSurface
    private unowned let application: Application
    private let toplevel: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    /// The proposal that is being received, and the last one that a configure has completed.
    private var proposal: Proposal
    private var agreed: Proposal
    /// The size of the content if the compositor leaves it to the program.
    private var ownSize: Size
    private var titleBar: TitleBar?

    init(_ window: Window, title: String, content: View?, in application: Application, appID: String) {
        self.application = application
        shell = ShellSurface(window, content: content, in: application)
        self.title = title
        ownSize = window.bounds.size
        toplevel = shell.xdgSurface.getToplevel()
        decoration = application.globals.decorations?.getToplevelDecoration(toplevel: toplevel)
        proposal = Proposal(isDecorated: decoration != nil)
        agreed = proposal
        toplevel.setTitle(title.printable.fitting)
        toplevel.setAppId(appID.fitting)
        decoration?.setMode(.serverSide)
        shell.role = self
        window.host = self
        toplevel.onEvent = { [weak self] event in
            switch event {
            case .configure(let width, let height, let states):
                self?.proposal.width = width.length
                self?.proposal.height = height.length
                self?.proposal.states = WindowStates(states.uint32s)
            case .close:
                self?.askToClose()
            case .configureBounds(let width, let height):
                self?.proposal.bounds = (width.length, height.length)
            case .wmCapabilities: break
            }
        }
        decoration?.onEvent = { [weak self] event in
            switch event {
            case .configure(let mode): self?.proposal.isDecorated = mode == .serverSide
            }
        }
    }

    /// Handles the user's wish to close the toplevel.
    func askToClose() {
        application.closeRequests.append { [weak self] in
            if let self, isOpen, shouldClose() { close() }
        }
    }

    /// Asks the compositor to enter or leave fullscreen. ``isFullscreen`` changes when the compositor agrees.
    public func setFullscreen(_ isFullscreen: Bool) {
        guard isOpen else { return }
        if isFullscreen { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
    }

    /// Lets the user move the toplevel with a touch that is down in it, as a title bar does. The compositor takes over
    /// all touches of the window and does not report their ends, so they are cancelled here.
    ///
    /// - Returns: whether the compositor was asked: false if the touch has ended or was lost.
    @discardableResult
    public func beginMove(with touch: Touch) -> Bool { give(touch) { toplevel.move(seat: $0, serial: $1) } }

    /// Lets the user resize the toplevel with a touch that is down in it. The touches of the window are cancelled, as
    /// by ``beginMove(with:)``.
    ///
    /// - Parameters:
    ///   - touch: the touch that the edges follow.
    ///   - edges: the edges that follow it: one, or two that meet.
    /// - Returns: whether the compositor was asked: false if the touch has ended or was lost.
    @discardableResult
    public func beginResize(with touch: Touch, edges: WindowEdges) -> Bool {
        precondition(edges.areResizable, "a window is resized by one edge, or by two that meet")
        return give(touch) { seat, serial in
            toplevel.resize(seat: seat, serial: serial, edges: XdgToplevel.ResizeEdge(rawValue: edges.rawValue))
        }
    }

    private func give(_ touch: Touch, _ request: (WlSeat, UInt32) -> Void) -> Bool {
        guard isOpen, touch.window === window, let (seat, serial) = application.grab(by: touch) else { return false }
        request(seat, serial)
        application.forgetTouches(in: window)
        return true
    }

    /// Opens a popup whose parent is this toplevel.
    ///
    /// - Parameters:
    ///   - size: the popup's size in points.
    ///   - anchor: the area of the window below which the popup appears, or above which if there is no room below, in
    ///     points of the window.
    ///   - content: the view that fills the popup.
    ///   - touch: the touch that opens the popup. The compositor then closes the popup when the user touches something
    ///     else, unless the touch has already ended. Without a touch only the program closes it.
    /// - Returns: the popup. Its parent keeps it until it is closed; a compositor may refuse a popup by closing it.
    @discardableResult
    public func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch? = nil) -> PopupWindow {
        shell.openPopup(size: size, beside: anchor, content: content, with: touch)
    }

    /// Closes the toplevel and its popups, and cancels the touches in them.
    public func close() {
        guard isOpen else { return }
        shell.close {
            decoration?.destroy()
            toplevel.destroy()
        }
        application.forget(self)
    }

    /// Adds an area to those that are drawn with the next frame.
    public func window(_ window: Window, needsDisplayIn rect: Rect) { shell.needsDisplay(in: rect) }

    // MARK: Configuration by the compositor

    func proposalIsComplete() {
        agreed = proposal
        shell.isSuspended = agreed.states.contains(.suspended)
    }

    private var barHeight: Double { titleBar == nil ? 0 : TitleBar.height }

    private func sendMinimumSize() {
        guard isOpen else { return }
        guard let minimumSize else { return toplevel.setMinSize(width: 0, height: 0) }
        let size = Size(width: minimumSize.width, height: minimumSize.height + barHeight).rounded
        toplevel.setMinSize(width: Int32(size.width), height: Int32(size.height))
    }

    func followProposal() {
        let old = states
        states = agreed.states
        follow(agreed)
        if states != old { onStatesChange() }
    }

    private func follow(_ agreed: Proposal) {
        showTitleBar(drawsTitleBar && content != nil && !agreed.isDecorated && agreed.isFloating)
        var size = Size(width: ownSize.width, height: ownSize.height + barHeight)
        if let most = agreed.bounds.width { size.width = min(size.width, Double(most)) }
        if let most = agreed.bounds.height { size.height = min(size.height, Double(most)) }
        if let width = agreed.width { size.width = Double(width) }
        if let height = agreed.height { size.height = Double(height) }
        if agreed.isFloating { ownSize = Size(width: size.width, height: max(1, size.height - barHeight)) }
        titleBar?.isActive = states.contains(.activated)
        shell.resize(to: size)
    }

    private func showTitleBar(_ isShown: Bool) {
        guard isShown != (titleBar != nil) else { return }
        titleBar?.removeFromSuperview()
        titleBar = isShown ? TitleBar(of: self) : nil
        shell.bar = titleBar
        if let titleBar { window.addSubview(titleBar) }
        if minimumSize != nil { sendMinimumSize() }
    }
}

extension Int32 {
    /// The value as a length in points; nil unless it is above 0.
    fileprivate var length: Int? { self > 0 ? Int(self) : nil }
}

extension String {
    /// The longest prefix of whole characters with at most 2048 bytes, for which a request has room.
    fileprivate var fitting: String {
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= 2048
            })
    }
}
