import TouchKit
import Wayland

/// The arrow cursor over the program's windows. Without it, the image of the cursor is undefined. The arrow comes from
/// the user's cursor theme, or is drawn here if the theme has none.
final class Cursor {
    /// The surface and the hotspot that a cursor request names.
    struct Image {
        let surface: WlSurface
        let hotspotX: Int32
        let hotspotY: Int32
    }

    /// The theme of the arrow; nil for the arrow that is drawn here.
    var theme: CursorTheme? = .ofEnvironment

    private let globals: Globals
    private let pool: BufferPool
    private let notice: (String) -> Void
    private var shown: (image: Image, scale: Int)?

    /// Creates a cursor, whose surface is made when it is first shown.
    init(_ globals: Globals, notice: @escaping (String) -> Void) {
        self.globals = globals
        pool = BufferPool(globals.shm)
        self.notice = notice
    }

    /// Returns the arrow at the scale of a window; nil if there is no memory for it.
    func image(over window: Window) -> Image? {
        let scale = Int((window.host?.scale ?? 1).rounded(.up))
        if let shown, shown.scale == scale { return shown.image }
        let surface = shown?.image.surface ?? globals.compositor.createSurface()
        if let image = themed(surface, scale: scale) ?? drawn(on: surface, scale: scale) {
            shown = (image, scale)
        } else if shown == nil {
            surface.destroy()
        }
        return shown?.image
    }

    private func themed(_ surface: WlSurface, scale: Int) -> Image? {
        let wanted = surface.version >= 3 ? scale : 1
        // A theme has certain sizes only, and the sides of a buffer must be multiples of its scale.
        for scale in [wanted, 1] {
            guard let arrow = theme?.arrow(at: scale) else { return nil }
            guard arrow.size.width % scale == 0, arrow.size.height % scale == 0 else { continue }
            let (x, y) = (arrow.hotspot.x / scale, arrow.hotspot.y / scale)
            return show(arrow.size, scale: scale, hotspot: (x, y), on: surface) { $0.fill(with: arrow.pixels) }
        }
        return nil
    }

    private func drawn(on surface: WlSurface, scale: Int) -> Image? {
        let (size, tip) = (Size(width: 16, height: 24), Point(x: 2, y: 2))
        let scale = surface.version >= 3 ? scale : 1
        let pixels = PixelSize(width: Int(size.width) * scale, height: Int(size.height) * scale)
        return show(pixels, scale: scale, hotspot: (Int(tip.x), Int(tip.y)), on: surface) { lease in
            let bounds = Rect(origin: .zero, size: size)
            lease.draw(bounds, bounds: bounds, scale: Double(scale)) { _, canvas in
                let corners = [(0, 0), (0, 15), (3.5, 11.8), (6, 17.5), (8.6, 16.4), (6.1, 10.8), (10.8, 10.6)]
                let arrow = Path(points: corners.map { tip + Point(x: $0.0, y: $0.1) }, isClosed: true)
                canvas.stroke(arrow, Color(0xffffff), width: 2.5)
                canvas.fill(arrow, Color(0x000000))
            }
        }
    }

    /// Shows an image on the surface; returns nil if there is no memory for it.
    private func show(
        _ pixels: PixelSize, scale: Int, hotspot: (x: Int, y: Int), on surface: WlSurface,
        _ paint: (borrowing ShmBuffer.Lease) -> Void
    ) -> Image? {
        do {
            guard let lease = try pool.lease(pixels, isOpaque: false) else { return nil }
            paint(lease)
            _ = lease.attach(to: surface)
        } catch {
            notice(error.description)
            return nil
        }
        if surface.version >= 3 { surface.setBufferScale(Int32(scale)) }
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        return Image(surface: surface, hotspotX: Int32(hotspot.x), hotspotY: Int32(hotspot.y))
    }
}
