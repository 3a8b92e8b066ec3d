import CShims
import Glibc
import TouchKit
import Wayland

/// Why there is no buffer to draw into. The description is one line for a person.
nonisolated enum BufferError: Error, Hashable {
    /// More pixels than a buffer in shared memory can have.
    case tooLarge(width: Int, height: Int)
    /// There is no memory for it.
    case system(operation: String, size: Int, errno: Int32)
}

nonisolated extension BufferError: CustomStringConvertible {
    /// One line: what failed, on what, what was expected, what follows.
    var description: String {
        switch self {
        case .tooLarge(let width, let height):
            "a window of \(width)x\(height) pixels can't be drawn, expected at most \(PixelSize.longestSide) a side "
                + "and 2 GiB in all; it keeps its old content"
        case .system(let operation, let size, let number):
            "no memory for a buffer of \(size) bytes (\(operation): \(systemText(number))); "
                + "the window keeps its old content"
        }
    }
}

/// The system's words for an error number.
nonisolated func systemText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

/// The error number with which the process is refused so many more descriptors; nil where it can have them. It is asked
/// before libraries that take some and, where they find none, end the connection or the process.
nonisolated func shortage(ofDescriptors count: Int) -> Int32? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
        let descriptor = shim_eventfd()
        guard descriptor >= 0 else { return errno }
        opened.append(descriptor)
    }
    return nil
}

/// How large a buffer is, in pixels, each of four bytes.
nonisolated struct PixelSize: Hashable {
    /// What Cairo can draw.
    static let longestSide = 32_767

    var width: Int
    var height: Int

    var stride: Int { width * 4 }
    var byteCount: Int { stride * height }
}

/// The content of a buffer: where the compositor and we are with it. Each step says what is to be done.
nonisolated enum BufferState: Hashable {
    /// Nobody uses it.
    case free
    /// It is being drawn.
    case lent
    /// The compositor reads it.
    case held
    /// It will not be used again, and is destroyed as soon as nobody uses it.
    case retired

    /// What follows from a step.
    enum Consequence: Hashable {
        /// Nothing.
        case none
        /// Nobody uses it and nobody will.
        case destroy
    }

    /// Begins to draw; false where that is not allowed.
    mutating func lend() -> Bool {
        guard self == .free else { return false }
        self = .lent
        return true
    }

    /// What was drawn is handed to the compositor.
    mutating func commit() {
        if self == .lent { self = .held }
    }

    /// The drawing is over, and nothing of it is shown.
    mutating func giveBack() -> Consequence {
        switch self {
        case .lent: self = .free
        case .retired: return .destroy
        case .free, .held: break
        }
        return .none
    }

    /// The compositor has let go of it. One that it did not hold stays as it is.
    mutating func release() -> Consequence {
        switch self {
        case .held: self = .free
        case .retired: return .destroy
        case .free, .lent: break
        }
        return .none
    }

    /// It has the wrong size by now, or its window is closed.
    mutating func retire() -> Consequence {
        let wasFree = self == .free
        self = .retired
        return wasFree ? .destroy : .none
    }
}

/// Memory that is shared with the compositor: it can't shrink, and all of it is there, so that no access fails.
@safe
struct SharedMemory: ~Copyable {
    /// The file, for the compositor to map.
    let descriptor: FileDescriptor
    /// How many bytes there are.
    let size: Int
    fileprivate let start: UnsafeMutableRawPointer

    /// Memory of a size in bytes, all zero.
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

    /// What is in the memory, as pixels of 0xAARRGGBB.
    borrowing func pixels() -> [UInt32] {
        unsafe Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt32.self), count: size / 4))
    }

    /// Copies pixels of 0xAARRGGBB to its beginning, as many as there is room for.
    borrowing func copy(_ pixels: [UInt32]) {
        unsafe start.copyMemory(from: pixels, byteCount: min(size, pixels.count * 4))
    }

    /// A canvas on the memory. It must not outlive it: the caller sees to that.
    borrowing func canvas(_ size: PixelSize, isOpaque: Bool, scale: Double, fonts: Fonts = .shared) -> CairoCanvas {
        precondition(size.byteCount <= self.size, "a canvas larger than its memory")
        return unsafe CairoCanvas(
            drawingInto: start, size: size, isOpaque: isOpaque, scale: scale, fonts: fonts)
    }
}

/// A buffer in shared memory, and what its content lacks.
final class ShmBuffer {
    private let memory: SharedMemory
    private let buffer: WlBuffer
    private let size: PixelSize
    private let isOpaque: Bool
    private(set) var state = BufferState.free
    /// What has changed since it was drawn, in points; nil where it was never drawn.
    private var missing: Rect?
    /// Called when nobody uses it and nobody will.
    fileprivate var onEnd: ((ShmBuffer) -> Void)?

    fileprivate init(_ size: PixelSize, isOpaque: Bool, of shm: WlShm) throws(BufferError) {
        memory = try SharedMemory(size: size.byteCount)
        // libwayland passes a descriptor of its own, and ends the connection where it finds none.
        if let number = shortage(ofDescriptors: 1) {
            throw .system(operation: "dup", size: size.byteCount, errno: number)
        }
        self.size = size
        self.isOpaque = isOpaque
        let pool = shm.createPool(fd: memory.descriptor, size: Int32(size.byteCount))
        buffer = pool.createBuffer(
            offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(size.stride),
            format: isOpaque ? .xrgb8888 : .argb8888)
        pool.destroy()
        buffer.onEvent = { [weak self] event in
            switch event {
            case .release: self?.follow { $0.release() }
            }
        }
    }

    fileprivate func noteChange(in rect: Rect) {
        missing = missing?.union(rect)
    }

