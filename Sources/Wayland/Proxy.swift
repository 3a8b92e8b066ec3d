import CWaylandClient
import Glibc

/// The client's side of an object that lives in the compositor.
///
/// Each generated subclass (`WlSurface`, `XdgToplevel`, …) has a method for each request and an enum `Event` of its
/// events. Keep a reference to a proxy for as long as it should receive events: releasing the last reference destroys
/// the client's side without telling the compositor. Call the destroying request (`destroy()`, `release()`) first if
/// the interface has one. Keep callbacks too: the result of `surface.frame()` must be kept until it is done.
///
/// A proxy belongs to the thread or actor that dispatches its connection.
@safe
public class Proxy {
    /// The version of the object. Requests that were added in a later version must not be sent.
    public let version: UInt32
    /// The object's identifier, as protocol errors and `WAYLAND_DEBUG` logs print it.
    public let id: UInt32

    /// Nil after destruction.
    private var pointer: OpaquePointer?
    private let display: DisplayHandle
    private let ownsPointer: Bool
    private var isApart = false
    /// Whether requests that neither create nor destroy an object are postponed while there is no room for them, so
    /// that they never block.
    final var postponesRequests = false

    /// Whether requests can be sent: false after the destroying request and after `discard()`.
    public var isAlive: Bool { unsafe pointer != nil }

    /// Takes ownership of a proxy that libwayland has just made, and receives its events.
    required init(_ pointer: OpaquePointer, of display: DisplayHandle) {
        unsafe self.pointer = unsafe pointer
        self.display = display
        ownsPointer = true
        version = unsafe wl_proxy_get_version(pointer)
        id = unsafe wl_proxy_get_id(pointer)
        unsafe wl_proxy_add_dispatcher(
            pointer, dispatchEvent, Self.mark, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Wraps the `wl_display` object, which libwayland owns and whose events it handles.
    init(standingFor display: DisplayHandle) {
        unsafe pointer = unsafe display.pointer
        self.display = display
        ownsPointer = false
        // libwayland reports 0, since the object was not bound.
        version = 1
        id = unsafe wl_proxy_get_id(display.pointer)
    }

    deinit {
        discard()
    }

    /// Destroys the client's side without telling the compositor. Later events to the object are dropped.
    ///
    /// Use it for objects without a destroying request. Does nothing if the object is already destroyed.
    public func discard() {
        guard let doomed = unsafe pointer else { return }
        unsafe pointer = nil
        if ownsPointer { unsafe wl_proxy_destroy(doomed) }
    }

    /// Moves the object's events to an event queue, or back to the connection's default queue for nil. Objects that it
    /// creates use the default queue in any case.
    @unsafe
    final func move(to queue: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return }
        unsafe wl_proxy_set_queue(pointer, queue)
        isApart = unsafe queue != nil
    }

    /// Decodes an event and calls its handler. Generated for each interface that has events.
    func deliver(_ message: borrowing IncomingMessage) {}

    // MARK: Requests

    /// Sends a request. A destroying request does nothing if the object is already destroyed; if the object's version
    /// does not have the request, only the client's side is destroyed.
    final func send(_ request: Request, _ arguments: [Argument]) {
        if request.destroys {
            guard isAlive else { return }
            guard version >= request.since else { return discard() }
        } else if postponesRequests {
            return display.postpone(
                PostponedRequest(size: Self.size(of: arguments)) { [weak self] in
                    guard let self, isAlive else { return }
                    _ = unsafe marshal(request, arguments, making: nil, version: version, hasRoom: true)
                })
        }
        _ = unsafe marshal(request, arguments, making: nil, version: version)
    }

    /// Sends a request that creates an object, which has the version of this one if `version` is nil.
    final func make<P: BoundInterface>(
        _ type: P.Type, _ request: Request, _ arguments: [Argument], version: UInt32? = nil
    ) -> P {
        let version = version ?? self.version
        guard let made = unsafe marshal(request, arguments, making: P.interface, version: version) else {
            fatalError("\(self).\(request.name): no memory for a new \(P.interface.name)")
        }
        return unsafe P(made, of: display)
    }

    /// Returns the size of a request in libwayland's buffer, in bytes.
    private static func size(of arguments: [Argument]) -> Int { arguments.reduce(8) { $0 + $1.size } }

    /// Sends a request and returns the proxy that it creates. Stops the program on a programming error, such as a
    /// request on a destroyed object, with a message that names it; in release builds too.
    ///
    /// - Parameter hasRoom: whether the caller has reserved room; otherwise this flushes if necessary.
    private func marshal(
        _ request: Request, _ arguments: [Argument], making interface: Interface?, version newVersion: UInt32,
        hasRoom: Bool = false
    ) -> OpaquePointer? {
        guard let target = unsafe pointer else {
            fatalError("\(self).\(request.name): the object is destroyed")
        }
        guard version >= request.since else {
            fatalError(
                "\(self).\(request.name) needs version \(request.since), the object has version \(version); "
                    + "ask `version` first")
        }
        var memory = ArgumentMemory(capacity: arguments.count)
        for argument in arguments {
            if case .object(let object?) = argument {
                guard object.isAlive else {
                    fatalError("\(self).\(request.name): its argument \(object) is destroyed")
                }
                guard object.display === display else {
                    fatalError("\(self).\(request.name): its argument \(object) is of another connection")
                }
            }
            memory.append(argument)
        }
        if request.destroys { unsafe pointer = nil }
        // The queue is set before the request is sent, so that no event of the new object goes to the wrong queue.
        let wrapper =
            interface != nil && isApart
            ? unsafe OpaquePointer(wl_proxy_create_wrapper(UnsafeMutableRawPointer(target))) : nil
        if let wrapper = unsafe wrapper { unsafe wl_proxy_set_queue(wrapper, nil) }
        defer { if let wrapper = unsafe wrapper { unsafe wl_proxy_wrapper_destroy(UnsafeMutableRawPointer(wrapper)) } }
        var made: OpaquePointer?
        display.makingRoom(for: hasRoom ? nil : Self.size(of: arguments)) {
            unsafe made = wl_proxy_marshal_array_flags(
                wrapper ?? target, request.opcode, interface?.address, newVersion,
                request.destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, memory.arguments)
        }
        return unsafe made
    }

    /// An address that identifies libwayland proxies whose user data is a `Proxy`.
    fileprivate nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    /// Returns the `Proxy` of a libwayland proxy; nil if other code of this process made it.
    static func existing(_ pointer: OpaquePointer?) -> Proxy? {
        guard let pointer = unsafe pointer, let listener = unsafe wl_proxy_get_listener(pointer),
            unsafe listener == UnsafeRawPointer(mark), let data = unsafe wl_proxy_get_user_data(pointer)
        else { return nil }
        return unsafe Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
    }

    var handle: OpaquePointer? { unsafe pointer }
    var home: DisplayHandle { display }
}

extension Proxy: Hashable {
    /// Compares identity.
    public static func == (one: Proxy, other: Proxy) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Proxy: CustomStringConvertible {
    /// The interface and the identifier, such as `wl_surface@12`.
    public var description: String {
        "\((Self.self as? any BoundInterface.Type)?.interface.name ?? "object")@\(id)"
    }
}

private func dispatchEvent(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    // Only proxies of this package have this dispatcher.
    if let target = unsafe target, let arguments = unsafe arguments,
        let data = unsafe wl_proxy_get_user_data(OpaquePointer(target))
    {
        let proxy = unsafe Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
        proxy.deliver(unsafe IncomingMessage(opcode: opcode, arguments: arguments, display: proxy.home))
    }
    return 0
}
