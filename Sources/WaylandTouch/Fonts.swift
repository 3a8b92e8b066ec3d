import Dispatch
import TouchKit

/// The system's fonts, which are sought when a text is first to be drawn.
///
/// That takes longer than all else before a window's first picture. So the first one is shown without its text, while a
/// thread finds the fonts and sets what was to be drawn; then it is drawn anew.
final class Fonts {
    /// Those of the program.
    static let shared = Fonts()

    private enum State {
        /// What was to be set so far.
        case unknown(wanted: [SetText])
        case sought(FontSearch)
        case found(TextLayouts)
    }

    private var state = State.unknown(wanted: [])
    /// Whether what is being drawn lacks text.
    private var isTextLacking = false
    /// Draw anew what has been drawn without its text.
    private var drawings: [() -> Void] = []

    /// What a text is set with; nil where the fonts are not found yet.
    func layouts(toSet text: String, _ style: TextStyle) -> TextLayouts? {
        if case .found(let layouts) = state { return layouts }
        isTextLacking = true
        // More than the thread needs to set is soon set when the fonts are found.
        if case .unknown(let wanted) = state, wanted.count < 256 {
            state = .unknown(wanted: wanted + [SetText(text: text, style: style)])
        }
        return nil
    }

    /// How large a text may be, as long as its font is not found.
    static func guess(_ text: String, _ style: TextStyle) -> Size {
        Size(width: Double(text.count) * style.size * 0.6, height: style.size * 1.2)
    }

    /// Finds them before it returns.
    func findNow() {
        switch state {
        case .unknown: state = .found(TextLayouts())
        case .sought(let search): state = .found(search.wait())
        case .found: break
        }
    }

    /// Something was drawn. If it lacks text, the fonts are sought, and it is drawn anew when they are found.
    func find(_ drawAnew: @escaping () -> Void) {
        guard isTextLacking else { return }
        isTextLacking = false
        // Who could not wait may have found them since.
        if case .found = state { return drawAnew() }
        drawings.append(drawAnew)
        guard case .unknown(let wanted) = state else { return }
        state = .sought(
            FontSearch(toSet: wanted) {
                DispatchQueue.main.async {
                    self.findNow()
                    let drawings = self.drawings
                    self.drawings = []
                    for drawAnew in drawings { drawAnew() }
                }
            })
    }
}
