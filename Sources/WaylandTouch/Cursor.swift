import TouchKit
import Wayland

/// The arrow that is shown where the pointer is over one of our windows; without one the compositor shows anything.
final class Cursor {
    private static let size = Size(width: 16, height: 24)
    private static let tip = Point(x: 2, y: 2)

    private let globals: Globals
    private let pool: BufferPool
    private let notice: (String) -> Void
    private var surface: WlSurface?

    /// A cursor that is drawn when it is first shown.
    init(_ globals: Globals, notice: @escaping (String) -> Void) {
        self.globals = globals
        pool = BufferPool(globals.shm)
        self.notice = notice
    }

    /// Shows it on a pointer that has entered a window.
    func show(on pointer: WlPointer, serial: UInt32) {
        if surface == nil { surface = draw() }
        guard let surface else { return }
        pointer.setCursor(
            serial: serial, surface: surface, hotspotX: Int32(Self.tip.x), hotspotY: Int32(Self.tip.y))
    }

    private func draw() -> WlSurface? {
        let surface = globals.compositor.createSurface()
        let scale = surface.version >= 3 ? 2.0 : 1.0
        let size = PixelSize(width: Int(Self.size.width * scale), height: Int(Self.size.height * scale))
        do {
            guard let lending = try pool.lend(size, isOpaque: false) else { return nil }
            let bounds = Rect(origin: .zero, size: Self.size)
            lending.draw(bounds, bounds: bounds, scale: scale) { _, canvas in
                let corners = [(0, 0), (0, 15), (3.5, 11.8), (6, 17.5), (8.6, 16.4), (6.1, 10.8), (10.8, 10.6)]
                let arrow = Path(
                    points: corners.map { Self.tip + Point(x: $0.0, y: $0.1) }, isClosed: true)
                canvas.stroke(arrow, Color(0xffffff), width: 2.5)
                canvas.fill(arrow, Color(0x000000))
            }
            _ = lending.attach(to: surface)
        } catch {
            notice(error.description)
            surface.destroy()
            return nil
        }
        if scale > 1 { surface.setBufferScale(Int32(scale)) }
        surface.damage(x: 0, y: 0, width: Int32(Self.size.width), height: Int32(Self.size.height))
        surface.commit()
        return surface
    }

    /// Takes it away.
    func destroy() {
        surface?.destroy()
        surface = nil
        pool.destroyAll()
    }
}
