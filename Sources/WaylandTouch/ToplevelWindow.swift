public import TouchKit
import Wayland

/// Shows a ``Window`` as a toplevel of the compositor.
///
/// Made by ``Application/openWindow(title:size:content:)``. It appears once the application runs and the compositor has
/// said how large it is to be. What changes is drawn when the compositor asks for the next frame, and only where it
/// changed.
public final class ToplevelWindow: WindowHost {
    /// The root of its views.
    public let window: Window
    /// The view that fills the window at any size, if there is one.
    public private(set) weak var content: View?

    /// What title bars and lists of windows call it.
    public var title: String {
        didSet { if title != oldValue, isOpen { toplevel.setTitle(title) } }
    }

    /// The smallest size that the user should be able to give it, in points; nil for any.
    public var minimumSize: Size? {
        didSet { if minimumSize != oldValue { sendMinimumSize() } }
    }

    /// Whether the compositor shows it on the whole screen.
    public private(set) var isFullscreen = false

    /// Pixels a point: whole, or with a fraction where the compositor wants that. It never touches coordinates.
    public private(set) var scale = 1.0

    /// Whether it has not been closed.
    public var isOpen: Bool { stage != .closed }

    /// Called when the user asks to close it, as by a button of the title bar; the answer is whether it may be closed.
    /// By default it may.
    public var shouldClose: () -> Bool = { true }

    private enum Stage {
        /// Its properties can be set before the compositor looks at it.
        case new
        /// It waits for the compositor to say how large it is to be; nothing may be shown before that.
        case unconfigured
        /// It has content.
        case shown
        /// Its surface is no more.
        case closed
    }

    /// What the compositor wants it to be; nil for a length that is left to us.
    private struct Proposal {
        var width: Int?
        var height: Int?
        var isFullscreen = false
        var isFloating = true
    }

    private unowned let application: Application
    private let surface: WlSurface
    private let xdgSurface: XdgSurface
    private let toplevel: XdgToplevel
    private let decoration: ZxdgToplevelDecorationV1?
    private let fraction: (scale: WpFractionalScaleV1, viewport: WpViewport)?
    private let pool: BufferPool

    private var stage = Stage.new
    private var proposal = Proposal()
    /// The last configure that has not been acknowledged.
    private var configure: (serial: UInt32, proposal: Proposal)?
    /// The size that it has when the compositor leaves it to us.
    private var ownSize: Size
    private var frameCallback: WlCallback?
    private var damage = Rect.zero
    private var outputs: Set<WlOutput> = []
    private var preferredScale = 1.0
    private var shown = Appearance(size: .zero, scale: 1, isOpaque: false)

    /// What all of the content hangs on.
    private struct Appearance: Equatable {
        var size: Size
        var scale: Double
        var isOpaque: Bool
    }

