import TouchKit
import Wayland

/// The buffers of one window: as many as the compositor holds at the same time and one to draw into, at most three.
final class BufferPool {
    private static let most = 3
    /// The limit on the retired buffers that the compositor has not released. Compositors hold one or two.
    private static let mostRetired = 8

    private let shm: WlShm
    private var size = PixelSize(width: 0, height: 0)
    private var isOpaque = false
    private var buffers: [ShmBuffer] = []
    /// Buffers of former sizes that the compositor still reads.
    private var retired: [ShmBuffer] = []

    /// Creates a pool without buffers.
    init(_ shm: WlShm) { self.shm = shm }

    /// Returns a buffer to draw into; nil while the compositor holds all of them, or too many retired ones.
    func lease(_ size: PixelSize, isOpaque: Bool) throws(BufferError) -> ShmBuffer.Lease? {
        guard (1...PixelSize.longestSide).contains(size.width), (1...PixelSize.longestSide).contains(size.height),
            size.byteCount <= Int(Int32.max)
        else { throw .tooLarge(width: size.width, height: size.height) }
        if size != self.size || isOpaque != self.isOpaque {
            guard retired.count < Self.mostRetired else { return nil }
            // Created before the others are retired, so that a failure leaves everything as it was.
            let first = try ShmBuffer(size, isOpaque: isOpaque, of: shm)
            retireAll()
            (self.size, self.isOpaque) = (size, isOpaque)
            return add(first)
        }
        for buffer in buffers { if let lease = buffer.lease() { return lease } }
        guard buffers.count < Self.most else { return nil }
        return add(try ShmBuffer(size, isOpaque: isOpaque, of: shm))
    }

    /// Notes that an area of the content has changed, so that each buffer but the leased one has to be redrawn there.
    ///
    /// - Parameter rect: the area in points.
    func noteChange(in rect: Rect) {
        for buffer in buffers where buffer.state != .leased { buffer.noteChange(in: rect) }
    }

    /// Retires all buffers: each is destroyed as soon as neither the program nor the compositor uses it.
    func retireAll() {
        let old = buffers
        buffers = []
        retired += old
        for buffer in old { buffer.follow { $0.retire() } }
    }

    /// Destroys all buffers at once, as when their surface is destroyed.
    func destroyAll() {
        for buffer in buffers + retired { buffer.destroy() }
        (buffers, retired) = ([], [])
    }

    private func add(_ buffer: ShmBuffer) -> ShmBuffer.Lease? {
        buffers.append(buffer)
        buffer.onEnd = { [weak self] buffer in
            buffer.destroy()
            self?.retired.removeAll { $0 === buffer }
        }
        return buffer.lease()
    }
}
