import CShims
import Glibc
import Wayland

/// Memory that is shared with the compositor. It is allocated completely and sealed against shrinking, so that no
/// access fails with SIGBUS.
@safe
struct SharedMemory: ~Copyable {
    /// The file that the compositor maps.
    let descriptor: FileDescriptor
    /// The size in bytes.
    let size: Int
    private let start: UnsafeMutableRawPointer

    /// Allocates memory of a size in bytes, filled with zeros.
    init(size: Int) throws(BufferError) {
        func failure(_ operation: String, _ number: Int32 = errno) -> BufferError {
            .system(operation: operation, size: size, errno: number)
        }
        let file = FileDescriptor(owning: unsafe shim_memfd_create("wayland-touch"))
        guard file.rawValue >= 0 else { throw failure("memfd_create") }
        // An error now rather than a SIGBUS while drawing.
        let number = shim_allocate(file.rawValue, Int64(size))
        guard number == 0 else { throw failure("posix_fallocate", number) }
        guard shim_add_seals(file.rawValue, Int32(SHIM_SEAL_SHRINK | SHIM_SEAL_SEAL)) == 0 else {
            throw failure("F_ADD_SEALS")
        }
        let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw failure("mmap") }
        descriptor = file
        self.size = size
        unsafe self.start = unsafe start
    }

    deinit { unsafe _ = munmap(start, size) }

    /// Returns the content as pixels, each 0xAARRGGBB.
    borrowing func pixels() -> [UInt32] {
        unsafe Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt32.self), count: size / 4))
    }

    /// Copies pixels, each 0xAARRGGBB, to the beginning, as many as there is room for.
    borrowing func copy(_ pixels: [UInt32]) {
        unsafe start.copyMemory(from: pixels, byteCount: min(size, pixels.count * 4))
    }

    /// Returns a canvas that draws into the memory. The caller must not use the canvas after the memory has ended.
    borrowing func canvas(_ size: PixelSize, isOpaque: Bool, scale: Double, fonts: Fonts = .shared) -> CairoCanvas {
        precondition(size.byteCount <= self.size, "a canvas larger than its memory")
        return unsafe CairoCanvas(
            drawingInto: start, size: size, isOpaque: isOpaque, scale: scale, fonts: fonts)
    }
}
