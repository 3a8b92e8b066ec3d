import CWaylandClient

/// A read that has been announced: it is either done or cancelled, and exactly once. Cancels itself when dropped.
public struct PreparedRead: ~Copyable {
    private let handle: DisplayHandle
    private var isOpen = true

    init(_ handle: DisplayHandle) {
        self.handle = handle
    }

    /// Reads what is in the socket into the queue, for `dispatchPending()`. Does not block when it is empty.
    public consuming func read() throws(ConnectionError) {
        isOpen = false
        guard unsafe wl_display_read_events(handle.pointer) >= 0 else { throw handle.failure("wl_display_read_events") }
    }

    /// Gives up the read.
    public consuming func cancel() {}

    deinit {
        if isOpen { unsafe wl_display_cancel_read(handle.pointer) }
    }
}
