import Glibc
import TouchKit

/// A thread that loads the fonts for some texts and lays the texts out.
@safe
nonisolated final class FontSearch: @unchecked Sendable {
    private let texts: [StyledText]
    private let whenFound: @Sendable () -> Void
    /// The result. Only the thread may use it until the thread is joined.
    private var layouts: TextLayouts?
    private var thread: pthread_t?

    /// Starts the thread; nil if the system can't start one.
    ///
    /// - Parameters:
    ///   - texts: the texts whose fonts are loaded.
    ///   - whenFound: called on the thread at its end.
    init?(toSet texts: [StyledText], _ whenFound: @escaping @Sendable () -> Void) {
        self.texts = texts
        self.whenFound = whenFound
        var thread = pthread_t()
        let number = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<FontSearch>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard number == 0 else {
            unsafe Unmanaged.passUnretained(self).release()
            return nil
        }
        self.thread = thread
    }

    private func run() {
        let layouts = TextLayouts()
        for text in texts {
            layouts.noteFonts(for: text.text, style: text.style)
            _ = layouts.size(of: text.text, style: text.style)
        }
        self.layouts = layouts
        whenFound()
    }

    deinit {
        if let thread { pthread_detach(thread) }
    }

    /// Waits for the thread and returns its result. Call it once.
    func wait() -> TextLayouts {
        if let thread { pthread_join(thread, nil) }
        thread = nil
        return layouts ?? TextLayouts()
    }
}
