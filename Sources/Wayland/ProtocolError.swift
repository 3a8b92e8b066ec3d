/// The protocol error that the compositor sent before it closed the connection.
public struct ProtocolError: Error, Hashable, Sendable {
    /// The name of the interface of the object that the error is about; nil if the object is destroyed.
    public let interface: String?
    /// The identifier of the object.
    public let objectID: UInt32
    /// The error: a value of the interface's `error` enumeration.
    public let code: UInt32
    /// The compositor's message; empty if it is not known.
    public let message: String
}

extension ProtocolError: CustomStringConvertible {
    /// One line: `protocol error 3 on xdg_surface@12: …`.
    public var description: String {
        "protocol error \(code) on \(interface ?? "a destroyed object")\(interface == nil ? "" : "@\(objectID)")"
            + (message.isEmpty ? "" : ": \(message)")
    }
}
