import CWaylandClient

/// An announced read, which is done or cancelled exactly once. It cancels itself when it goes out of scope.
public struct PreparedRead: ~Copyable {
    private let handle: DisplayHandle
    private var isOpen = true

    init(_ handle: DisplayHandle) {
        self.handle = handle
    }

    /// Reads events from the socket into the queue, for `dispatchPending()`. Does not block if the socket is empty.
    public consuming func read() throws(ConnectionError) {
        isOpen = false
        guard unsafe wl_display_read_events(handle.pointer) >= 0 else { throw handle.failure("wl_display_read_events") }
    }

    /// Cancels the read.
    public consuming func cancel() {}

    deinit {
        if isOpen { unsafe wl_display_cancel_read(handle.pointer) }
    }
}
