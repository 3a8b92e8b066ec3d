import CShims
import CWaylandClient
import Glibc
import Synchronization

/// The state that the background reader's thread shares with the program: it detects that a turn is overdue, and reads
/// meanwhile.
@safe
final class Watchdog: @unchecked Sendable {
    /// The event queue of the objects whose events the thread dispatches itself.
    let queue: OpaquePointer

    /// ``BackgroundReader/patience`` in nanoseconds.
    private static let patience = BackgroundReader.patience.components.attoseconds / 1_000_000_000

    private let display: DisplayHandle
    /// Wakes the thread when the program's turn is overdue, and when the program has returned to its loop.
    private let timer: FileDescriptor
    /// The time at which the current turn is overdue, in nanoseconds of CLOCK_MONOTONIC; `.max` while the program sleeps.
    private let due = Atomic<Int64>(.max)
    /// Whether the thread is certain to check `due` in time: the timer is armed, or the thread is awake.
    private let isWatched = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)
    /// Whether the thread has read during the current turn.
    private let isAhead = Atomic<Bool>(false)
    /// The number of bytes that the thread has read since the turn became overdue.
    private var readSize = 0
    /// Held by the thread while it reads.
    private let reading = Mutex<Void>(())

    init(_ display: DisplayHandle) throws(ConnectionError) {
        timer = FileDescriptor(owning: shim_timer_fd())
        guard timer.rawValue >= 0 else { throw .system(operation: "timerfd_create", errno: errno) }
        guard let queue = unsafe wl_display_create_queue(display.pointer) else {
            throw .system(operation: "wl_display_create_queue", errno: ENOMEM)
        }
        unsafe self.queue = unsafe queue
        self.display = display
    }

    deinit { unsafe wl_event_queue_destroy(queue) }

    // MARK: On the program's thread

    func begin() {
        let time = shim_monotonic_ns() + Self.patience
        due.store(time, ordering: .sequentiallyConsistent)
        watch(until: time)
    }

    func end() -> Bool {
        let time = due.exchange(.max, ordering: .sequentiallyConsistent)
        // The thread reads the clock before `due`. If it has seen the old `due` as passed, so does this later reading.
        guard shim_monotonic_ns() >= time else { return false }
        // This waits for a read in progress; no further read begins after it.
        reading.withLock { _ in }
        isAhead.store(false, ordering: .sequentiallyConsistent)
        wake()
        return true
    }

    /// Whether events that the program dispatches during the current turn may have been read by the thread.
    var hasRead: Bool { isAhead.load(ordering: .acquiring) }

    private func watch(until time: Int64) {
        guard !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
        _ = shim_set_timer(timer.rawValue, time)
    }

    func quit() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    private func wake() { _ = shim_set_timer(timer.rawValue, 1) }

    // MARK: On the thread

    private var isNeeded: Bool {
        let now = shim_monotonic_ns()
        return due.load(ordering: .sequentiallyConsistent) <= now
    }

    func run() {
        while !isOver.load(ordering: .sequentiallyConsistent) {
            if isNeeded {
                // The program itself may read events of this queue, as in a roundtrip, and nothing wakes the thread then.
                guard answer(), let isWritten = flush() else { return }
                let isFull = readSize >= BackgroundReader.capacity
                let source: Poll.Source? =
                    if isFull { nil } else if isWritten { .input(fileDescriptor) } else { .inputOrRoom(fileDescriptor) }
                // If the system refuses to wait, the thread ends; the program gets the same error.
                guard wait(for: source, .input(timer.rawValue), timeout: BackgroundReader.patience) else { return }
                guard isFull || reading.withLock({ _ in !isNeeded || read() }) else { return }
            } else {
                readSize = 0
                watchOn()
                // The wake-up may have come before the timer was armed again.
                guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
                guard wait(for: .input(timer.rawValue), timeout: nil) else { return }
            }
            _ = shim_clear_event(timer.rawValue)
        }
    }

    /// Arms the timer for the current turn; does not arm it if the program sleeps.
    private func watchOn() {
        isWatched.store(false, ordering: .sequentiallyConsistent)
        let time = due.load(ordering: .sequentiallyConsistent)
        if time != .max { watch(until: time) }
    }

    private var fileDescriptor: Int32 { unsafe wl_display_get_fd(display.pointer) }

    /// Writes queued requests. Returns whether all are written, or nil if the connection has ended.
    private func flush() -> Bool? {
        switch display.flush() {
        case .written: true
        case .socketIsFull: unsafe wl_display_get_error(display.pointer) == 0 ? false : nil
        case .failed: nil
        }
    }

    /// Reads what is in the socket. Returns false if the connection has ended; the program gets the same error.
    private func read() -> Bool {
        while unsafe wl_display_prepare_read_queue(display.pointer, queue) != 0 {
            guard answer() else { return false }
        }
        guard (try? Poll.wait(for: .input(fileDescriptor), timeout: .zero)) != [] else {
            unsafe wl_display_cancel_read(display.pointer)
            return true
        }
        var size: Int32 = 0
        _ = unsafe ioctl(fileDescriptor, UInt(FIONREAD), &size)
        // libwayland reads at most this much at a time.
        readSize += min(Int(size), 4096)
        isAhead.store(true, ordering: .sequentiallyConsistent)
        return unsafe wl_display_read_events(display.pointer) >= 0 && answer()
    }

    /// Waits; false if the system refuses to.
    private func wait(for first: Poll.Source?, _ second: Poll.Source? = nil, timeout: Duration?) -> Bool {
        (try? Poll.wait(for: first, second, timeout: timeout)) != nil
    }

    private func answer() -> Bool { unsafe wl_display_dispatch_queue_pending(display.pointer, queue) >= 0 }
}
