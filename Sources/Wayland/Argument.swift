import CWaylandClient

/// An argument of a request.
enum Argument {
    case int(Int32)
    case uint(UInt32)
    case fixed(Double)
    case string(String?)
    case object(Proxy?)
    /// The identifier of a new object, which libwayland fills in.
    case newID
    case array([UInt8])
    /// A file descriptor, of which libwayland sends a duplicate.
    case fd(Int32)

    /// The size in libwayland's buffer, in bytes. libwayland queues at most 28 descriptors; counting 160 bytes for each
    /// makes a flush happen before there are that many.
    var size: Int {
        switch self {
        case .int, .uint, .fixed, .object, .newID: 4
        case .string(let text): 4 + ((text?.utf8.count ?? -1) + 4) / 4 * 4
        case .array(let bytes): 4 + (bytes.count + 3) / 4 * 4
        case .fd: 160
        }
    }
}

/// Owns memory with the arguments of one request in libwayland's format.
@safe
struct ArgumentMemory: ~Copyable {
    let arguments: UnsafeMutablePointer<wl_argument>
    private var count = 0
    private var blocks: [UnsafeMutableRawPointer] = unsafe []

    init(capacity: Int) {
        unsafe arguments = UnsafeMutablePointer.allocate(capacity: capacity)
    }

    deinit {
        unsafe blocks.forEach { unsafe $0.deallocate() }
        unsafe arguments.deallocate()
    }

    mutating func append(_ argument: Argument) {
        var value = unsafe wl_argument()
        switch argument {
        case .int(let number): unsafe value.i = number
        case .uint(let number): unsafe value.u = number
        case .fixed(let number): unsafe value.f = Fixed.bits(number)
        case .string(let text): if let text { unsafe value.s = UnsafePointer(copy(Array(text.utf8CString)).pointer) }
        case .object(let object): unsafe value.o = object?.handle
        case .newID: unsafe value.n = 0
        case .array(let bytes):
            let (data, size) = unsafe copy(bytes)
            unsafe value.a = copy([wl_array(size: size, alloc: size, data: data)]).pointer
        case .fd(let number): unsafe value.h = number
        }
        unsafe (arguments + count).initialize(to: value)
        count += 1
    }

    private mutating func copy<T: BitwiseCopyable>(_ values: [T]) -> (pointer: UnsafeMutablePointer<T>, size: Int) {
        let copy = UnsafeMutablePointer<T>.allocate(capacity: values.count)
        for (place, value) in values.enumerated() {
            unsafe (copy + place).initialize(to: value)
        }
        unsafe blocks.append(UnsafeMutableRawPointer(copy))
        return unsafe (copy, values.count * MemoryLayout<T>.stride)
    }
}
