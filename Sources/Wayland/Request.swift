/// A request, described by the generated code.
struct Request {
    let opcode: UInt32
    let name: StaticString
    let since: UInt32
    let destroys: Bool

    init(_ opcode: UInt32, _ name: StaticString, since: UInt32, destroys: Bool = false) {
        self.opcode = opcode
        self.name = name
        self.since = since
        self.destroys = destroys
    }
}
