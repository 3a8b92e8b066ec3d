import Glibc
import TouchKit

/// A thread that finds the fonts for some texts, and sets them.
@safe
nonisolated final class FontSearch: @unchecked Sendable {
    private let texts: [StyledText]
    private let whenFound: @Sendable () -> Void
    /// The thread's until that is joined.
    private var layouts: TextLayouts?
    private var thread: pthread_t?

    /// Begins to search; nil where there is no thread to be had.
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

    /// What it finds; asked once.
    func wait() -> TextLayouts {
        if let thread { pthread_join(thread, nil) }
        thread = nil
        return layouts ?? TextLayouts()
    }
}
