import CWaylandClient

/// A protocol interface: its name, and the version that this package implements.
public struct Interface: Sendable {
    /// The name in the protocol, such as `wl_touch`.
    public let name: String
    /// The latest version that this package implements. Objects are never bound at a later version.
    public let version: UInt32

    let index: InterfaceIndex
    let requests: [Message]
    let events: [Message]

    /// A request or an event as libwayland describes it.
    struct Message: Sendable {
        let name: String
        let signature: String
        /// For each argument, the interface of the object; nil for other types and for interfaces that are not bound.
        let types: [InterfaceIndex?]

        init(_ name: String, _ signature: String, _ types: [InterfaceIndex?]) {
            self.name = name
            self.signature = signature
            self.types = types
        }
    }

    init(_ index: InterfaceIndex, name: String, version: UInt32, requests: [Message], events: [Message]) {
        self.index = index
        self.name = name
        self.version = version
        self.requests = requests
        self.events = events
    }

    /// The address of libwayland's description, which stays valid until the process exits.
    var address: UnsafePointer<wl_interface> {
        unsafe UnsafePointer(Self.table + index.rawValue)
    }

    /// The descriptions of all interfaces in one allocation, since they refer to each other. Never freed.
    private nonisolated(unsafe) static let table: UnsafeMutablePointer<wl_interface> = {
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: InterfaceIndex.allCases.count)
        for index in InterfaceIndex.allCases {
            let interface = index.interface
            unsafe (table + index.rawValue).initialize(
                to: wl_interface(
                    name: permanent(interface.name), version: Int32(interface.version),
                    method_count: Int32(interface.requests.count), methods: permanent(interface.requests, in: table),
                    event_count: Int32(interface.events.count), events: permanent(interface.events, in: table)))
        }
        return unsafe table
    }()

    private static func permanent(
        _ messages: [Message], in table: UnsafeMutablePointer<wl_interface>
    ) -> UnsafePointer<wl_message> {
        let list = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
        for (place, message) in messages.enumerated() {
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: message.types.count)
            for (place, type) in message.types.enumerated() {
                unsafe (types + place).initialize(to: type.map { unsafe UnsafePointer(table + $0.rawValue) })
            }
            unsafe (list + place).initialize(
                to: wl_message(name: permanent(message.name), signature: permanent(message.signature), types: types))
        }
        return unsafe UnsafePointer(list)
    }

    private static func permanent(_ text: String) -> UnsafePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (place, byte) in bytes.enumerated() {
            unsafe (copy + place).initialize(to: byte)
        }
        return unsafe UnsafePointer(copy)
    }
}

/// A proxy whose interface this package binds. All generated classes conform.
public protocol BoundInterface: Proxy {
    /// The protocol's description of the object.
    static var interface: Interface { get }
}
