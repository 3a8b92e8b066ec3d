import TouchKit

/// How large a buffer is, in pixels, each of four bytes.
nonisolated struct PixelSize: Hashable {
    /// What Cairo can draw.
    static let longestSide = 32_767

    var width: Int
    var height: Int

    var stride: Int { width * 4 }
    var byteCount: Int { stride * height }
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
