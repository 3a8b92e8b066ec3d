import CPangoCairo
import TouchKit

/// Pango's layouts, one per style, kept between drawings because finding a font is slow.
///
/// Text has the same size at every scale, since advances are not rounded to pixels.
@safe
nonisolated final class TextLayouts {
    private let context: OpaquePointer
    private var layouts: [TextStyle: OpaquePointer] = unsafe [:]
    /// The styles whose fonts were searched for, each with the Unicode blocks of 256 characters that the search
    /// covered.
    private var sought: [TextStyle: Set<UInt32>] = [:]

    /// Reads the system's list of fonts, which is slow.
    init() {
        // A new map, since the default one belongs to the thread.
        guard let map = unsafe pango_cairo_font_map_new(), let context = unsafe pango_font_map_create_context(map)
        else { fatalError("Pango has no memory") }
        unsafe g_object_unref(UnsafeMutableRawPointer(map))
        unsafe self.context = unsafe context
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_context_set_round_glyph_positions(context, 0)
    }

    deinit {
        unsafe layouts.values.forEach { unsafe g_object_unref(UnsafeMutableRawPointer($0)) }
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// Returns whether a text can be laid out without a search for a font, which would start threads.
    func hasFonts(for text: String, style: TextStyle) -> Bool {
        guard let blocks = sought[style] else { return false }
        return text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.allSatisfy { blocks.contains($0.value >> 8) }
    }

    /// Notes that the fonts for a text are searched for.
    func noteFonts(for text: String, style: TextStyle) {
        sought[style, default: [0]].formUnion(text.unicodeScalars.map { $0.value >> 8 })
    }

    /// Draws a text within a size in points, at Cairo's current point.
    func show(_ text: String, in size: Size, style: TextStyle, on cairo: OpaquePointer) {
        let layout = unsafe layout(style, text)
        unsafe pango_layout_set_width(layout, Self.units(size.width))
        // A negative height is a number of lines: -1 for one.
        unsafe pango_layout_set_height(layout, style.wraps ? Self.units(size.height) : -1)
        unsafe pango_cairo_update_context(cairo, context)
        unsafe pango_layout_context_changed(layout)
        unsafe pango_cairo_show_layout(cairo, layout)
    }

    /// Returns the size of a text in one line, in points.
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
        // A program that animates the size of its text uses ever new styles.
        if unsafe layouts.count >= 64 {
            unsafe layouts.values.forEach { unsafe g_object_unref(UnsafeMutableRawPointer($0)) }
            unsafe layouts.removeAll()
            sought = [style: [0]]
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

    /// Converts a length to Pango's units, rounded up so that a text fits into the size that was measured for it.
    private static func units(_ length: Double) -> Int32 {
        Int32(max(0, min((length * Double(PANGO_SCALE)).rounded(.up), 1e9)))
    }
}
