import TouchKit
import Wayland

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
    var onEnd: ((ShmBuffer) -> Void)?

    init(_ size: PixelSize, isOpaque: Bool, of shm: WlShm) throws(BufferError) {
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

    func noteChange(in rect: Rect) {
        missing = missing?.union(rect)
    }

    func follow(_ step: (inout BufferState) -> BufferState.Consequence) {
        switch step(&state) {
        case .none: break
        case .destroy: onEnd?(self)
        }
    }

    /// Tells the compositor that the buffer is no more.
    func destroy() {
        buffer.destroy()
        onEnd = nil
    }

    func lease() -> Lease? { state.lease() ? Lease(self) : nil }

    /// The right to draw into a buffer: there is one at most, and with its end the buffer is free again, unless it was
    /// committed.
    struct Lease: ~Copyable {
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
