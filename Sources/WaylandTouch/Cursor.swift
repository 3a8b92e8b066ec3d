import CWaylandCursor
import TouchKit
import Wayland

/// The arrow that is shown where a pointer or a stylus is over one of our windows; without one the compositor shows
/// anything. It is of the user's cursor theme, or drawn here where there is none.
final class Cursor {
    /// What a cursor request is to name.
    struct Image {
        let surface: WlSurface
        let hotspotX: Int32
        let hotspotY: Int32
    }

    /// Which theme, if any, the arrow is of.
    var choice: CursorTheme.Choice? = .ofEnvironment

    private let globals: Globals
    private let pool: BufferPool
    private let notice: (String) -> Void
    private var shown: (image: Image, scale: Int, theme: CursorTheme?)?

    /// A cursor that is made when it is first shown.
    init(_ globals: Globals, notice: @escaping (String) -> Void) {
        self.globals = globals
        pool = BufferPool(globals.shm)
        self.notice = notice
    }

    /// The arrow at the scale of the window that it is over; nil where there is no memory for it.
    func image(over window: Window) -> Image? {
        let scale = Int(((window.host as? any ShellRole)?.shell.scale ?? 1).rounded(.up))
        if let shown, shown.scale == scale { return shown.image }
        let surface = shown?.image.surface ?? globals.compositor.createSurface()
        // What the surface showed until now goes only when it shows something else.
        if let (image, theme) = themed(surface, scale: scale) {
            shown = (image, scale, theme)
        } else if let image = drawn(on: surface, scale: scale) {
            shown = (image, scale, nil)
        } else if shown == nil {
            surface.destroy()
        }
        return shown?.image
    }

    private func themed(_ surface: WlSurface, scale: Int) -> (Image, CursorTheme)? {
        guard let choice else { return nil }
        let wanted = surface.version >= 3 ? scale : 1
        // A theme has some sizes only, and a buffer's sides must be whole at its scale.
        for scale in [wanted, 1] {
            guard let theme = CursorTheme(choice, scale: scale, globals.shm) else { return nil }
            guard let arrow = theme.arrow else { return nil }
            guard arrow.width % scale == 0, arrow.height % scale == 0 else { continue }
            surface.attach(buffer: arrow.buffer, x: 0, y: 0)
            if surface.version >= 3 { surface.setBufferScale(Int32(scale)) }
            commit(surface)
            return (
                Image(
                    surface: surface, hotspotX: Int32(arrow.hotspotX / scale), hotspotY: Int32(arrow.hotspotY / scale)),
                theme
            )
        }
        return nil
    }

    private func drawn(on surface: WlSurface, scale: Int) -> Image? {
        let (size, tip) = (Size(width: 16, height: 24), Point(x: 2, y: 2))
        let scale = surface.version >= 3 ? Double(scale) : 1
        let pixels = PixelSize(width: Int(size.width * scale), height: Int(size.height * scale))
        do {
            guard let lending = try pool.lend(pixels, isOpaque: false) else { return nil }
            let bounds = Rect(origin: .zero, size: size)
            lending.draw(bounds, bounds: bounds, scale: scale) { _, canvas in
                let corners = [(0, 0), (0, 15), (3.5, 11.8), (6, 17.5), (8.6, 16.4), (6.1, 10.8), (10.8, 10.6)]
                let arrow = Path(points: corners.map { tip + Point(x: $0.0, y: $0.1) }, isClosed: true)
                canvas.stroke(arrow, Color(0xffffff), width: 2.5)
                canvas.fill(arrow, Color(0x000000))
            }
            _ = lending.attach(to: surface)
        } catch {
            notice(error.description)
            return nil
        }
        if surface.version >= 3 { surface.setBufferScale(Int32(scale)) }
        commit(surface)
        return Image(surface: surface, hotspotX: Int32(tip.x), hotspotY: Int32(tip.y))
    }

    private func commit(_ surface: WlSurface) {
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
    }
}

/// A cursor theme, loaded for one scale.
@safe
final class CursorTheme {
    /// Which theme is wanted.
    struct Choice: Hashable {
        /// Its name; nil for the system's default.
        var name: String?
        /// How large its arrow is, in points.
        var size: Int

        /// What the user has chosen: `XCURSOR_THEME`, and `XCURSOR_SIZE` or 24.
        static var ofEnvironment: Choice {
            let size = environmentVariable("XCURSOR_SIZE").flatMap { Int($0) } ?? 24
            return Choice(name: environmentVariable("XCURSOR_THEME"), size: (1...512).contains(size) ? size : 24)
        }
    }

    /// The image of an arrow, in pixels. It belongs to its theme.
    struct Arrow {
        let buffer: WlBuffer
        let width: Int
        let height: Int
        let hotspotX: Int
        let hotspotY: Int
    }

    private let theme: OpaquePointer
    private let shm: WlShm

    /// Loads a theme; nil where there is no memory for it.
    init?(_ choice: Choice, scale: Int, _ shm: WlShm) {
        guard let theme = unsafe wl_cursor_theme_load(choice.name, Int32(choice.size * scale), shm.cObject) else {
            return nil
        }
        unsafe self.theme = unsafe theme
        self.shm = shm
    }

    isolated deinit { unsafe wl_cursor_theme_destroy(theme) }

    /// Its arrow; nil where there is no such theme. Then libwayland has a `left_ptr` of its own, which is tiny and of one
    /// size only.
    var arrow: Arrow? {
        for name in ["default", "arrow", "top_left_arrow"] {
            guard let cursor = unsafe wl_cursor_theme_get_cursor(theme, name),
                unsafe cursor.pointee.image_count > 0, let image = unsafe cursor.pointee.images[0],
                let buffer = unsafe wl_cursor_image_get_buffer(image)
            else { continue }
            return unsafe Arrow(
                buffer: WlBuffer(borrowing: buffer, from: shm), width: Int(image.pointee.width),
                height: Int(image.pointee.height), hotspotX: Int(image.pointee.hotspot_x),
                hotspotY: Int(image.pointee.hotspot_y))
        }
        return nil
    }
}
