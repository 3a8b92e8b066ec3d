import CWaylandClient
import Glibc
import Synchronization

/// A connection to a compositor.
///
/// Nothing is known of the compositor until it has answered: call `roundtrip()` once after connecting, then bind what
/// it offers. From then on a program waits for `fileDescriptor` with its other sources:
///
///     let token = try connection.prepareRead()
///     let isWritten = try connection.flush()
///     // poll fileDescriptor for input, and for output too unless isWritten
///     try token.read()            // or token.cancel(), when there is nothing to read
///     try connection.dispatchPending()
///
/// A connection and its proxies belong to one thread or actor.
@safe
public final class Connection {
    /// The object that the connection itself is. libwayland answers its events; they do not arrive here.
    public let display: WlDisplay
    /// What the compositor offers at present, in the order of its announcements.
    public private(set) var globals: [Global] = []
    /// Called when the compositor starts or ceases to offer something, after `globals` has changed.
    public var onGlobalChange: ((GlobalChange) -> Void)?

    let handle: DisplayHandle
    /// Where events go that another thread may hand out in this one's place.
    var queueApart: OpaquePointer?
    private let registry: WlRegistry

    /// Something that came or went.
    public enum GlobalChange: Hashable, Sendable {
        /// The compositor offers it now.
        case added(Global)
        /// It is gone; proxies bound to it are still to be destroyed.
        case removed(Global)
    }

    /// Connects to the compositor that the environment names: the open descriptor `$WAYLAND_SOCKET` (which is then
    /// unset), or the socket `$WAYLAND_DISPLAY` (an absolute path, or a name in `$XDG_RUNTIME_DIR`; by default
    /// `wayland-0`).
    ///
    /// - Throws: `noRuntimeDirectory`, `badSocketVariable`, `unreachable` or `system`.
    public convenience init() throws(ConnectionError) {
        try self.init(descriptor: Endpoint.resolve(Self.environment).open())
    }

    /// Connects to a display by its name in `$XDG_RUNTIME_DIR`, or by the absolute path of its socket.
    ///
    /// - Throws: `noRuntimeDirectory`, `unreachable` or `system`.
    public convenience init(to name: String) throws(ConnectionError) {
        try self.init(descriptor: Endpoint.named(name, from: "the program's choice", Self.environment).open())
    }

