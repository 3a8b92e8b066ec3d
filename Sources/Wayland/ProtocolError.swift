/// What the compositor said before it hung up on a client that broke the protocol.
public struct ProtocolError: Error, Hashable, Sendable {
    /// Name of the interface of the object that the error is about; nil when that object is gone.
    public let interface: String?
    /// The object's number.
    public let objectID: UInt32
    /// Which error it is: a value of the interface's `error` enumeration.
    public let code: UInt32
    /// The compositor's words; empty when they cannot be known.
    public let message: String
}

extension ProtocolError: CustomStringConvertible {
    /// One line: `protocol error 3 on xdg_surface@12: …`.
    public var description: String {
        "protocol error \(code) on \(interface ?? "a destroyed object")\(interface == nil ? "" : "@\(objectID)")"
            + (message.isEmpty ? "" : ": \(message)")
    }
}
