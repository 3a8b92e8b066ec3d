import TouchKit
import Wayland

/// The role of an `xdg_surface`: a toplevel or a popup.
protocol ShellRole: AnyObject {
    /// The surface that has this role.
    var shell: ShellSurface { get }
    /// Handles a configure, which completes the proposal. The next drawing follows it.
    func proposalIsComplete()
    /// Resizes the window to the proposed size.
    func followProposal()
}

/// Shows a TouchKit window on an `xdg_surface`: acknowledges configures, draws, and keeps the popups of the window.
final class ShellSurface {
    let window: Window
    let xdgSurface: XdgSurface
    /// The pixels per point of the content that is shown.
    var scale: Double { shown.scale.factor }
    /// The role; nil until it is assigned.
    weak var role: (any ShellRole)?
    /// The popups whose parent this is, the topmost last.
    private(set) var popups: [PopupWindow] = []
    /// The view that fills the window.
    private(set) weak var content: View?
    /// The title bar along the top of the window; nil if there is none.
    weak var bar: View?
    /// Whether the surface is not visible, so that nothing needs to be drawn.
    var isSuspended = false

    unowned let application: Application

    var isOpen: Bool { stage != .closed }

    private enum Stage {
        /// The surface has not been committed; its properties can still be set.
        case new
        /// The surface waits for its first configure; no buffer may be attached before that.
        case unconfigured
        /// The surface has content.
        case shown
        /// The surface is destroyed.
        case closed
    }

    /// The properties that require a complete redraw when they change.
    private struct Appearance: Equatable {
        var size: Size
        var scale: SurfaceScale
        var isOpaque: Bool
    }

    private let compositor: WlCompositor
    private let surface: WlSurface
    private let fraction: (scale: WpFractionalScaleV1, viewport: WpViewport)?
    private let pool: BufferPool
    private var stage = Stage.new
    /// The serial of the last configure that has not been acknowledged.
    private var configure: UInt32?
    private var frameCallback: WlCallback?
    private var damage = Rect.zero
    private var outputs: Set<WlOutput> = []
    private var preferredScale = SurfaceScale.one
    private var shown = Appearance(size: .zero, scale: .one, isOpaque: false)

    init(_ window: Window, content: View?, in application: Application) {
        self.window = window
        self.content = content
        self.application = application
        let globals = application.globals
        compositor = globals.compositor
        surface = compositor.createSurface()
        xdgSurface = globals.shell.getXdgSurface(surface)
        if let scales = globals.fractionalScales, let viewporter = globals.viewporter {
            fraction = (scales.getFractionalScale(surface: surface), viewporter.getViewport(surface: surface))
        } else {
            fraction = nil
        }
        pool = BufferPool(globals.shm)
        window.application = application
        application.seatContext.surfaces.register(window, on: surface)
        resize(to: window.bounds.size.rounded)
        listen()
    }

    private func listen() {
        xdgSurface.onEvent = { [weak self] event in
            switch event {
            case .configure(let serial):
                self?.configure = serial
                self?.role?.proposalIsComplete()
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
            case .preferredScale(let parts):
                if let scale = SurfaceScale(parts: parts) { self?.preferredScale = scale }
            }
        }
    }

    /// Resizes the window, and fills it with the bar and the content below it.
    func resize(to size: Size) {
        window.frame = Rect(origin: .zero, size: size)
        let strip = min(bar?.bounds.size.height ?? 0, size.height)
        bar?.frame.size.width = size.width
        content?.frame = Rect(x: 0, y: strip, width: size.width, height: size.height - strip)
    }

    /// Adds an area to those that are drawn with the next frame.
    func needsDisplay(in rect: Rect) { damage = damage.union(rect) }

    func outputIsGone(_ output: WlOutput) {
        outputs.remove(output)
        for popup in popups { popup.shell.outputIsGone(output) }
    }

    /// Destroys the surface, after its popups.
    func close(_ destroyRole: () -> Void) {
        guard isOpen else { return }
        stage = .closed
        application.seatContext.surfaces.remove(surface)
        for popup in popups.reversed() { popup.close() }
        window.cancelTouches()
        application.forgetInput(of: window)
        window.host = nil
        frameCallback?.discard()
        fraction?.scale.destroy()
        fraction?.viewport.destroy()
        destroyRole()
        xdgSurface.destroy()
        surface.destroy()
        pool.destroyAll()
    }

    func add(_ popup: PopupWindow) { popups.append(popup) }

    func forget(_ popup: PopupWindow) { popups.removeAll { $0 === popup } }

    // MARK: Drawing

    /// Draws what has changed here and in the popups, if the compositor is ready for a frame.
    func update() {
        switch stage {
        case .closed: return
        case .new:
            stage = .unconfigured
            surface.commit()
        case .unconfigured, .shown:
            if configure != nil || (stage == .shown && frameCallback == nil) {
                if configure != nil { role?.followProposal() }
                // Laying out the views may have closed the window.
                if isOpen { draw() }
            }
        }
        // A popup can't be shown before its parent.
        if stage == .shown { for popup in popups { popup.shell.update() } }
    }

