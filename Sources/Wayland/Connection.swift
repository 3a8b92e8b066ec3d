import CWaylandClient
import Glibc

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
