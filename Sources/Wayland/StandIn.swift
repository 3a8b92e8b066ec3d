import CShims
import CWaylandClient
import Glibc
import Synchronization

/// Attends to a connection while its program is busy: reads what the compositor sends, and answers its pings.
///
/// Compositors drop a client that does not read (weston 10 after about two hundred motions, two seconds of a moving
/// finger) and call one that does not answer a ping unresponsive. So a thread takes over when the program has not come
/// back to its loop in time, and until it does. It touches nothing but the socket: events wait in libwayland, in their
/// order, until the program hands them out; what the program has requested by then is written.
///
///     while true {
///         standIn.workBegins()
///         // read, dispatch, handle, draw, flush
///         let mayRest = !standIn.workEnds()
///         // sleep, if it may rest
///     }
///
/// At rest it costs nothing: no timer is armed, and the thread sleeps. The first turn of the loop after a rest arms one.
/// From then on the thread wakes once in each ``patience`` to see whether the present turn is overdue, so that turns
/// need no system call; when it finds the program asleep it arms no timer any more.
@safe
public final class StandIn {
    /// How long a program may be busy before it is stood in for: 50 ms.
    public static let patience = Duration.milliseconds(50)

    private let attendance: Attendance
    private let connection: Connection
    private let shell: XdgWmBase
    private var thread: pthread_t?

    /// How much is read while the program is busy, in bytes: ten fingers' motions of a minute. A compositor that writes
    /// without end is not to fill the memory.
    static let capacity = 16 << 20

    /// Stands in for the program that a connection belongs to, from the first ``workBegins()`` on.
    ///
    /// - Parameters:
    ///   - connection: what is read while the program is busy.
    ///   - shell: what the compositor pings; it must answer by ``XdgWmBase/answerPings()``.
    /// - Throws: `system`.
    public init(for connection: Connection, answering shell: XdgWmBase) throws(ConnectionError) {
        attendance = try Attendance(connection.handle)
        self.connection = connection
        self.shell = shell
        unsafe shell.move(to: attendance.queue)
        unsafe connection.queueApart = attendance.queue
        var thread = pthread_t()
        let number = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Attendance>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(attendance).toOpaque())
        guard number == 0 else { throw .system(operation: "pthread_create", errno: number) }
        self.thread = thread
    }

    deinit {
        if let thread {
            attendance.quit()
            _ = pthread_join(thread, nil)
        }
        // What it has not answered by now is left to the program.
        _ = try? connection.dispatchPending()
        unsafe shell.move(to: nil)
        unsafe connection.queueApart = nil
    }

    /// The program has woken and begins to work.
    public func workBegins() { attendance.begin() }

    /// The program has done what there was to do, and wants to sleep.
    ///
    /// - Returns: whether it was stood in for meanwhile; then there may be events that were read and are not handed
    ///   out, and it must take another turn first.
    public func workEnds() -> Bool { attendance.end() }
}

extension XdgWmBase {
    /// Answers each ping, on whatever thread hands it out. An answer never waits: where the compositor reads nothing and
    /// there is no room for it, it is given as soon as there is some.
    public func answerPings() {
        postponesRequests = true
        onEvent = { [unowned self] event in
            switch event {
            case .ping(let serial): pong(serial: serial)
            }
        }
    }
}

/// What the thread and the program share.
@safe
private final class Attendance: @unchecked Sendable {
    /// Where the events go that the thread hands out itself.
    let queue: OpaquePointer

    /// In nanoseconds.
    private static let patience = StandIn.patience.components.attoseconds / 1_000_000_000

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
                let isFull = readSize >= StandIn.capacity
                let source = isFull ? -1 : fileDescriptor
                // Where the system can't wait there is nothing to be done here; the program finds that out by itself.
                guard shim_wait(source, isWritten ? 0 : 1, timer.rawValue, -1, Self.patience) >= 0 else { return }
                guard isFull || reading.withLock({ _ in !isNeeded || read() }) else { return }
            } else {
                readSize = 0
                watchOn()
                // What was to wake the thread may have come before the timer was armed anew.
                guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
                guard shim_wait(timer.rawValue, 0, -1, -1, -1) >= 0 else { return }
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
        guard shim_wait(fileDescriptor, 0, -1, -1, 0) != 0 else {
            unsafe wl_display_cancel_read(display.pointer)
            return true
        }
        var size: Int32 = 0
        _ = unsafe ioctl(fileDescriptor, UInt(FIONREAD), &size)
        // libwayland reads no more at a time.
        readSize += min(Int(size), 4096)
        return unsafe wl_display_read_events(display.pointer) >= 0 && answer()
    }

    private func answer() -> Bool { unsafe wl_display_dispatch_queue_pending(display.pointer, queue) >= 0 }
}
