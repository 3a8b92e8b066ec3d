public import TouchKit
import Wayland

/// Shows a window of TouchKit's as a toplevel of the compositor.
///
/// Made by ``Application/openWindow(title:size:content:)``. It appears once the application runs and the compositor has
/// said how large it is to be. What changes is drawn when the compositor asks for the next frame, and only where it
/// changed.
public final class ToplevelWindow: WindowHost, ShellRole {
    /// The root of its views.
    public var window: Window { shell.window }
    /// The view that fills the window at any size, if there is one.
    public var content: View? { shell.content }

    /// What title bars and lists of windows call it; of a very long one the beginning, with a space for each control
    /// character.
    public var title: String {
        didSet {
            guard title != oldValue, isOpen else { return }
            toplevel.setTitle(title.printable.fitting)
            titleBar?.setNeedsDisplay()
        }
    }

    /// Whether it has a title bar of our own where the compositor gives it none: with its title, a button that closes it,
    /// and room to move it by. It takes nothing of the content's size, lies above it in the window, and is not there
    /// while the window is fullscreen or maximized, nor where no content fills the window. By default it has.
    public var drawsTitleBar = true {
        didSet { if drawsTitleBar != oldValue, isOpen { follow(agreed) } }
    }

    /// The smallest size that the user should be able to give its content, in points; nil for any.
    public var minimumSize: Size? {
        didSet { if minimumSize != oldValue { sendMinimumSize() } }
    }

    /// What the compositor says of how it is shown.
    public private(set) var states: WindowStates = []

    /// Called when ``states`` has changed.
    public var onStatesChange: () -> Void = {}

    /// Whether the compositor shows it on the whole screen.
    public var isFullscreen: Bool { states.contains(.fullscreen) }

    /// Pixels a point: whole, or with a fraction where the compositor wants that. It never touches coordinates.
    public var scale: Double { shell.scale }

    /// Whether it has not been closed.
    public var isOpen: Bool { shell.isOpen }

    /// Called when the user asks to close it, as by a button of the title bar; the answer is whether it may be closed.
    /// By default it may.
    public var shouldClose: () -> Bool = { true }

    /// What the compositor wants it to be.
    private struct Proposal {
        /// Nil for a length that is left to us; then the bounds are the most.
        var width: Int?
        var height: Int?
        var bounds: (width: Int?, height: Int?)
        var states: WindowStates = []
        /// Whether the compositor draws a title bar.
        var isDecorated: Bool

        var isFloating: Bool { states.isDisjoint(with: [.fullscreen, .maximized]) }
    }

    let shell: ShellSurface
    private let toplevel: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    /// What was said last, and what of it a configure has completed.
    private var proposal: Proposal
    private var agreed: Proposal
    /// The size that its content has when the compositor leaves it to us.
    private var ownSize: Size
    private var titleBar: TitleBar?

    init(_ window: Window, title: String, content: View?, in application: Application, appID: String) {
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

    /// The user wants it closed.
    func askToClose() {
        shell.application.closeRequests.append { [weak self] in
            if let self, isOpen, shouldClose() { close() }
        }
    }

    /// Asks the compositor to show it on the whole screen, or not to. ``isFullscreen`` tells what it answers.
    public func setFullscreen(_ isFullscreen: Bool) {
        guard isOpen else { return }
        if isFullscreen { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
    }

    /// Lets the user move it with a finger or a button that is down in it, as a title bar does. From then on the
    /// compositor has all touches of the window: here they are cancelled, as their ends are never told.
    ///
    /// - Returns: whether the compositor was asked; not where the touch is over by now, or was lost.
    @discardableResult
    public func beginMove(with touch: Touch) -> Bool { give(touch) { toplevel.move(seat: $0, serial: $1) } }

    /// Lets the user resize it with a finger or a button that is down in it, as ``beginMove(with:)`` lets move it.
    ///
    /// - Parameters:
    ///   - touch: what the edges follow.
    ///   - edges: which of its edges do: one, or two that meet.
    @discardableResult
    public func beginResize(with touch: Touch, edges: WindowEdges) -> Bool {
        precondition(edges.areResizable, "a window is resized by one edge, or by two that meet")
        return give(touch) { seat, serial in
            toplevel.resize(seat: seat, serial: serial, edges: XdgToplevel.ResizeEdge(rawValue: edges.rawValue))
        }
    }

    private func give(_ touch: Touch, _ request: (WlSeat, UInt32) -> Void) -> Bool {
        guard isOpen, touch.window === window, let (seat, serial) = shell.application.grab(by: touch) else {
            return false
        }
        request(seat, serial)
        shell.application.forgetTouches(in: window)
        return true
    }

    /// Opens a popup that hangs on this window.
    ///
    /// - Parameters:
    ///   - size: its size in points.
    ///   - anchor: the part of the window that it is shown below of, or above where there is no room, in points.
    ///   - content: the view that fills it.
    ///   - touch: the touch that it is opened for. Then the compositor closes it when the user turns elsewhere, unless
    ///     the touch is over by now; without one only the program does.
    /// - Returns: what shows it. The window keeps it until it is closed; a compositor that refuses it closes it at once.
    @discardableResult
    public func openPopup(size: Size, beside anchor: Rect, content: View, with touch: Touch? = nil) -> PopupWindow {
        shell.openPopup(size: size, beside: anchor, content: content, with: touch)
    }

    /// Closes it: the touches in it are cancelled at once, and it is not shown any more. So are its popups.
    public func close() {
        guard isOpen else { return }
        shell.close {
            decoration?.destroy()
            toplevel.destroy()
        }
        shell.application.forget(self)
    }

    /// Notes what is to be drawn with the next frame.
    public func window(_ window: Window, needsDisplayIn rect: Rect) { shell.needsDisplay(in: rect) }

    // MARK: What the compositor says

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
    /// A length in points; nil for none.
    fileprivate var length: Int? { self > 0 ? Int(self) : nil }
}

extension String {
    /// As much of it, in whole characters, as a request has room for.
    fileprivate var fitting: String {
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= 2048
            })
    }
}
