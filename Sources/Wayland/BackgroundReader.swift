import Glibc

/// Attends to a connection while its program is busy: reads what the compositor sends, and answers its pings.
///
/// Compositors drop a client that does not read (weston 10 after about two hundred motions, two seconds of a moving
/// finger) and call one that does not answer a ping unresponsive. So a thread takes over when the program has not come
/// back to its loop in time, and until it does. It touches nothing but the socket: events wait in libwayland, in their
/// order, until the program hands them out; what the program has requested by then is written.
///
///     while true {
///         backgroundReader.workBegins()
///         // read, dispatch, handle, draw, flush
///         let mayRest = !backgroundReader.workEnds()
///         // sleep, if it may rest
///     }
///
/// At rest it costs nothing: no timer is armed, and the thread sleeps. The first turn of the loop after a rest arms one.
/// From then on the thread wakes once in each ``patience`` to see whether the present turn is overdue, so that turns
/// need no system call; when it finds the program asleep it arms no timer any more.
@safe
public final class BackgroundReader {
    /// How long a program may be busy before the background reader takes over: 50 ms.
    public static let patience = Duration.milliseconds(50)

    private let watchdog: Watchdog
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
        // What it has not answered by now is left to the program.
        _ = try? connection.dispatchPending()
        unsafe shell.move(to: nil)
        unsafe connection.queueApart = nil
    }

    /// The program has woken and begins to work.
    public func workBegins() { watchdog.begin() }

    /// The program has done what there was to do, and wants to sleep.
    ///
    /// - Returns: whether it was stood in for meanwhile; then there may be events that were read and are not handed
    ///   out, and it must take another turn first.
    public func workEnds() -> Bool { watchdog.end() }
}
