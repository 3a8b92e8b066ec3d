import TouchKit

/// An area that is divided into rows, taken from its top and its bottom.
struct Rows {
    private(set) var area: Rect

    init(area: Rect) { self.area = area }

    /// Takes a row at the top; nil if less than its height is left.
    mutating func take(_ height: Double) -> Rect? {
        guard area.size.height >= height else { return nil }
        defer { area = area.slice(from: height, height: .infinity) }
        return area.slice(from: 0, height: height)
    }

    /// Takes a row at the bottom; nil if less than its height is left.
    mutating func takeLast(_ height: Double) -> Rect? {
        guard area.size.height >= height else { return nil }
        let top = area.size.height - height
        defer { area = area.slice(from: 0, height: top) }
        return area.slice(from: top, height: height)
    }
}

extension Rect {
    /// Returns the horizontal slice that begins `top` below the rectangle's upper edge.
    nonisolated func slice(from top: Double, height: Double) -> Rect {
        Rect(x: minX, y: minY + top, width: size.width, height: max(0, min(height, size.height - top)))
    }

    /// Returns the rectangle with its left edge moved to the right by a distance.
    nonisolated func indented(by distance: Double) -> Rect {
        Rect(x: minX + distance, y: minY, width: max(0, size.width - distance), height: size.height)
    }
}