    private var wantedScale: SurfaceScale {
        if fraction != nil { return preferredScale }
        guard surface.version >= 3 else { return .one }
        if let largest = outputs.map(application.scale).max() { return SurfaceScale(factor: largest) }
        // Some compositors never send the outputs of a surface, others only once it has content.
        return stage == .shown ? shown.scale : SurfaceScale(factor: application.largestScale)
    }

    private func draw() {
        let isOpaque = window.backgroundColor?.alpha == 1 && window.alpha == 1 && !window.isHidden
        let wanted = Appearance(size: window.bounds.size.rounded, scale: wantedScale, isOpaque: isOpaque)
        let bounds = Rect(origin: .zero, size: wanted.size)
        if wanted != shown || stage == .unconfigured { damage = bounds }
        damage = damage.intersection(bounds)
        guard !damage.isEmpty else {
            if acknowledge() { surface.commit() }
            return
        }
        if isSuspended, configure == nil {
            // Nothing is drawn. The frame callback reports if the surface becomes visible without a new configure.
            askForFrame()
            return surface.commit()
        }
        let (pixels, scale) = (wanted.scale.pixels(wanted.size), wanted.scale.factor)
        do {
            guard let lease = try pool.lease(pixels, isOpaque: isOpaque) else { return }
            let changed = damage
            damage = .zero
            pool.noteChange(in: changed)
            // The background also fills the last pixels, which the window's points may cover only in part.
            let background = isOpaque ? window.backgroundColor : nil
            lease.draw(
                changed, bounds: bounds, scale: scale, on: background, fonts: application.fonts
            ) {
                window.display($0, in: $1)
            }
            if let refusal = application.fonts.find({ [weak window] in window?.setNeedsDisplay() }) {
                application.notice(refusal)
            }
            guard isOpen else { return }
            acknowledge()
            guard lease.attach(to: surface) else { return }
            commit(wanted, changed, pixels)
        } catch {
            application.notice(error.description)
            declineConfigure()
        }
    }

    /// Keeps the old size, since there is no memory for the proposed one. A window that was never shown tries again.
    private func declineConfigure() {
        guard stage == .shown, configure != nil else { return }
        configure = nil
        resize(to: shown.size)
    }

    /// Acknowledges the last configure for the next commit. Returns false if it is already acknowledged.
    @discardableResult
    private func acknowledge() -> Bool {
        guard let configure else { return false }
        xdgSurface.ackConfigure(serial: configure)
        self.configure = nil
        return true
    }

    private func commit(_ wanted: Appearance, _ changed: Rect, _ pixels: PixelSize) {
        let bounds = PixelSize(width: Int(wanted.size.width), height: Int(wanted.size.height))
        if surface.version >= 4 {
            let area = changed.pixels(at: wanted.scale.factor, in: pixels).int32s
            surface.damageBuffer(x: area.x, y: area.y, width: area.width, height: area.height)
        } else {
            let area = changed.pixels(at: 1, in: bounds).int32s
            surface.damage(x: area.x, y: area.y, width: area.width, height: area.height)
        }
        if let fraction {
            fraction.viewport.setDestination(width: Int32(bounds.width), height: Int32(bounds.height))
        } else if wanted.scale != shown.scale {
            surface.setBufferScale(wanted.scale.wholeFactor)
        }
        if wanted.isOpaque != shown.isOpaque || (wanted.isOpaque && wanted.size != shown.size) {
            let region = wanted.isOpaque ? compositor.createRegion() : nil
            region?.add(x: 0, y: 0, width: Int32(bounds.width), height: Int32(bounds.height))
            surface.setOpaqueRegion(region)
            region?.destroy()
        }
        askForFrame()
        surface.commit()
        (stage, shown) = (.shown, wanted)
    }

    private func askForFrame() {
        guard frameCallback == nil else { return }
        let callback = surface.frame()
        callback.onEvent = { [weak self] _ in
            guard let self else { return }
            frameCallback = nil
            application.framePace.frameBegins(at: application.clock())
            // A compositor that asks for a frame shows the surface, even if it has suspended it.
            self.isSuspended = false
        }
        frameCallback = callback
    }

    /// Whether the windows in which fingers are down can't be drawn before the compositor asks for a frame: this one and
    /// its popups.
    func awaitsFrame(where isTouched: (Window) -> Bool) -> Bool {
        (frameCallback != nil || !isTouched(window)) && popups.allSatisfy { $0.shell.awaitsFrame(where: isTouched) }
    }
}

nonisolated extension Size {
    /// The size rounded to whole points, within the limits of a surface.
    var rounded: Size {
        func whole(_ length: Double) -> Double { length.isFinite ? max(1, min(length.rounded(), 32_767)) : 1 }
        return Size(width: whole(width), height: whole(height))
    }
}

nonisolated extension PixelRect {
    fileprivate var int32s: (x: Int32, y: Int32, width: Int32, height: Int32) {
        (Int32(x), Int32(y), Int32(width), Int32(height))
    }
}
