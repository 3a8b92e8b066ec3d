import TouchKit

/// The size of a buffer in pixels of four bytes each.
nonisolated struct PixelSize: Hashable {
    /// The longest side that Cairo can draw.
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

    /// Returns the same rectangle in points.
    ///
    /// - Parameter scale: the pixels per point.
    func points(at scale: Double) -> Rect {
        Rect(
            x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale)
    }
}

nonisolated extension Rect {
    /// Returns the pixels of a buffer that the rectangle touches, at `scale` pixels per point.
    func pixels(at scale: Double, in size: PixelSize) -> PixelRect {
        func pixel(_ edge: Double, _ limit: Int) -> Int { Int(max(0, min(edge, Double(limit)))) }
        let left = pixel((minX * scale).rounded(.down), size.width)
        let top = pixel((minY * scale).rounded(.down), size.height)
        let right = pixel((maxX * scale).rounded(.up), size.width)
        let bottom = pixel((maxY * scale).rounded(.up), size.height)
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