    init(_ window: Window, title: String, content: View?, in application: Application, appID: String) {
        self.window = window
        self.title = title
        self.content = content
        self.application = application
        ownSize = window.bounds.size.rounded
        let globals = application.globals
        surface = globals.compositor.createSurface()
        xdgSurface = globals.shell.getXdgSurface(surface)
        toplevel = xdgSurface.getToplevel()
        decoration = globals.decorations?.getToplevelDecoration(toplevel: toplevel)
        if let scales = globals.fractionalScales, let viewporter = globals.viewporter {
            fraction = (scales.getFractionalScale(surface: surface), viewporter.getViewport(surface: surface))
        } else {
            fraction = nil
        }
        pool = BufferPool(globals.shm)
        toplevel.setTitle(title)
        toplevel.setAppId(appID)
        decoration?.setMode(.serverSide)
        listen()
        window.host = self
        window.application = application
        window.frame = Rect(origin: .zero, size: ownSize)
        content?.frame = window.bounds
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
    /// - Parameter edges: which of its edges follow the touch: one, or two that meet.
    @discardableResult
    public func beginResize(with touch: Touch, edges: WindowEdges) -> Bool {
        precondition(edges.areResizable, "a window is resized by one edge, or by two that meet")
        return give(touch) { seat, serial in
            toplevel.resize(seat: seat, serial: serial, edges: XdgToplevel.ResizeEdge(rawValue: edges.rawValue))
        }
    }

    private func give(_ touch: Touch, _ request: (WlSeat, UInt32) -> Void) -> Bool {
        guard isOpen, touch.window === window,
            let (seat, serial) = application.seats.values.lazy.compactMap({ $0.grab(by: touch) }).first
        else { return false }
        request(seat, serial)
        for seat in application.seats.values { seat.forgetTouches(in: window) }
        return true
    }

    /// Closes it: the touches in it are cancelled at once, and it is not shown any more.
    public func close() {
        guard isOpen else { return }
        stage = .closed
        window.cancelTouches()
        application.forget(self)
        window.host = nil
        frameCallback?.discard()
        decoration?.destroy()
        fraction?.scale.destroy()
        fraction?.viewport.destroy()
        toplevel.destroy()
        xdgSurface.destroy()
        surface.destroy()
        pool.destroyAll()
    }

    /// Notes what is to be drawn with the next frame.
    public func window(_ window: Window, needsDisplayIn rect: Rect) { damage = damage.union(rect) }

    // MARK: What the compositor says

    func shows(on surface: WlSurface) -> Bool { self.surface === surface }

    func outputIsGone(_ output: WlOutput) { outputs.remove(output) }

    private func listen() {
        toplevel.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .configure(let width, let height, let states): propose(width, height, states.uint32s)
            case .close: application.closeRequests.append(self)
            case .configureBounds, .wmCapabilities: break
            }
        }
        xdgSurface.onEvent = { [weak self] event in
            switch event {
            case .configure(let serial): self.map { $0.configure = (serial, $0.proposal) }
            }
        }
        surface.onEvent = { [weak self] event in
            switch event {
            case .enter(let output?): self?.outputs.insert(output)
            case .leave(let output?): self?.outputs.remove(output)
            case .enter(nil), .leave(nil): break
            }
        }
        fraction?.scale.onEvent = { [weak self] event in
            switch event {
            // In parts of 120.
            case .preferredScale(let scale): if scale > 0 { self?.preferredScale = Double(scale) / 120 }
            }
        }
    }

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

    // MARK: Drawing

    /// Brings the surface up to date, as far as the compositor is ready for it.
    func update() {
        switch stage {
        case .closed: return
        case .new:
            stage = .unconfigured
            surface.commit()
        case .unconfigured, .shown:
            guard configure != nil || (stage == .shown && frameCallback == nil) else { return }
            if let configure { adopt(configure.proposal) }
            // Views that were laid out anew may have closed it.
            if isOpen { draw() }
        }
    }

    private func adopt(_ proposal: Proposal) {
        isFullscreen = proposal.isFullscreen
        var size = ownSize
        if let width = proposal.width { size.width = Double(width) }
        if let height = proposal.height { size.height = Double(height) }
        if proposal.isFloating { ownSize = size }
        guard size != window.bounds.size else { return }
        window.frame = Rect(origin: .zero, size: size)
        content?.frame = window.bounds
    }

    private var wantedScale: Double {
        if fraction != nil { return preferredScale }
        guard surface.version >= 3 else { return 1 }
        if let largest = outputs.map(application.scale).max() { return Double(largest) }
        // Some compositors never say which outputs it is on, others only when it has content.
        return stage == .shown ? shown.scale : Double(application.largestScale)
    }

    private func draw() {
        let isOpaque = window.backgroundColor?.alpha == 1 && window.alpha == 1 && !window.isHidden
        let wanted = Appearance(size: window.bounds.size.rounded, scale: wantedScale, isOpaque: isOpaque)
        let bounds = Rect(origin: .zero, size: wanted.size)
        if wanted != shown || stage == .unconfigured { damage = bounds }
        damage = damage.intersection(bounds)
        guard !damage.isEmpty else { return acknowledge() }
        let pixels = wanted.size.pixels(at: wanted.scale)
        do {
            guard let lending = try pool.lend(pixels, isOpaque: isOpaque) else { return }
            let changed = damage
            damage = .zero
            pool.noteChange(in: changed)
            lending.draw(changed, bounds: bounds, scale: wanted.scale) { window.display($0, in: $1) }
            guard isOpen else { return }
            if let configure { xdgSurface.ackConfigure(serial: configure.serial) }
            configure = nil
            guard lending.attach(to: surface) else { return }
            commit(wanted, changed, pixels)
        } catch {
            application.notice(error.description)
            declineConfigure()
        }
    }

    /// Stays as it was: there is no memory for what the compositor wants. A window that was never shown tries again.
    private func declineConfigure() {
        guard stage == .shown, configure != nil else { return }
        configure = nil
        window.frame = Rect(origin: .zero, size: shown.size)
        content?.frame = window.bounds
    }

    /// Acknowledges a configure that changes nothing.
    private func acknowledge() {
        guard let configure else { return }
        xdgSurface.ackConfigure(serial: configure.serial)
        self.configure = nil
        surface.commit()
    }

    private func commit(_ wanted: Appearance, _ changed: Rect, _ pixels: PixelSize) {
        let bounds = PixelSize(width: Int(wanted.size.width), height: Int(wanted.size.height))
        if surface.version >= 4 {
            let area = changed.pixels(at: wanted.scale, in: pixels).int32s
            surface.damageBuffer(x: area.x, y: area.y, width: area.width, height: area.height)
        } else {
            let area = changed.pixels(at: 1, in: bounds).int32s
            surface.damage(x: area.x, y: area.y, width: area.width, height: area.height)
        }
        if let fraction {
            fraction.viewport.setDestination(width: Int32(bounds.width), height: Int32(bounds.height))
        } else if wanted.scale != shown.scale {
            surface.setBufferScale(Int32(wanted.scale))
        }
        if wanted.isOpaque != shown.isOpaque || (wanted.isOpaque && wanted.size != shown.size) {
            let region = wanted.isOpaque ? application.globals.compositor.createRegion() : nil
            region?.add(x: 0, y: 0, width: Int32(bounds.width), height: Int32(bounds.height))
            surface.setOpaqueRegion(region)
            region?.destroy()
        }
        if frameCallback == nil {
            let callback = surface.frame()
            callback.onEvent = { [weak self] _ in self?.frameCallback = nil }
            frameCallback = callback
        }
        surface.commit()
        (stage, shown, scale) = (.shown, wanted, wanted.scale)
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

nonisolated extension Size {
    /// The nearest size of whole points that a surface can have.
    fileprivate var rounded: Size {
        func whole(_ length: Double) -> Double { length.isFinite ? max(1, min(length.rounded(), 32_767)) : 1 }
        return Size(width: whole(width), height: whole(height))
    }

    /// The size of its buffer.
    fileprivate func pixels(at scale: Double) -> PixelSize {
        PixelSize(width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
    }
}

nonisolated extension PixelRect {
    fileprivate var int32s: (x: Int32, y: Int32, width: Int32, height: Int32) {
        (Int32(x), Int32(y), Int32(width), Int32(height))
    }
}
