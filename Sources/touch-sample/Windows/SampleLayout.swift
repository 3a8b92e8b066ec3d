import TouchKit

/// The frames of the window's parts, in points. They do not overlap; parts without room are left out.
struct SampleLayout: Equatable {
    /// The number of points in a design unit.
    let unit: Double
    let handlers: Rect
    let recognizers: Rect
    let picture: Rect?
    let inspector: Rect?

    /// The size, in points, for which the parts are designed, and the default size of the window.
    static let designSize = Size(width: 960, height: 680)
    /// The largest design unit, in points.
    private static let largestUnit = 2.5

    init(size: Size) {
        let (width, height) = (max(0, size.width), max(0, size.height))
        unit = max(
            1, min(width / Self.designSize.width, height / Self.designSize.height, Self.largestUnit))
        let (w, h) = (width / unit, height / unit)
        let gap = min(w, h) < 400 ? 6.0 : 12.0
        let innerWidth = max(0, w - 2 * gap)
        let innerHeight = max(0, h - 2 * gap)

        let hasRow = w >= 600
        let isStacked = !hasRow && h >= 560
        let hasInspector = h >= 200
        let rows = isStacked ? 2.0 : 1
        let wanted = innerHeight * (isStacked ? 0.52 : 0.345)
        var panes = innerHeight
        if hasInspector {
            let least = 84 * rows + gap * (rows - 1)
            // The panes get the height that the inspector has no use for.
            panes = max(least, wanted, innerHeight - gap - InspectorLayout.largestHeight)
            panes = min(panes, max(least, innerHeight - gap - InspectorLayout.smallestHeight))
        }
        let rowHeight = max(0, (panes - gap * (rows - 1)) / rows)
        let columns = hasRow ? 3.0 : 2
        let columnWidth = max(0, (innerWidth - gap * (columns - 1)) / columns)

        let unit = unit
        func place(x: Double, y: Double, width: Double, height: Double) -> Rect {
            let left = ((gap + x) * unit).rounded()
            let top = ((gap + y) * unit).rounded()
            return Rect(
                x: left, y: top, width: ((gap + x + width) * unit).rounded() - left,
                height: ((gap + y + height) * unit).rounded() - top)
        }
        handlers = place(x: 0, y: 0, width: columnWidth, height: rowHeight)
        recognizers = place(x: columnWidth + gap, y: 0, width: columnWidth, height: rowHeight)
        picture =
            hasRow
            ? place(x: 2 * (columnWidth + gap), y: 0, width: columnWidth, height: rowHeight)
            : isStacked ? place(x: 0, y: rowHeight + gap, width: innerWidth, height: rowHeight) : nil
        inspector =
            hasInspector
            ? place(x: 0, y: panes + gap, width: innerWidth, height: max(0, innerHeight - panes - gap)) : nil
    }
}
