import CWaylandClient

/// What a protocol says of a kind of object: its name, and the version that this package implements.
public struct Interface: Sendable {
    /// The name in the protocol, such as `wl_touch`.
    public let name: String
    /// The latest version that is implemented here; an object is never bound to a later one.
    public let version: UInt32

    let index: InterfaceIndex
    let requests: [Message]
    let events: [Message]

    /// A request or an event in libwayland's words.
    struct Message: Sendable {
        let name: String
        let signature: String
        /// One for each argument: the interface of an object that is known here.
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

    /// libwayland keeps this address for as long as the process lives.
    var address: UnsafePointer<wl_interface> {
        unsafe UnsafePointer(Self.table + index.rawValue)
    }

    /// All interfaces side by side, as they refer to each other in circles; never freed.
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

/// A proxy of an interface that the package binds. All generated classes are.
public protocol BoundInterface: Proxy {
    /// What the protocol says of this kind of object.
    static var interface: Interface { get }
}
