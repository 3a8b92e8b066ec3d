import Dispatch
import Glibc
import TouchKit

/// The system's fonts, which are loaded when text is first drawn.
///
/// Loading fonts takes longer than everything else before the first frame of a window. So that frame is shown without
/// text while a thread loads the fonts and lays the text out; then the window is redrawn.
final class Fonts {
    /// The fonts of this program.
    static let shared = Fonts()

    private var found: TextLayouts?
    private var search: FontSearch?
    /// The texts that were drawn before the search began.
    private var wanted: [StyledText] = []
    /// Whether the current drawing lacks text.
    private var isTextLacking = false
    /// The error number if the system could not start the threads of a search; otherwise nil.
    private var refusal: Int32?
    /// The redraws of what was drawn without its text.
    private var drawings: [() -> Void] = []

    /// Returns the layouts that draw a text; nil if its fonts are not loaded yet or can't be loaded.
    func layouts(toSet text: String, _ style: TextStyle) -> TextLayouts? {
        if let found {
            if found.hasFonts(for: text, style: style) { return found }
            if canSearch() {
                found.noteFonts(for: text, style: style)
                return found
            }
        }
        isTextLacking = true
        // The limit bounds the memory. Laying out more texts is fast once the fonts are loaded.
        if found == nil, search == nil, wanted.count < 256 { wanted.append(StyledText(text: text, style: style)) }
        return nil
    }

    /// Returns an estimate of a text's size, for use until its font is loaded.
    static func guess(_ text: String, _ style: TextStyle) -> Size {
        Size(width: Double(text.count) * style.size * 0.6, height: style.size * 1.2)
    }

    /// Loads the fonts, or waits until the thread has loaded them.
    func findNow() {
        guard found == nil else { return }
        if let search { found = search.wait() } else if canSearch() { found = TextLayouts() }
        search = nil
    }

    /// Checks that the threads of a search can be started: one of this package, and those of Pango and Fontconfig.
    private func canSearch() -> Bool {
        refusal = shortage(ofThreads: 4)
        return refusal == nil
    }

    /// Waits for the thread of a search in progress: Fontconfig must not run while the program exits.
    func endSearch() { if search != nil { findNow() } }

    /// Ends a drawing. If the drawing lacks text, this starts a search for the fonts and redraws when they are loaded.
    /// If the system can't start the threads of a search, a later drawing tries again.
    ///
    /// - Parameter drawAnew: redraws what was drawn.
    /// - Returns: one line that says why the fonts can't be loaded; otherwise nil.
    @discardableResult
    func find(_ drawAnew: @escaping () -> Void) -> String? {
        guard isTextLacking else { return nil }
        isTextLacking = false
        if search == nil, refusal != nil || (found == nil && !canSearch()) { return takeRefusal() }
        // `findNow()` may have loaded the fonts after the text was skipped.
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
