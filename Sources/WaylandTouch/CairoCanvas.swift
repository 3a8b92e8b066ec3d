import CPangoCairo
import Glibc
public import TouchKit

/// Draws with Cairo and Pango straight into the pixels of a buffer.
@safe
final class CairoCanvas: Canvas {
    private let cairo: OpaquePointer
    private let surface: OpaquePointer
    private var opacity = 1.0
    private var savedOpacities: [Double] = []

    /// A canvas on memory of four bytes a pixel, which must outlive it.
    ///
    /// - Parameters:
    ///   - pixels: the first pixel of the first row; rows follow each other without a gap.
    ///   - size: how many pixels there are.
    ///   - isOpaque: whether the alpha of the pixels has no meaning.
    ///   - scale: pixels a point.
    @unsafe
    init(drawingInto pixels: UnsafeMutableRawPointer, size: PixelSize, isOpaque: Bool, scale: Double) {
        let surface = unsafe cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
            Int32(size.width), Int32(size.height), Int32(size.stride))
        guard let surface = unsafe surface, let cairo = unsafe cairo_create(surface) else {
            fatalError("Cairo has no memory")
        }
        unsafe cairo_scale(cairo, scale, scale)
        unsafe (self.surface, self.cairo) = unsafe (surface, cairo)
    }

    /// A canvas on pixels of its own, transparent at first.
    fileprivate init(size: PixelSize, scale: Double) {
        guard
            let surface = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
            let cairo = unsafe cairo_create(surface)
        else { fatalError("Cairo has no memory") }
        unsafe cairo_scale(cairo, scale, scale)
        unsafe (self.surface, self.cairo) = unsafe (surface, cairo)
    }

    isolated deinit {
        unsafe cairo_destroy(cairo)
        unsafe cairo_surface_destroy(surface)
    }

    /// Completes the drawing: what is drawn later reaches no pixel.
    func finish() { unsafe cairo_surface_finish(surface) }

    /// Writes what was drawn into a PNG file; why it could not be, or nil.
    fileprivate func writePNG(to path: String) -> String? {
        unsafe cairo_surface_flush(surface)
        let status = unsafe cairo_surface_write_to_png(surface, path)
        guard status != CAIRO_STATUS_SUCCESS else { return nil }
        // Cairo says no more than that the file can't be written; the system says why.
        return status == CAIRO_STATUS_WRITE_ERROR && errno != 0
            ? unsafe String(cString: strerror(errno)) : unsafe String(cString: cairo_status_to_string(status))
    }

    /// Takes away what is in a rectangle, leaving it transparent.
    func clear(_ rect: Rect) {
        unsafe cairo_save(cairo)
        unsafe cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
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
        // Cairo draws nothing at all any more once it has met a matrix without an inverse.
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

    /// False for a path that leads to no number; Cairo would draw nothing any more after it.
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
        unsafe cairo_save(cairo)
        clip(to: rect)
        unsafe cairo_move_to(cairo, rect.minX, rect.minY)
        use(color)
        unsafe TextLayouts.shared.show(text, in: rect.size, style: style, on: cairo)
        unsafe cairo_restore(cairo)
    }

    func size(of text: String, style: TextStyle) -> Size { TextLayouts.shared.size(of: text, style: style) }
}

/// A picture that could not be written. The description is one line for a person.
public nonisolated struct PictureError: Error, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What the system or Cairo says.
    public let reason: String

    /// One line: what failed, on what.
    public var description: String { "\(path): the picture can't be written: \(reason)" }
}

extension Window {
    /// Draws the window as it is now, whether or not anybody shows it, and writes that to a PNG file, which is
    /// replaced if it exists.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - scale: pixels a point, finite and above 0. Default 1.
    /// - Throws: where the file can't be written, or the window is too large for Cairo.
    public func writePicture(to path: String, scale: Double = 1) throws(PictureError) {
        precondition(scale > 0 && scale.isFinite, "a picture has some pixels a point")
        let longest = Double(PixelSize.longestSide)
        let pixels = PixelSize(
            width: Int(max(1, min((bounds.size.width * scale).rounded(), longest))),
            height: Int(max(1, min((bounds.size.height * scale).rounded(), longest))))
        let canvas = CairoCanvas(size: pixels, scale: scale)
        display(bounds, in: canvas)
        errno = 0
        if let reason = canvas.writePNG(to: path) { throw PictureError(path: path, reason: reason) }
    }
}

/// Pango's layouts, one a style, kept from one drawing to the next: to find a font is slow.
///
/// Text is measured the same at every scale: its advances are not rounded to pixels.
@safe
private final class TextLayouts {
    static let shared = TextLayouts()

    private let context: OpaquePointer
    private var layouts: [TextStyle: OpaquePointer] = unsafe [:]

    private init() {
        guard let context = unsafe pango_font_map_create_context(pango_cairo_font_map_get_default()) else {
            fatalError("Pango has no memory")
        }
        unsafe self.context = unsafe context
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_context_set_round_glyph_positions(context, 0)
    }

    func show(_ text: String, in size: Size, style: TextStyle, on cairo: OpaquePointer) {
        let layout = unsafe layout(style, text)
        unsafe pango_layout_set_width(layout, Self.units(size.width))
        // A negative height is a number of lines.
        unsafe pango_layout_set_height(layout, style.wraps ? Self.units(size.height) : -1)
        unsafe pango_cairo_update_context(cairo, context)
        unsafe pango_layout_context_changed(layout)
        unsafe pango_cairo_show_layout(cairo, layout)
    }

    func size(of text: String, style: TextStyle) -> Size {
        let layout = unsafe layout(style, text)
        unsafe pango_layout_set_width(layout, -1)
        unsafe pango_layout_set_height(layout, -1)
        var (width, height): (Int32, Int32) = (0, 0)
        unsafe pango_layout_get_size(layout, &width, &height)
        return Size(width: Double(width) / Double(PANGO_SCALE), height: Double(height) / Double(PANGO_SCALE))
    }

    private func layout(_ style: TextStyle, _ text: String) -> OpaquePointer {
        let layout = unsafe layouts[style] ?? make(style)
        unsafe pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
        return unsafe layout
    }

    private func make(_ style: TextStyle) -> OpaquePointer {
        // A program that animates the size of its text would fill the memory.
        if unsafe layouts.count >= 64 {
            unsafe layouts.values.forEach { unsafe g_object_unref(UnsafeMutableRawPointer($0)) }
            unsafe layouts.removeAll()
        }
        guard let layout = unsafe pango_layout_new(context) else { fatalError("Pango has no memory") }
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(font, style.isMonospaced ? "Monospace" : "Sans")
        unsafe pango_font_description_set_weight(font, style.weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        let size = style.size.isFinite ? max(0, min(style.size, 10_000)) : 0
        unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        let alignment =
            switch style.alignment {
            case .leading: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .trailing: PANGO_ALIGN_RIGHT
            }
        unsafe pango_layout_set_alignment(layout, alignment)
        unsafe layouts[style] = unsafe layout
        return unsafe layout
    }

    /// A length in Pango's units, rounded up so that a text fits into the size that was measured for it.
    private static func units(_ length: Double) -> Int32 {
        Int32(max(0, min((length * Double(PANGO_SCALE)).rounded(.up), 1e9)))
    }
}
