import CShims
import CWaylandClient
import Glibc
import Synchronization

/// What the thread and the program share.
@safe
final class Watchdog: @unchecked Sendable {
    /// Where the events go that the thread hands out itself.
    let queue: OpaquePointer

    /// In nanoseconds.
    private static let patience = BackgroundReader.patience.components.attoseconds / 1_000_000_000

    private let display: DisplayHandle
    /// Wakes the thread: when the program is overdue, and when it has come back.
    private let timer: FileDescriptor
    /// When the program is overdue, in nanoseconds of CLOCK_MONOTONIC; the end of time when it sleeps.
    private let due = Atomic<Int64>(.max)
    /// Whether the thread is sure to look at `due` by then: the timer is armed, or the thread is awake.
    private let isWatched = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)
    /// How many bytes the thread has read since the program began to be overdue.
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
        // The thread looks at the clock before it looks at `due`: if that saw the old one, this is later still.
        guard shim_monotonic_ns() >= time else { return false }
        // A read that is under way ends before this, and none begins after it.
        reading.withLock { _ in }
        wake()
        return true
    }

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
                // The program may have read what is for this thread, as in a roundtrip, and may do so while it waits:
                // then nothing wakes it.
                guard answer(), let isWritten = flush() else { return }
                let isFull = readSize >= BackgroundReader.capacity
                let source: Poll.Source? =
                    if isFull { nil } else if isWritten { .input(fileDescriptor) } else { .inputOrRoom(fileDescriptor) }
                // Where the system can't wait there is nothing to be done here; the program finds that out by itself.
                guard wait(for: source, .input(timer.rawValue), timeout: BackgroundReader.patience) else { return }
                guard isFull || reading.withLock({ _ in !isNeeded || read() }) else { return }
            } else {
                readSize = 0
                watchOn()
                // What was to wake the thread may have come before the timer was armed anew.
                guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
                guard wait(for: .input(timer.rawValue), timeout: nil) else { return }
            }
            _ = shim_clear_event(timer.rawValue)
        }
    }

    /// Arms the timer for the turn that is under way; for none when the program sleeps.
    private func watchOn() {
        isWatched.store(false, ordering: .sequentiallyConsistent)
        let time = due.load(ordering: .sequentiallyConsistent)
        if time != .max { watch(until: time) }
    }

    private var fileDescriptor: Int32 { unsafe wl_display_get_fd(display.pointer) }

    /// Whether all is written; nil where the connection has ended.
    private func flush() -> Bool? {
        switch display.flush() {
        case .written: true
        case .socketIsFull: unsafe wl_display_get_error(display.pointer) == 0 ? false : nil
        case .failed: nil
        }
    }

    /// False where the connection has ended; the program finds that out by itself.
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
        // libwayland reads no more at a time.
        readSize += min(Int(size), 4096)
        return unsafe wl_display_read_events(display.pointer) >= 0 && answer()
    }

    /// Waits; false if the system refuses to.
    private func wait(for first: Poll.Source?, _ second: Poll.Source? = nil, timeout: Duration?) -> Bool {
        (try? Poll.wait(for: first, second, timeout: timeout)) != nil
    }

    private func answer() -> Bool { unsafe wl_display_dispatch_queue_pending(display.pointer, queue) >= 0 }
}
