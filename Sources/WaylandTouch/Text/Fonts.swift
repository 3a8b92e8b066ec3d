import Dispatch
import Glibc
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
    /// The error number with which the threads were refused that the search for fonts takes; nil where they were not.
    private var refusal: Int32?
    /// Draw anew what has been drawn without its text.
    private var drawings: [() -> Void] = []

    /// What a text is set with; nil where the fonts are not found yet, or can't be sought.
    func layouts(toSet text: String, _ style: TextStyle) -> TextLayouts? {
        if let found {
            if found.hasFonts(for: text, style: style) { return found }
            if canSearch() {
                found.noteFonts(for: text, style: style)
                return found
            }
        }
        isTextLacking = true
        // More than the thread needs to set is soon set when the fonts are found.
        if found == nil, search == nil, wanted.count < 256 { wanted.append(StyledText(text: text, style: style)) }
        return nil
    }

    /// How large a text may be, as long as its font is not found.
    static func guess(_ text: String, _ style: TextStyle) -> Size {
        Size(width: Double(text.count) * style.size * 0.6, height: style.size * 1.2)
    }

    /// Finds them before it returns.
    func findNow() {
        guard found == nil else { return }
        if let search { found = search.wait() } else if canSearch() { found = TextLayouts() }
        search = nil
    }

    /// Whether there are the threads that a search takes: one of our own, and those of Pango and Fontconfig.
    private func canSearch() -> Bool {
        refusal = shortage(ofThreads: 4)
        return refusal == nil
    }

    /// Waits for the thread, if there is one: none is to be amid a search when the program ends.
    func endSearch() { if search != nil { findNow() } }

    /// Something was drawn. If it lacks text, the fonts are sought, and it is drawn anew when they are found. Where there
    /// are no threads for the search, the text comes with what is drawn when there are some.
    ///
    /// - Returns: why fonts can't be sought, in a line for a person; nil where they can.
    @discardableResult
    func find(_ drawAnew: @escaping () -> Void) -> String? {
        guard isTextLacking else { return nil }
        isTextLacking = false
        if search == nil, refusal != nil || (found == nil && !canSearch()) { return takeRefusal() }
        // The fonts may have been found since, for a caller that could not wait.
        guard found == nil else {
            drawAnew()
            return nil
        }
        drawings.append(drawAnew)
        guard search == nil else { return nil }
        search = FontSearch(toSet: wanted) {
            DispatchQueue.main.async {
                self.findNow()
                let drawings = self.drawings
                self.drawings = []
                for drawAnew in drawings { drawAnew() }
            }
        }
        guard search != nil else {
            drawings = []
            refusal = EAGAIN
            return takeRefusal()
        }
        wanted = []
        return nil
    }

    private func takeRefusal() -> String? {
        defer { refusal = nil }
        return refusal.map { "text is not drawn: its fonts can't be sought (pthread_create: \(systemText($0)))" }
    }
}