    /// Takes over a connected socket.
    ///
    /// - Throws: `system`.
    public init(descriptor: consuming FileDescriptor) throws(ConnectionError) {
        ClientLog.capture()
        guard let pointer = unsafe wl_display_connect_to_fd(descriptor.rawValue) else {
            throw .system(operation: "wl_display_connect_to_fd", errno: errno)
        }
        _ = descriptor.take()
        handle = unsafe DisplayHandle(pointer)
        display = WlDisplay(standingFor: handle)
        registry = display.getRegistry()
        registry.onEvent = { [weak self] event in self?.hear(event) }
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    // MARK: Globals

    /// More than any compositor offers, by far; what it offers beyond that is not heard of.
    static let mostGlobals = 4096

    private func hear(_ event: WlRegistry.Event) {
        switch event {
        case .global(let name, let interface, let version):
            // There is no version 0, and a number stands for one thing at a time.
            guard version > 0, globals.count < Self.mostGlobals, !globals.contains(where: { $0.name == name }) else {
                return
            }
            let global = Global(name: name, interface: interface, version: version)
            globals.append(global)
            onGlobalChange?(.added(global))
        case .globalRemove(let name):
            guard let place = globals.firstIndex(where: { $0.name == name }) else { return }
            onGlobalChange?(.removed(globals.remove(at: place)))
        }
    }

    /// Binds what the compositor offers, at the lower of the offered and the implemented version.
    ///
    /// The global's interface must be the type's.
    public func bind<P: BoundInterface>(_ type: P.Type, to global: Global) -> P {
        precondition(global.interface == P.interface.name, "\(global.interface) bound as \(P.interface.name)")
        return registry.bind(name: global.name, type, version: global.version(for: type))
    }

    /// Binds the first global of the type, or nothing when the compositor has none of at least this version.
    public func bindIfOffered<P: BoundInterface>(_ type: P.Type, version needed: UInt32 = 1) -> P? {
        try? require(type, version: needed)
    }

    /// Binds the first global of the type; the program cannot do without it.
    ///
    /// - Throws: `missingGlobal` or `oldGlobal`.
    public func require<P: BoundInterface>(
        _ type: P.Type, version needed: UInt32 = 1
    ) throws(ConnectionError) -> P {
        bind(type, to: try Global.first(of: P.interface, version: needed, in: globals))
    }

    // MARK: Reading and writing

    /// The socket, to be polled with the program's other sources; owned by the connection.
    public var fileDescriptor: Int32 { unsafe wl_display_get_fd(handle.pointer) }

    /// The process that listens at the socket, as the system knows it: the compositor, or what opened the socket for
    /// it. Nil where it can't be seen from here, as in a container of its own.
    public var peerProcess: Int32? {
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = unsafe getsockopt(fileDescriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        return status == 0 && credentials.process > 0 ? credentials.process : nil
    }

    /// Why the connection is at its end; nil while it works.
    public var failure: ConnectionError? {
        unsafe wl_display_get_error(handle.pointer) == 0 ? nil : handle.failure("wl_display")
    }

    /// Sends everything and waits until the compositor has answered it, dispatching events meanwhile. Blocks: for
    /// starting up and for tests.
    public func roundtrip() throws(ConnectionError) {
        guard unsafe wl_display_roundtrip(handle.pointer) >= 0 else { throw handle.failure("wl_display_roundtrip") }
    }

    /// Announces a read, after dispatching all events that are waiting already, so that none is slept over.
    public func prepareRead() throws(ConnectionError) -> PreparedRead {
        while unsafe wl_display_prepare_read(handle.pointer) != 0 {
            try dispatchPending()
        }
        return PreparedRead(handle)
    }

    /// Hands out the events that have been read, without touching the socket; how many there were.
    @discardableResult
    public func dispatchPending() throws(ConnectionError) -> Int {
        let count = unsafe wl_display_dispatch_pending(handle.pointer)
        guard count >= 0 else { throw handle.failure("wl_display_dispatch_pending") }
        guard let queue = unsafe queueApart else { return Int(count) }
        let apart = unsafe wl_display_dispatch_queue_pending(handle.pointer, queue)
        guard apart >= 0 else { throw handle.failure("wl_display_dispatch_queue_pending") }
        return Int(count + apart)
    }

    /// Writes what has been requested. False when the socket is full: poll it for output, then flush again.
    @discardableResult
    public func flush() throws(ConnectionError) -> Bool {
        switch handle.flush() {
        case .written: return true
        case .socketIsFull: return false
        // The compositor hung up; its reason may be waiting to be read.
        case .failed(EPIPE): return true
        case .failed: throw handle.failure("wl_display_flush")
        }
    }

    /// How long a compositor may read nothing, unless the program says otherwise: ten seconds.
    public static let patience = Duration.seconds(10)

    /// Sets how a request waits for room when the compositor reads nothing: little fits into the socket and into
    /// libwayland, and a request that finds no room stands still until the compositor reads. When the wait is over, the
    /// connection counts as closed.
    ///
    /// - Parameters:
    ///   - patience: how long the compositor may read nothing. Default ``patience``.
    ///   - interrupt: a descriptor that ends the wait as soon as it can be read; nil for none.
    public func waitForRoom(atMost patience: Duration = patience, orUntilReadable interrupt: Int32? = nil) {
        handle.patience = patience
        handle.interrupt = interrupt ?? -1
    }
}

/// A read that has been announced: it is either done or cancelled, and exactly once. Cancels itself when dropped.
public struct PreparedRead: ~Copyable {
    private let handle: DisplayHandle
    private var isOpen = true

    fileprivate init(_ handle: DisplayHandle) {
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

/// Something that the compositor offers to be bound.
public struct Global: Hashable, Sendable {
    /// The number that the compositor gave it.
    public let name: UInt32
    /// The name of its interface, such as `wl_seat`.
    public let interface: String
    /// The latest version that the compositor has.
    public let version: UInt32

    /// The version to bind: the lower of what is offered and what is implemented here.
    public func version<P: BoundInterface>(for type: P.Type) -> UInt32 {
        min(version, P.interface.version)
    }

    /// The first of an interface that is new enough.
    static func first(
        of interface: Interface, version needed: UInt32, in globals: [Global]
    ) throws(ConnectionError) -> Global {
        precondition(needed <= interface.version, "\(interface.name) \(needed) is not implemented here")
        let offered = globals.filter { $0.interface == interface.name }
        if let fit = offered.first(where: { $0.version >= needed }) { return fit }
        guard let newest = offered.map(\.version).max() else {
            throw .missingGlobal(interface: interface.name, needed: needed)
        }
        throw .oldGlobal(interface: interface.name, offered: newest, needed: needed)
    }
}

/// A request that is made when there is room for it, on whatever thread finds that.
struct PostponedRequest: @unchecked Sendable {
    /// How many bytes it takes up.
    let size: Int
    /// Makes it.
    let make: () -> Void
}

/// Owns libwayland's connection; every proxy holds it, so that none outlives it.
@safe
final class DisplayHandle {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe wl_display_disconnect(pointer)
    }

    /// At most so many bytes may wait in libwayland to be written; it gives the connection up over more than 4096, some
    /// of which it writes for itself.
    private static let capacity = 4000
    /// At most how many bytes wait at present. Held while a request is made, so that what there is room for is there.
    private let waiting = Mutex(0)
    /// Requests that found no room and must not wait for it, the oldest first.
    private let postponed = Mutex<[PostponedRequest]>([])
    /// More than any compositor waits for. Of more the oldest are dropped: those are answers to pings, of which compositors
    /// await the latest.
    private static let mostPostponed = 4096

    /// How long a compositor may read nothing of what fills its socket. Meanwhile the program stands still.
    var patience = Connection.patience
    /// What ends the waiting for the compositor when it can be read; -1 for nothing.
    var interrupt: Int32 = -1

    /// Makes a request when there is room for its bytes in libwayland. Where the compositor reads nothing and there is
    /// none, waits until it does.
    ///
    /// - Parameter size: how many bytes; nil where there is room for certain.
    func makingRoom(for size: Int?, _ request: () -> Void) {
        guard let size else { return request() }
        waiting.withLock { waiting in
            if waiting + size > Self.capacity {
                waitForRoom()
                waiting = 0
            }
            waiting += size
            request()
        }
    }

    private func waitForRoom() {
        // Once the connection has ended, flushing repeats the number with which it did, which may be this one.
        while unsafe wl_display_get_error(pointer) == 0, unsafe wl_display_flush(pointer) < 0, errno == EAGAIN {
            let socket = unsafe wl_display_get_fd(pointer)
            var sources = [
                pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&sources, 2, Int32((patience / .milliseconds(1)).rounded(.up)))
            if count < 0 ? errno == EINTR : sources[0].revents != 0 { continue }
            // From now on it counts as gone, as libwayland can keep nothing more for it.
            shutdown(socket, Int32(SHUT_RDWR))
            break
        }
    }

    /// Makes a request if there is room for its bytes without waiting, and no other thread is making one.
    ///
    /// - Returns: whether it was made.
    fileprivate func ifThereIsRoom(for size: Int, _ request: () -> Void) -> Bool {
        waiting.withLockIfAvailable { waiting in
            if waiting + size > Self.capacity {
                guard unsafe wl_display_flush(pointer) >= 0 else { return false }
                waiting = 0
            }
            waiting += size
            request()
            return true
        } ?? false
    }

    /// Makes a request as soon as there is room for it, after those that wait for that already. Never waits itself.
    func postpone(_ request: PostponedRequest) {
        let isFirst = postponed.withLock { postponed in
            if postponed.count >= Self.mostPostponed { postponed.removeFirst() }
            postponed.append(request)
            return postponed.count == 1
        }
        // There is no room for this one as long as others wait for theirs.
        if isFirst { _ = makePostponed() }
    }

    /// Makes those of the postponed requests for which there is room; whether that was all.
    private func makePostponed() -> Bool {
        postponed.withLock { postponed in
            var count = 0
            while count < postponed.count,
                ifThereIsRoom(for: postponed[count].size, { postponed[count].make() })
            { count += 1 }
            postponed.removeFirst(count)
            return postponed.isEmpty
        }
    }

    /// How a flush went.
    enum Flush {
        /// All was written.
        case written
        /// Something waits until the compositor reads.
        case socketIsFull
        /// The connection has ended; the number of the error.
        case failed(Int32)
    }

    /// Writes what has been requested, as far as the socket takes it.
    func flush() -> Flush {
        let isAllMade = makePostponed()
        if unsafe wl_display_flush(pointer) >= 0 { return isAllMade ? .written : .socketIsFull }
        return errno == EAGAIN ? .socketIsFull : .failed(errno)
    }

    /// The reason of the failure that libwayland has just reported.
    func failure(_ operation: String) -> ConnectionError {
        let number = unsafe wl_display_get_error(pointer)
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = unsafe wl_display_get_protocol_error(pointer, &interface, &id)
        let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) }
        // The errors of the display itself have numbers of the system's.
        switch name == nil ? number : EPROTO {
        case EPROTO:
            return .protocolError(
                ProtocolError(
                    interface: name, objectID: id, code: code,
                    message: ClientLog.message(interface: name, id: id, code: code)))
        case EPIPE, ECONNRESET:
            return .closed
        // The second is a message that is larger than libwayland's memory for one.
        case EINVAL, EOVERFLOW:
            return .unreadableMessage
        default:
            return .system(operation: operation, errno: number == 0 ? errno : number)
        }
    }
}
