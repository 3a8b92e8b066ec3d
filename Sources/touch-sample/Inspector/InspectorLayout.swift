import TouchKit

/// The frames of the inspector's parts, in design units. Lanes that find no room are left out, beginning with those of
/// the view that was touched longest ago.
struct InspectorLayout: Equatable {
    /// The line with the title, the legend and the settings; nil if there is no room for it.
    let header: Rect?
    /// The time axis.
    let axis: Rect
    /// The rows of the touches; touches that are down together have a row each.
    let tracks: [Rect]
    /// The lanes that are shown, from top to bottom.
    let lanes: [(index: Int, row: Rect)]
    /// The width of the names at the left of the rows.
    let nameWidth: Double
    /// The horizontal range of the time axis.
    let time: ClosedRange<Double>
    /// The seconds of the past that are shown.
    let past: Double
    /// The seconds of the future that are shown.
    let future: Double

    static let laneHeight = 32.0
    static let trackHeight = 29.0
    private static let axisHeight = 15.0
    private static let headerHeight = 23.0
    private static let groupGap = 5.0

    /// The height that shows everything: all lanes of the sample, two rows of touches, the header and the axis.
    static let largestHeight = 2 * 9 + headerHeight + axisHeight + 2 * trackHeight + 9 * laneHeight + 3 * groupGap
    /// The height below which the inspector is left out.
    static let smallestHeight = 2 * 5 + axisHeight + trackHeight + 2 * laneHeight

    init(size: Size, lanes all: [InspectorModel.Lane], touches: Int) {
        let isSmall = size.height < 200
        let padding = isSmall ? 5.0 : 9
        var rows = Rows(area: Rect(origin: .zero, size: size).insetBy(padding))
        header = isSmall ? nil : rows.take(Self.headerHeight)
        axis = rows.take(Self.axisHeight) ?? .zero
        nameWidth = min(116, max(58, size.width * 0.2))
        // The rows of the touches leave room for three lanes.
        let forTracks = rows.area.size.height - 3 * Self.laneHeight - Self.groupGap
        let trackCount = max(1, min(touches, Int(max(0, forTracks) / Self.trackHeight)))
        tracks = (0..<trackCount).compactMap { _ in rows.take(Self.trackHeight) }
        if !isSmall { _ = rows.take(Self.groupGap) }

        var lanes: [(index: Int, row: Rect)] = []
        var view: String?
        for index in Self.choose(from: all, height: rows.area.size.height) {
            if let view, view != all[index].view { _ = rows.take(Self.groupGap) }
            view = all[index].view
            guard let row = rows.take(Self.laneHeight) else { break }
            lanes.append((index, row))
        }
        self.lanes = lanes

        let left = rows.area.minX + nameWidth
        let width = max(40, rows.area.maxX - left)
        time = left...(left + width)
        let span = max(1.7, min(width / 210, 6))
        future = min(0.9, span * 0.24)
        past = span - future
    }

    static func == (a: InspectorLayout, b: InspectorLayout) -> Bool {
        a.axis == b.axis && a.tracks == b.tracks && a.lanes.map(\.row) == b.lanes.map(\.row) && a.time == b.time
    }

    /// Returns the horizontal position of a time.
    func x(of time: EventTime, now: EventTime) -> Double {
        let seconds = now.duration(to: time).milliseconds / 1000
        return nowX + (self.time.upperBound - nowX) * seconds / future
    }

    /// The horizontal position of now.
    var nowX: Double { time.lowerBound + (time.upperBound - time.lowerBound) * past / (past + future) }

    /// Returns the lanes that fit, in their order: those of the views that were touched last.
    private static func choose(from all: [InspectorModel.Lane], height: Double) -> [Int] {
        var groups: [(lanes: [Int], lastChange: EventTime)] = []
        for index in all.indices {
            let change = all[index].lastChange ?? EventTime(nanoseconds: .min)
            if let last = groups.last, all[last.lanes[0]].view == all[index].view {
                groups[groups.count - 1].lanes.append(index)
                groups[groups.count - 1].lastChange = max(last.lastChange, change)
            } else {
                groups.append(([index], change))
            }
        }
        // The sort is stable, so views that were never touched keep their order.
        var left = height + groupGap
        var chosen: [Int] = []
        for group in groups.sorted(by: { $0.lastChange > $1.lastChange }) {
            let needed = Double(group.lanes.count) * laneHeight + groupGap
            if needed <= left {
                chosen += group.lanes
                left -= needed
            } else {
                let room = Int(max(0, left - groupGap) / laneHeight)
                chosen += group.lanes.prefix(room)
                break
            }
        }
        return chosen.sorted()
    }
}
