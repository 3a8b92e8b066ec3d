import CWaylandClient

/// An event that libwayland has decoded for the generated code. It is valid only while the event is dispatched.
@safe
struct IncomingMessage: ~Copyable {
    let opcode: UInt32
    private let arguments: UnsafeMutablePointer<wl_argument>
    private let display: DisplayHandle

    init(opcode: UInt32, arguments: UnsafeMutablePointer<wl_argument>, display: DisplayHandle) {
        self.opcode = opcode
        unsafe self.arguments = unsafe arguments
        self.display = display
    }

    func int(_ place: Int) -> Int32 { unsafe arguments[place].i }

    func uint(_ place: Int) -> UInt32 { unsafe arguments[place].u }

    func fixed(_ place: Int) -> Double { Fixed.number(unsafe arguments[place].f) }

    func string(_ place: Int) -> String { optionalString(place) ?? "" }

    func optionalString(_ place: Int) -> String? { unsafe arguments[place].s.map { unsafe String(cString: $0) } }

    func array(_ place: Int) -> [UInt8] {
        guard let array = unsafe arguments[place].a?.pointee, let data = unsafe array.data else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: array.size))
    }

    /// Returns an object; nil if the argument is null, destroyed on this side, or not made by this package.
    func object<P: Proxy>(_ place: Int) -> P? {
        unsafe Proxy.existing(arguments[place].o) as? P
    }

    /// Returns the object that the event created. Call it once, since the result owns the object.
    func newObject<P: BoundInterface>(_ place: Int) -> P {
        guard let made = unsafe arguments[place].o else {
            fatalError("libwayland made no \(P.interface.name) for an event")
        }
        return unsafe P(made, of: display)
    }

    /// Returns the descriptor of the event. Call it once, since the result owns the descriptor.
    func descriptor(_ place: Int) -> FileDescriptor {
        unsafe FileDescriptor(owning: arguments[place].h)
    }
}
