/// A global object that the compositor offers for binding.
public struct Global: Hashable, Sendable {
    /// The number by which the compositor identifies the global.
    public let name: UInt32
    /// The name of its interface, such as `wl_seat`.
    public let interface: String
    /// The latest version that the compositor supports.
    public let version: UInt32

    /// Returns the version to bind: the lower of the offered and the implemented version.
    public func version<P: BoundInterface>(for type: P.Type) -> UInt32 {
        min(version, P.interface.version)
    }

    /// Returns the first global of an interface with at least version `needed`.
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
