import CPangoCairo
import Glibc
import TouchKit

/// A canvas that draws with Cairo and Pango directly into the pixels of a buffer.
@safe
final class CairoCanvas: Canvas {
    private let cairo: OpaquePointer
    private let surface: OpaquePointer
    private let fonts: Fonts
    private var opacity = 1.0
    private var savedOpacities: [Double] = []

    /// Creates a canvas on memory of four bytes per pixel, which must outlive the canvas.
    ///
    /// - Parameters:
    ///   - pixels: the first pixel of the first row; rows follow each other without a gap.
    ///   - size: the width and the height in pixels.
    ///   - isOpaque: whether the alpha of the pixels is unused.
    ///   - scale: the pixels per point.
    ///   - fonts: the fonts for text. Text whose fonts are not loaded yet is left out.
    @unsafe
    init(
        drawingInto pixels: UnsafeMutableRawPointer, size: PixelSize, isOpaque: Bool, scale: Double, fonts: Fonts
    ) {
        let surface = unsafe cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
            Int32(size.width), Int32(size.height), Int32(size.stride))
        guard let surface = unsafe surface, let cairo = unsafe cairo_create(surface) else {
            fatalError("Cairo has no memory")
        }
        unsafe cairo_scale(cairo, scale, scale)
        unsafe (self.surface, self.cairo) = unsafe (surface, cairo)
        self.fonts = fonts
    }

    /// Creates a canvas on new, transparent pixels. It loads the fonts before it returns, so that all text is drawn.
    init(size: PixelSize, scale: Double) {
        guard
            let surface = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
            let cairo = unsafe cairo_create(surface)
        else { fatalError("Cairo has no memory") }
        unsafe cairo_scale(cairo, scale, scale)
        unsafe (self.surface, self.cairo) = unsafe (surface, cairo)
        fonts = .shared
        fonts.findNow()
    }

    isolated deinit {
        unsafe cairo_destroy(cairo)
        unsafe cairo_surface_destroy(surface)
    }

    /// Completes the drawing: later drawing changes no pixels.
    func finish() { unsafe cairo_surface_finish(surface) }

    /// Writes the pixels to a PNG file. Returns the reason if that fails, otherwise nil.
    func writePNG(to path: String) -> String? {
        unsafe cairo_surface_flush(surface)
        let status = unsafe cairo_surface_write_to_png(surface, path)
        guard status != CAIRO_STATUS_SUCCESS else { return nil }
        // Cairo's status says only that writing failed; errno says why.
        return status == CAIRO_STATUS_WRITE_ERROR && errno != 0
            ? unsafe String(cString: strerror(errno)) : unsafe String(cString: cairo_status_to_string(status))
    }

    /// Replaces the content of a rectangle by a color; by transparency for nil.
    func clear(_ rect: Rect, to color: Color? = nil) {
        unsafe cairo_save(cairo)
        unsafe cairo_set_operator(cairo, color == nil ? CAIRO_OPERATOR_CLEAR : CAIRO_OPERATOR_SOURCE)
        if let color { use(color) }
        add(rect)
        unsafe cairo_fill(cairo)
        unsafe cairo_restore(cairo)
    }

    // MARK: State

    func saveState() {
        unsafe cairo_save(cairo)
        savedOpacities.append(opacity)
    }

    func restoreState() {
        guard let saved = savedOpacities.popLast() else {
            preconditionFailure("restoreState() without a saveState() before it")
        }
        opacity = saved
        unsafe cairo_restore(cairo)
    }

    func translate(by offset: Point) {
        guard offset.isFinite else { return clipAll() }
        unsafe cairo_translate(cairo, offset.x, offset.y)
    }

    func scale(by factor: Double) {
        // A matrix without an inverse puts Cairo into an error state in which it draws nothing any more.
        guard factor.isFinite, factor != 0 else { return clipAll() }
        unsafe cairo_scale(cairo, factor, factor)
    }

    func rotate(by angle: Double) {
        guard angle.isFinite else { return clipAll() }
        unsafe cairo_rotate(cairo, angle)
    }

    func clip(to rect: Rect) {
        add(rect)
        unsafe cairo_clip(cairo)
    }

    func multiplyOpacity(by alpha: Double) { opacity *= alpha.isFinite ? max(0, min(alpha, 1)) : 1 }

    private func clipAll() { clip(to: .zero) }

    // MARK: Shapes

    func fill(_ path: Path, _ color: Color) {
        guard add(path) else { return }
        use(color)
        unsafe cairo_fill(cairo)
    }

    func stroke(_ path: Path, _ color: Color, width: Double) {
        guard width > 0, width.isFinite, add(path) else { return }
        use(color)
        unsafe cairo_set_line_width(cairo, width)
        unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_stroke(cairo)
    }

    private func use(_ color: Color) {
        unsafe cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * opacity)
    }

    private func add(_ rect: Rect) {
        unsafe cairo_new_path(cairo)
        guard rect.origin.isFinite, rect.size.width.isFinite, rect.size.height.isFinite else { return }
        unsafe cairo_rectangle(cairo, rect.minX, rect.minY, rect.size.width, rect.size.height)
    }

    /// Makes a path Cairo's current path. Returns false if a coordinate is not finite, since Cairo would then enter an
    /// error state in which it draws nothing any more.
    private func add(_ path: Path) -> Bool {
        let isFinite = path.elements.allSatisfy { element in
            switch element {
            case .move(let point), .line(let point): point.isFinite
            case .curve(let first, let second, let end): first.isFinite && second.isFinite && end.isFinite
            case .close: true
            }
        }
        guard isFinite else { return false }
        unsafe cairo_new_path(cairo)
        for element in path.elements {
            switch element {
            case .move(let point): unsafe cairo_move_to(cairo, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(cairo, point.x, point.y)
            case .curve(let first, let second, let end):
                unsafe cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: unsafe cairo_close_path(cairo)
            }
        }
        return true
    }

    // MARK: Text

    func draw(_ text: String, in rect: Rect, style: TextStyle, color: Color) {
        guard !rect.isEmpty, rect.origin.isFinite, rect.size.width.isFinite, rect.size.height.isFinite else { return }
        guard let layouts = fonts.layouts(toSet: text, style) else { return }
        unsafe cairo_save(cairo)
        clip(to: rect)
        unsafe cairo_move_to(cairo, rect.minX, rect.minY)
        use(color)
        unsafe layouts.show(text, in: rect.size, style: style, on: cairo)
        unsafe cairo_restore(cairo)
    }

    func size(of text: String, style: TextStyle) -> Size {
        fonts.layouts(toSet: text, style)?.size(of: text, style: style) ?? Fonts.guess(text, style)
    }
}
