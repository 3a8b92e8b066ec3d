import Glibc
import TouchKit

/// A text and how it is set.
nonisolated struct StyledText {
    let text: String
    let style: TextStyle
}

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

/// The error number with which the process is refused so many more threads; nil where it can have them. It is asked before
/// Pango, whose GLib ends the process where it finds none.
nonisolated func shortage(ofThreads count: Int) -> Int32? {
    let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(gate, 0, 0)
    var threads: [pthread_t] = []
    defer {
        for _ in threads { unsafe sem_post(gate) }
        for thread in threads { pthread_join(thread, nil) }
        unsafe sem_destroy(gate)
        unsafe gate.deallocate()
    }
    for _ in 0..<count {
        var thread = pthread_t()
        let number = unsafe pthread_create(
            &thread, nil,
            { gate in
                if let gate = unsafe gate?.assumingMemoryBound(to: sem_t.self) {
                    while unsafe sem_wait(gate) != 0 {}
                }
                return nil
            }, gate)
        guard number == 0 else { return number }
        threads.append(thread)
    }
    return nil
}
