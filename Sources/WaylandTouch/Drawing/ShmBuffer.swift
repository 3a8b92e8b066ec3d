import TouchKit
import Wayland

/// A buffer in shared memory, with the area of it that is out of date.
final class ShmBuffer {
    private let memory: SharedMemory
    private let buffer: WlBuffer
    private let size: PixelSize
    private let isOpaque: Bool
    private(set) var state = BufferState.free
    /// The area that has changed since the buffer was drawn, in points; nil if it was never drawn.
    private var missing: Rect?
    /// Called when the buffer is unused and has to be destroyed.
    var onEnd: ((ShmBuffer) -> Void)?

    init(_ size: PixelSize, isOpaque: Bool, of shm: WlShm) throws(BufferError) {
        memory = try SharedMemory(size: size.byteCount)
        // libwayland duplicates the descriptor, and ends the connection if that fails.
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

    /// Notes that an area has changed, in points.
    func noteChange(in rect: Rect) {
        missing = missing?.union(rect)
    }

    /// Makes a transition of the state and carries out its consequence.
    func follow(_ transition: (inout BufferState) -> BufferState.Consequence) {
        switch transition(&state) {
        case .none: break
        case .destroy: onEnd?(self)
        }
    }

    /// Destroys the compositor's object.
    func destroy() {
        buffer.destroy()
        onEnd = nil
    }

    /// Leases the buffer for drawing; returns nil if it is not free.
    func lease() -> Lease? { state.lease() ? Lease(self) : nil }

    /// The right to draw into a buffer. A buffer has at most one lease. When the lease ends without ``attach(to:)``,
    /// the buffer is free again.
    struct Lease: ~Copyable {
        private let buffer: ShmBuffer

        fileprivate init(_ buffer: ShmBuffer) { self.buffer = buffer }

        /// Draws the area that has changed since the buffer was last drawn, together with the area that changes now.
        ///
        /// - Parameters:
        ///   - damage: the area that changes now, in points.
        ///   - bounds: the bounds of the whole content, in points.
        ///   - scale: the pixels per point.
        ///   - background: the color that fills the area first; nil for transparency.
        ///   - fonts: the fonts for text.
        ///   - paint: draws a rectangle, in points, whose edges lie on those of pixels.
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

        /// Replaces the content by an image with the size of the buffer.
        func fill(with pixels: [UInt32]) {
            buffer.memory.copy(pixels)
            buffer.missing = .zero
        }

        /// Attaches the buffer to a surface; the next commit of the surface shows it.
        ///
        /// - Returns: false if the buffer was retired or destroyed meanwhile.
        consuming func attach(to surface: WlSurface) -> Bool {
            guard buffer.state == .leased else { return false }
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
