import Dispatch
import TouchKit

/// The system's fonts, which are sought when a text is first to be drawn.
///
/// That takes longer than all else before a window's first picture. So the first one is shown without its text, while a
/// thread finds the fonts and sets what was to be drawn; then it is drawn anew.
final class Fonts {
    /// Those of the program.
    static let shared = Fonts()

    private var found: TextLayouts?
    private var search: FontSearch?
    /// What was to be set before anybody sought them.
    private var wanted: [StyledText] = []
    /// Whether what is being drawn lacks text.
    private var isTextLacking = false
    /// Draw anew what has been drawn without its text.
    private var drawings: [() -> Void] = []

    /// What a text is set with; nil where the fonts are not found yet.
    func layouts(toSet text: String, _ style: TextStyle) -> TextLayouts? {
        if let found { return found }
        isTextLacking = true
        // More than the thread needs to set is soon set when the fonts are found.
        if search == nil, wanted.count < 256 { wanted.append(StyledText(text: text, style: style)) }
        return nil
    }

    /// How large a text may be, as long as its font is not found.
    static func guess(_ text: String, _ style: TextStyle) -> Size {
        Size(width: Double(text.count) * style.size * 0.6, height: style.size * 1.2)
    }

    /// Finds them before it returns.
    func findNow() {
        guard found == nil else { return }
        found = search?.wait() ?? TextLayouts()
        search = nil
    }

    /// Waits for the thread, if there is one: none is to be amid a search when the program ends.
    func endSearch() { if search != nil { findNow() } }

    /// Something was drawn. If it lacks text, the fonts are sought, and it is drawn anew when they are found.
    func find(_ drawAnew: @escaping () -> Void) {
        guard isTextLacking else { return }
        isTextLacking = false
        // Who could not wait may have found them since.
        guard found == nil else { return drawAnew() }
        drawings.append(drawAnew)
        guard search == nil else { return }
        search = FontSearch(toSet: wanted) {
            DispatchQueue.main.async {
                self.findNow()
                let drawings = self.drawings
                self.drawings = []
                for drawAnew in drawings { drawAnew() }
            }
        }
        wanted = []
    }
}
