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
