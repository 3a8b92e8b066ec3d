import CXkbcommon
import Glibc
import Wayland

/// The text of a keymap. The file is read, not mapped: if the compositor shortened a mapped file, reading it would end
/// the program with SIGBUS.
struct KeymapText {
    /// The text without its terminating zero, if it has one.
    let bytes: [UInt8]

    init(_ descriptor: consuming FileDescriptor, size: UInt32) throws(KeymapError) {
        guard (1...Keymap.largestSize).contains(size) else { throw .badSize(size) }
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .system(operation: "fstat", errno: errno) }
        // Reading from something else, such as a pipe, could block for ever.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_size >= Int(size) else { throw .truncated(expected: size, size: Int64(status.st_size)) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var length = 0
        while length < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { memory in
                unsafe pread(
                    descriptor.rawValue, memory.baseAddress! + length, memory.count - length, off_t(length))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(operation: "pread", errno: errno) }
            guard count > 0 else { throw .truncated(expected: size, size: Int64(length)) }
            length += count
        }
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// Compiles the text to a keymap; returns nil if it is malformed.
    func compile(in context: OpaquePointer) -> OpaquePointer? {
        unsafe bytes.withUnsafeBytes { bytes in
            let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe text.flatMap { text in
                unsafe xkb_keymap_new_from_buffer(
                    context, text, bytes.count, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
    }
}
