import CWaylandClient
import Glibc

/// A connection to a compositor.
///
/// After connecting, call `roundtrip()` once so that the compositor announces its globals, then bind those that the
/// program needs. From then on the program polls `fileDescriptor` with its other sources:
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
    /// The `wl_display` object. libwayland handles its events; they are not delivered here.
    public let display: WlDisplay
    /// The globals that the compositor offers at present, in the order of their announcement.
    public private(set) var globals: [Global] = []
    /// Called after `globals` has changed, when the compositor adds or removes a global.
    public var onGlobalChange: ((GlobalChange) -> Void)?

    let handle: DisplayHandle
    /// The event queue of the objects whose events the background reader may dispatch; nil without a reader.
    var queueApart: OpaquePointer?
    private let registry: WlRegistry

    /// A change of the globals that the compositor offers.
    public enum GlobalChange: Hashable, Sendable {
        /// The compositor offers this global from now on.
        case added(Global)
        /// The compositor has removed this global. Proxies that are bound to it still have to be destroyed.
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
        registry.onEvent = { [weak self] event in self?.handle(event) }
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    // MARK: Globals

    /// The number of globals that are kept, far more than any compositor offers; further ones are ignored.
    static let mostGlobals = 4096

    private func handle(_ event: WlRegistry.Event) {
        switch event {
        case .global(let name, let interface, let version):
            // The protocol has no version 0, and a name identifies one global at a time.
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

    /// Binds a global at the lower of the offered and the implemented version.
    ///
    /// - Precondition: the global has the interface of `type`.
    public func bind<P: BoundInterface>(_ type: P.Type, to global: Global) -> P {
        precondition(global.interface == P.interface.name, "\(global.interface) bound as \(P.interface.name)")
        return registry.bind(name: global.name, type, version: global.version(for: type))
    }

    /// Binds the first global of a type; returns nil if the compositor offers none of at least version `needed`.
    public func bindIfOffered<P: BoundInterface>(_ type: P.Type, version needed: UInt32 = 1) -> P? {
        try? require(type, version: needed)
    }

    /// Binds the first global of a type that the program requires.
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

    /// The process identifier of the compositor, or of the process that opened the socket for it. Nil if the process
    /// is not visible from here, as when the program runs in a container.
    public var peerProcess: Int32? {
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = unsafe getsockopt(fileDescriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        return status == 0 && credentials.process > 0 ? credentials.process : nil
    }

    /// The error that ended the connection; nil while the connection works.
    public var failure: ConnectionError? {
        unsafe wl_display_get_error(handle.pointer) == 0 ? nil : handle.failure("wl_display")
    }

    /// Sends all requests, waits until the compositor has processed them, and dispatches the events that arrive
    /// meanwhile. Blocks, so use it for starting up and in tests.
    public func roundtrip() throws(ConnectionError) {
        guard unsafe wl_display_roundtrip(handle.pointer) >= 0 else { throw handle.failure("wl_display_roundtrip") }
    }

    /// Announces a read. Dispatches all queued events first, so that the program does not sleep with events pending.
    public func prepareRead() throws(ConnectionError) -> PreparedRead {
        while unsafe wl_display_prepare_read(handle.pointer) != 0 {
            try dispatchPending()
        }
        return PreparedRead(handle)
    }

    /// Dispatches the events that have been read, without reading from the socket. Returns their number.
    @discardableResult
    public func dispatchPending() throws(ConnectionError) -> Int {
        let count = unsafe wl_display_dispatch_pending(handle.pointer)
        guard count >= 0 else { throw handle.failure("wl_display_dispatch_pending") }
        guard let queue = unsafe queueApart else { return Int(count) }
        let apart = unsafe wl_display_dispatch_queue_pending(handle.pointer, queue)
        guard apart >= 0 else { throw handle.failure("wl_display_dispatch_queue_pending") }
        return Int(count + apart)
    }

    /// Writes the queued requests to the socket. Returns false if the socket is full: poll it for output, then flush
    /// again.
    @discardableResult
    public func flush() throws(ConnectionError) -> Bool {
        switch handle.flush() {
        case .written: return true
        case .socketIsFull: return false
        // The compositor has hung up. Its error may still be in the socket, so let the program read it.
        case .failed(EPIPE): return true
        case .failed: throw handle.failure("wl_display_flush")
        }
    }

    /// The default time for which a compositor may leave a full socket unread: ten seconds.
    public static let patience = Duration.seconds(10)

    /// Sets how a request waits for room in the socket. The socket and libwayland buffer little; once both are full, a
    /// request blocks until the compositor reads. If the wait times out or is interrupted, the connection is treated
    /// as closed.
    ///
    /// - Parameters:
    ///   - patience: the longest wait. Default ``patience``.
    ///   - interrupt: a file descriptor that ends the wait as soon as it is readable; nil for none.
    public func waitForRoom(atMost patience: Duration = patience, orUntilReadable interrupt: Int32? = nil) {
        handle.patience = patience
        handle.interrupt = interrupt ?? -1
    }
}