    fileprivate func follow(_ step: (inout BufferState) -> BufferState.Consequence) {
        switch step(&state) {
        case .none: break
        case .destroy: onEnd?(self)
        }
    }

    /// Tells the compositor that the buffer is no more.
    fileprivate func destroy() {
        buffer.destroy()
        onEnd = nil
    }

    fileprivate func lend() -> Lending? { state.lend() ? Lending(self) : nil }

    /// The right to draw into a buffer: there is one at most, and with its end the buffer is free again, unless it was
    /// committed.
    struct Lending: ~Copyable {
        private let buffer: ShmBuffer

        fileprivate init(_ buffer: ShmBuffer) { self.buffer = buffer }

        /// Draws what has changed since the buffer was last drawn, and what changes now.
        ///
        /// - Parameters:
        ///   - damage: what changes now, in points.
        ///   - bounds: the whole content, in points.
        ///   - scale: pixels a point.
        ///   - background: what is there before it is painted; nil for nothing.
        ///   - fonts: what text is set in.
        ///   - paint: draws a rectangle, in points, whose edges are at those of pixels.
        func draw(
            _ damage: Rect, bounds: Rect, scale: Double, on background: Color? = nil, fonts: Fonts = .shared,
            _ paint: (Rect, any Canvas) -> Void
        ) {
            let lacking = buffer.missing.map { $0.union(damage) } ?? bounds
            let area = lacking.pixels(at: scale, in: buffer.size).points(at: scale)
            let canvas = buffer.memory.canvas(
                buffer.size, isOpaque: buffer.isOpaque, scale: scale, fonts: fonts)
            canvas.clear(area, to: background)
            paint(area, canvas)
            canvas.finish()
            buffer.missing = .zero
        }

        /// Makes an image, of as many pixels as it has, its content.
        func fill(with pixels: [UInt32]) {
            buffer.memory.copy(pixels)
            buffer.missing = .zero
        }

        /// Hands the buffer to the compositor with the next commit of the surface.
        ///
        /// - Returns: false where the window was closed or resized meanwhile.
        consuming func attach(to surface: WlSurface) -> Bool {
            guard buffer.state == .lent else { return false }
            surface.attach(buffer: buffer.buffer, x: 0, y: 0)
            buffer.state.commit()
            return true
        }

        deinit {
            MainActor.assumeIsolated { [buffer] in
                if buffer.state != .held { buffer.follow { $0.giveBack() } }
            }
        }
    }
}

/// The buffers of one window: as many as the compositor makes it need, three at most.
final class BufferPool {
    private static let most = 3
    /// So many of another size, at most, wait for the compositor to let go of them. Compositors hold one or two.
    private static let mostRetired = 8

    private let shm: WlShm
    private var size = PixelSize(width: 0, height: 0)
    private var isOpaque = false
    private var buffers: [ShmBuffer] = []
    /// Of another size, but the compositor still reads them.
    private var retired: [ShmBuffer] = []

    /// A pool without buffers.
    init(_ shm: WlShm) { self.shm = shm }

    /// A buffer to draw into, or nil while the compositor holds all of them, or too many of other sizes.
    func lend(_ size: PixelSize, isOpaque: Bool) throws(BufferError) -> ShmBuffer.Lending? {
        guard (1...PixelSize.longestSide).contains(size.width), (1...PixelSize.longestSide).contains(size.height),
            size.byteCount <= Int(Int32.max)
        else { throw .tooLarge(width: size.width, height: size.height) }
        if size != self.size || isOpaque != self.isOpaque {
            guard retired.count < Self.mostRetired else { return nil }
            // Made before the others are given up, so that a failure leaves everything as it was.
            let first = try ShmBuffer(size, isOpaque: isOpaque, of: shm)
            retireAll()
            (self.size, self.isOpaque) = (size, isOpaque)
            return add(first)
        }
        for buffer in buffers { if let lending = buffer.lend() { return lending } }
        guard buffers.count < Self.most else { return nil }
        return add(try ShmBuffer(size, isOpaque: isOpaque, of: shm))
    }

    /// Notes that a part of the content, in points, is another now than in all buffers but those drawn later.
    func noteChange(in rect: Rect) {
        for buffer in buffers where buffer.state != .lent { buffer.noteChange(in: rect) }
    }

    /// Gives up all buffers, those last that the compositor reads.
    func retireAll() {
        let old = buffers
        buffers = []
        retired += old
        for buffer in old { buffer.follow { $0.retire() } }
    }

    /// Gives up all buffers at once, with their surface.
    func destroyAll() {
        for buffer in buffers + retired { buffer.destroy() }
        (buffers, retired) = ([], [])
    }

    private func add(_ buffer: ShmBuffer) -> ShmBuffer.Lending? {
        buffers.append(buffer)
        buffer.onEnd = { [weak self] buffer in
            buffer.destroy()
            self?.retired.removeAll { $0 === buffer }
        }
        return buffer.lend()
    }
}

/// A rectangle of whole pixels.
nonisolated struct PixelRect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The same rectangle in points.
    func points(at scale: Double) -> Rect {
        Rect(
            x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale)
    }
}

nonisolated extension Rect {
    /// The pixels that it touches.
    func pixels(at scale: Double, in size: PixelSize) -> PixelRect {
        func pixel(_ edge: Double, _ limit: Int) -> Int { Int(max(0, min(edge, Double(limit)))) }
        let left = pixel((minX * scale).rounded(.down), size.width)
        let top = pixel((minY * scale).rounded(.down), size.height)
        let right = pixel((maxX * scale).rounded(.up), size.width)
        let bottom = pixel((maxY * scale).rounded(.up), size.height)
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
