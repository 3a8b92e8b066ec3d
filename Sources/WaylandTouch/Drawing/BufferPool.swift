import TouchKit
import Wayland

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
    func lease(_ size: PixelSize, isOpaque: Bool) throws(BufferError) -> ShmBuffer.Lease? {
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
        for buffer in buffers { if let lease = buffer.lease() { return lease } }
        guard buffers.count < Self.most else { return nil }
        return add(try ShmBuffer(size, isOpaque: isOpaque, of: shm))
    }

    /// Notes that a part of the content, in points, is another now than in all buffers but those drawn later.
    func noteChange(in rect: Rect) {
        for buffer in buffers where buffer.state != .leased { buffer.noteChange(in: rect) }
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

    private func add(_ buffer: ShmBuffer) -> ShmBuffer.Lease? {
        buffers.append(buffer)
        buffer.onEnd = { [weak self] buffer in
            buffer.destroy()
            self?.retired.removeAll { $0 === buffer }
        }
        return buffer.lease()
    }
}
