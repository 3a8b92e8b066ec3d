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

    /// What title bars and lists of windows call it; of a very long one the beginning.
    public var title: String {
        didSet { if title != oldValue, isOpen { toplevel.setTitle(title.fitting) } }
    }

    /// The smallest size that the user should be able to give it, in points; nil for any.
    public var minimumSize: Size? {
        didSet { if minimumSize != oldValue { sendMinimumSize() } }
    }

    /// Whether the compositor shows it on the whole screen.
    public private(set) var isFullscreen = false

    /// Pixels a point: whole, or with a fraction where the compositor wants that. It never touches coordinates.
    public var scale: Double { shell.scale }

    /// Whether it has not been closed.
    public var isOpen: Bool { shell.isOpen }

    /// Called when the user asks to close it, as by a button of the title bar; the answer is whether it may be closed.
    /// By default it may.
    public var shouldClose: () -> Bool = { true }

    /// What the compositor wants it to be; nil for a length that is left to us.
    private struct Proposal {
        var width: Int?
        var height: Int?
        var isFullscreen = false
        var isFloating = true
    }

    let shell: ShellSurface
    private let toplevel: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    /// What was said last, and what of it a configure has completed.
    private var proposal = Proposal()
    private var agreed = Proposal()
    /// The size that it has when the compositor leaves it to us.
    private var ownSize: Size

    init(_ window: Window, title: String, content: View?, in application: Application, appID: String) {
        shell = ShellSurface(window, content: content, in: application)
        self.title = title
        ownSize = window.bounds.size
        toplevel = shell.xdgSurface.getToplevel()
        decoration = application.globals.decorations?.getToplevelDecoration(toplevel: toplevel)
        toplevel.setTitle(title.fitting)
        toplevel.setAppId(appID.fitting)
        decoration?.setMode(.serverSide)
        shell.role = self
        window.host = self
        toplevel.onEvent = { [weak self, weak application] event in
            switch event {
            case .configure(let width, let height, let states): self?.propose(width, height, states.uint32s)
            case .close:
                application?.closeRequests.append {
                    if let self, self.isOpen, self.shouldClose() { self.close() }
                }
            case .configureBounds, .wmCapabilities: break
            }
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

    func proposalIsComplete() { agreed = proposal }

    private func propose(_ width: Int32, _ height: Int32, _ states: [UInt32]) {
        let states = Set(states.map(XdgToplevel.State.init(rawValue:)))
        proposal = Proposal(
            width: width > 0 ? Int(width) : nil, height: height > 0 ? Int(height) : nil,
            isFullscreen: states.contains(.fullscreen), isFloating: states.isDisjoint(with: [.fullscreen, .maximized]))
    }

    private func sendMinimumSize() {
        guard isOpen else { return }
        let size = (minimumSize ?? .zero).rounded
        toplevel.setMinSize(
            width: minimumSize == nil ? 0 : Int32(size.width), height: minimumSize == nil ? 0 : Int32(size.height))
    }

    func followProposal() {
        isFullscreen = agreed.isFullscreen
        var size = ownSize
        if let width = agreed.width { size.width = Double(width) }
        if let height = agreed.height { size.height = Double(height) }
        if agreed.isFloating { ownSize = size }
        shell.resize(to: size)
    }
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

/// Edges of a window.
public nonisolated struct WindowEdges: OptionSet, Hashable, Sendable {
    /// The bits that `xdg_toplevel.resize_edge` has.
    public let rawValue: UInt32

    /// The edges of some bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = WindowEdges(rawValue: 1)
    /// The lower edge.
    public static let bottom = WindowEdges(rawValue: 2)
    /// The left edge.
    public static let left = WindowEdges(rawValue: 4)
    /// The right edge.
    public static let right = WindowEdges(rawValue: 8)

    fileprivate var areResizable: Bool {
        let known: WindowEdges = [.top, .bottom, .left, .right]
        return !isEmpty && isSubset(of: known) && !isSuperset(of: [.top, .bottom]) && !isSuperset(of: [.left, .right])
    }
}
