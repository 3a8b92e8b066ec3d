import Glibc

/// Reads from a connection on a background thread while the program is busy, and answers the compositor's pings.
///
/// Compositors disconnect a client that does not read (weston 10 after about two hundred motion events, two seconds of
/// a moving finger) and mark a client unresponsive that does not answer a ping. So a thread takes over when the program
/// has not returned to its event loop in time, until it does. The thread only reads and writes the socket: events stay
/// queued in their order until the program dispatches them.
///
///     while true {
///         backgroundReader.workBegins()
///         // read, dispatch, handle, draw, flush
///         let maySleep = !backgroundReader.workEnds()
///         // sleep if maySleep
///     }
///
/// While the program sleeps, no timer is armed and the thread sleeps too. The first turn of the loop after a sleep arms
/// a timer. From then on the thread wakes once per ``patience`` and checks whether the current turn is overdue, so that
/// turns need no system call. When the thread finds the program asleep, it does not arm the timer again.
@safe
public final class BackgroundReader {
    /// The time for which a turn of the loop may last before the thread takes over: 50 ms.
    public static let patience = Duration.milliseconds(50)

    private let watchdog: Watchdog
    private let connection: Connection
    private let shell: XdgWmBase
    private var thread: pthread_t?

    /// The number of bytes that the thread reads while the program is busy: a minute of motion events of ten fingers.
    /// The limit keeps a compositor that writes without end from filling the memory.
    static let capacity = 16 << 20

    /// Starts the thread. It takes over from the first ``workBegins()`` on.
    ///
    /// - Parameters:
    ///   - connection: the connection to read from while the program is busy.
    ///   - shell: the object that the compositor pings. Call ``XdgWmBase/answerPings()`` on it first.
    /// - Throws: `system`.
    public init(for connection: Connection, answering shell: XdgWmBase) throws(ConnectionError) {
        watchdog = try Watchdog(connection.handle)
        self.connection = connection
        self.shell = shell
        unsafe shell.move(to: watchdog.queue)
        unsafe connection.queueApart = watchdog.queue
        var thread = pthread_t()
        let number = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Watchdog>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(watchdog).toOpaque())
        guard number == 0 else { throw .system(operation: "pthread_create", errno: number) }
        self.thread = thread
    }

    deinit {
        if let thread {
            watchdog.quit()
            _ = pthread_join(thread, nil)
        }
        // The program answers the pings that the thread has read and not answered.
        _ = try? connection.dispatchPending()
        unsafe shell.move(to: nil)
        unsafe connection.queueApart = nil
    }

    /// Tells the thread that the program has woken and begins a turn.
    public func workBegins() { watchdog.begin() }

    /// Tells the thread that the program has finished its turn and wants to sleep.
    ///
    /// - Returns: whether the thread took over meanwhile. Then it may have read events that are not dispatched yet, and
    ///   the program has to take another turn before it sleeps.
    public func workEnds() -> Bool { watchdog.end() }

    /// Whether the thread has read from the connection since the turn began. An event that is being dispatched may then
    /// have been read after the program's own last read, in the middle of the dispatch.
    public var hasRead: Bool { watchdog.hasRead }
}
