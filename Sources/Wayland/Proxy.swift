import CWaylandClient
import Glibc

/// The client's side of an object that lives in the compositor.
///
/// The generated subclasses (`WlSurface`, `XdgToplevel`, …) have a method for each request and an `Event` for what the
/// compositor says. Whoever holds the proxy keeps it: when the last reference goes, so does the client's side, and no
/// event arrives any more; the compositor is told only by the destroying request (`destroy()`, `release()`), so call
/// that first where there is one. That goes for a callback too: `surface.frame()` must be kept until it is done.
///
/// A proxy belongs to the thread or actor that dispatches its connection.
@safe
public class Proxy {
    /// The version that the object was bound to or made with; a request that is newer must not be sent.
    public let version: UInt32
    /// The number that the object has in protocol errors and in `WAYLAND_DEBUG` logs.
    public let id: UInt32

    /// Nil after destruction.
    private var pointer: OpaquePointer?
    private let display: DisplayHandle
    private let ownsPointer: Bool
    private var isApart = false
    /// Whether requests, but for those that make or destroy an object, are made later where there is no room for them, so
    /// that they never wait.
    final var postponesRequests = false

    /// Whether requests may still be sent: false after the destroying request and after `discard()`.
    public var isAlive: Bool { unsafe pointer != nil }

    /// Takes over a proxy that libwayland has just made, and hears its events.
    required init(_ pointer: OpaquePointer, of display: DisplayHandle) {
        unsafe self.pointer = unsafe pointer
        self.display = display
        ownsPointer = true
        version = unsafe wl_proxy_get_version(pointer)
        id = unsafe wl_proxy_get_id(pointer)
        unsafe wl_proxy_add_dispatcher(
            pointer, dispatchEvent, Self.mark, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The object that stands for the connection itself: libwayland owns it and answers its events.
    init(standingFor display: DisplayHandle) {
        unsafe pointer = unsafe display.pointer
        self.display = display
        ownsPointer = false
        // libwayland has 0 here, as nobody bound the object.
        version = 1
        id = unsafe wl_proxy_get_id(display.pointer)
    }

    deinit {
        discard()
    }

    /// Lets go of the client's side without telling the compositor: events to the object are dropped from now on.
    ///
    /// For objects without a destroying request. Does nothing on an object that is destroyed already.
    public func discard() {
        guard let doomed = unsafe pointer else { return }
        unsafe pointer = nil
        if ownsPointer { unsafe wl_proxy_destroy(doomed) }
    }

    /// Has its events go to a queue of their own, or to the connection's again where it is nil. What it makes has the
    /// connection's all the same.
    @unsafe
    final func move(to queue: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return }
        unsafe wl_proxy_set_queue(pointer, queue)
        isApart = unsafe queue != nil
    }

    /// Decodes an event and hands it to whoever listens; generated for each interface that has events.
    func deliver(_ message: borrowing IncomingMessage) {}

    // MARK: Requests

    /// Sends a request. One that destroys does nothing on an object that is destroyed already, and stays on this side
    /// when the object is too old to know it.
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

    /// Sends a request that makes an object. The object has this one's version, unless told otherwise.
    final func make<P: BoundInterface>(
        _ type: P.Type, _ request: Request, _ arguments: [Argument], version: UInt32? = nil
    ) -> P {
        let version = version ?? self.version
        guard let made = unsafe marshal(request, arguments, making: P.interface, version: version) else {
            fatalError("\(self).\(request.name): no memory for a new \(P.interface.name)")
        }
        return unsafe P(made, of: display)
    }

    /// How many bytes a request takes up in libwayland's buffer.
    private static func size(of arguments: [Argument]) -> Int { arguments.reduce(8) { $0 + $1.size } }

    /// Stops on a programmer's error with a line that says which; in release builds too.
    ///
    /// - Parameter hasRoom: whether there is room in libwayland for certain; otherwise it is made.
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
        // Set before the request is sent, so that no event of the new object can go to the wrong queue.
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

    /// The address is what counts: it marks proxies whose user data is a `Proxy`.
    fileprivate nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    /// The Swift side of a libwayland proxy, unless other code of this process made that.
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
    /// Proxies are the same when they are the same object.
    public static func == (one: Proxy, other: Proxy) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Proxy: CustomStringConvertible {
    /// As libwayland writes it: `wl_surface@12`.
    public var description: String {
        "\((Self.self as? any BoundInterface.Type)?.interface.name ?? "object")@\(id)"
    }
}

private func dispatchEvent(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    // The dispatcher of no other proxies.
    if let target = unsafe target, let arguments = unsafe arguments,
        let data = unsafe wl_proxy_get_user_data(OpaquePointer(target))
    {
        let proxy = unsafe Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
        proxy.deliver(unsafe IncomingMessage(opcode: opcode, arguments: arguments, display: proxy.home))
    }
    return 0
}
