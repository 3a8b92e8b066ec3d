import TouchKit

/// Draws an inspector model.
struct InspectorPicture {
    private let model: InspectorModel
    private let layout: InspectorLayout
    private let status: InspectorStatus
    private let theme: Theme

    init(_ model: InspectorModel, size: Size, status: InspectorStatus, theme: Theme) {
        self.model = model
        self.status = status
        self.theme = theme
        let start = model.now.advanced(by: .zero - InspectorModel.memory)
        let slots = model.tracks.filter { $0.end.map { $0 > start } ?? true }.map { $0.slot + 1 }.max() ?? 1
        layout = InspectorLayout(size: size, lanes: model.lanes, touches: slots)
    }

    func draw(in canvas: any Canvas) {
        drawHeader(in: canvas)
        drawAxis(in: canvas)
        drawNow(in: canvas)
        for (slot, row) in layout.tracks.enumerated() { drawTracks(slot, in: row, canvas) }
        for (index, row) in layout.lanes { drawLane(model.lanes[index], in: row, canvas) }
    }

    /// Returns the horizontal position of a time, limited to the range that is shown.
    private func x(_ time: EventTime) -> Double {
        max(layout.time.lowerBound, min(layout.x(of: time, now: model.now), layout.time.upperBound))
    }

    /// Whether any part of a span of time is shown.
    private func isShown(_ start: EventTime, _ end: EventTime?) -> Bool {
        layout.x(of: end ?? model.now, now: model.now) >= layout.time.lowerBound
            && layout.x(of: start, now: model.now) <= layout.time.upperBound
    }

    // MARK: Header and axis

    private func drawHeader(in canvas: any Canvas) {
        guard var row = layout.header else { return }
        row.size.height = Theme.caption.lineHeight
        let title = "Inspector"
        let titleWidth = canvas.size(of: title, style: Theme.name).width
        canvas.draw(
            title, in: Rect(x: row.minX, y: row.minY, width: titleWidth + 2, height: row.size.height),
            style: Theme.name, color: theme.text)
        var rest = row.indented(by: titleWidth + 18)

        // From the right: the notice or the settings, and to the left of them what is switched on.
        var texts: [(String, Color)] = [
            (status.notice ?? status.settings, status.notice == nil ? theme.quiet : theme.text)
        ]
        if status.isPaused { texts.append(("paused", theme.waiting)) }
        if status.isRecording { texts.append(("● recording", theme.failed)) }
        for (text, color) in texts where !text.isEmpty {
            let width = min(canvas.size(of: text, style: Theme.caption).width + 2, rest.size.width)
            guard width > 24 else { break }
            let area = Rect(x: rest.maxX - width, y: rest.minY, width: width, height: rest.size.height)
            canvas.draw(text, in: area, style: Theme.caption.aligned(.trailing), color: color)
            rest.size.width = max(0, rest.size.width - width - 14)
        }
        drawLegend(in: rest, canvas)
    }

    private func drawLegend(in area: Rect, _ canvas: any Canvas) {
        let entries: [(String, Color)] = [
            ("possible", theme.possible), ("waits", theme.waiting), ("began", theme.active),
            ("recognized", theme.recognized), ("failed", theme.failed), ("cancelled", theme.cancelled),
            ("deadline", theme.text),
        ]
        let widths = entries.map { canvas.size(of: $0.0, style: Theme.small).width + 2 }
        guard widths.reduce(0, { $0 + $1 + 26 }) <= area.size.width else { return }
        var x = area.minX
        for ((text, color), width) in zip(entries, widths) {
            let swatch = Rect(x: x, y: area.minY + 5, width: 9, height: 9)
            if color == theme.waiting {
                hatch(swatch, color, canvas)
            } else if color == theme.text {
                canvas.fill(Path(rect: Rect(x: x, y: swatch.center.y, width: 9, height: 1.5)), color.withAlpha(0.45))
            } else {
                canvas.fill(Path(roundedRect: swatch, radius: 2), color)
            }
            canvas.draw(
                text, in: Rect(x: x + 13, y: area.minY + 2, width: width, height: Theme.small.lineHeight),
                style: Theme.small, color: theme.quiet)
            x += width + 26
        }
    }

    private func drawAxis(in canvas: any Canvas) {
        let bottom = (layout.lanes.last?.row ?? layout.tracks.last ?? layout.axis).maxY
        canvas.fill(
            Path(
                rect: Rect(
                    x: layout.nowX, y: layout.axis.minY, width: layout.time.upperBound - layout.nowX,
                    height: bottom - layout.axis.minY)),
            theme.stripe)
        let step = layout.past > 4 ? 1.0 : 0.5
        var seconds = step
        while seconds < layout.past {
            let x = layout.x(of: model.now.advanced(by: .milliseconds(-seconds * 1000)), now: model.now)
            canvas.stroke(
                Path(points: [Point(x: x, y: layout.axis.maxY), Point(x: x, y: bottom)]), theme.edge.withAlpha(0.6),
                width: 1)
            if x - 22 > layout.time.lowerBound, x + 22 < layout.nowX - 16 {
                let label = seconds == seconds.rounded() ? "−\(Int(seconds)) s" : "−\(seconds) s"
                axisLabel(label, at: x, theme.quiet, canvas)
            }
            seconds += step
        }
        axisLabel("now", at: layout.nowX, theme.text, canvas)
        let left = layout.nowX + 20
        canvas.draw(
            "time left",
            in: Rect(
                x: left, y: layout.axis.minY, width: max(0, layout.time.upperBound - left),
                height: layout.axis.size.height),
            style: Theme.small.aligned(.center), color: theme.quiet)
    }

    private func axisLabel(_ label: String, at x: Double, _ color: Color, _ canvas: any Canvas) {
        canvas.draw(
            label, in: Rect(x: x - 20, y: layout.axis.minY, width: 40, height: layout.axis.size.height),
            style: Theme.small.aligned(.center), color: color)
    }

    /// Draws the line that marks now, faint where texts may cross it.
    private func drawNow(in canvas: any Canvas) {
        let bottom = (layout.lanes.last?.row ?? layout.axis).maxY
        func line(_ top: Double, _ bottom: Double, _ color: Color) {
            let points = [Point(x: layout.nowX, y: top), Point(x: layout.nowX, y: bottom)]
            canvas.stroke(Path(points: points), color, width: 1)
        }
        line(layout.axis.maxY, bottom, theme.edge)
        for row in layout.tracks { line(row.minY + 14, row.minY + 27, theme.quiet) }
        for (_, row) in layout.lanes { line(row.minY + 2, row.minY + 18, theme.quiet) }
    }

    // MARK: Touches

    private func drawTracks(_ slot: Int, in row: Rect, _ canvas: any Canvas) {
        if slot == 0 {
            name("touches", "distance, time", in: row, theme.quiet, canvas)
        }
        let tracks = model.tracks.filter { $0.slot == slot && isShown($0.start, $0.end) }
        for (index, track) in tracks.enumerated() {
            let next = tracks.indices.contains(index + 1) ? tracks[index + 1] : nil
            draw(track, before: next, in: row, canvas)
        }
    }

    private func draw(
        _ track: InspectorModel.Track, before next: InspectorModel.Track?, in row: Rect, _ canvas: any Canvas
    ) {
        let color = track.isCancelled ? theme.cancelled : theme.finger
        let (left, right) = (x(track.start), max(x(track.end ?? model.now), x(track.start) + 2))
        let bar = Rect(x: left, y: row.minY + 14, width: right - left, height: 13)
        canvas.fill(Path(roundedRect: bar, radius: 3), color.withAlpha(0.28))
        drawDistance(track, in: bar, canvas)
        canvas.stroke(Path(roundedRect: bar.insetBy(0.5), radius: 3), color, width: 1)

        let nextX = next.map { x($0.start) } ?? layout.time.upperBound
        let length = track.start.duration(to: track.end ?? model.now)
        let title =
            switch track.kind {
            case .direct: "#\(track.id)"
            case .stylus: "stylus"
            case .indirectPointer: "click"
            }
        let label = "\(title) \(length.text)\(track.isCancelled ? " cancelled" : "")"
        // Without room for the whole label, the id alone is shown.
        let isWhole = left + canvas.size(of: label, style: Theme.small).width + 2 <= nextX - 5
        text(isWhole ? label : title, from: left, to: nextX - 5, y: row.minY, Theme.small, color, canvas)
        // The pause between two touches decides whether they are a double tap.
        guard let next, let end = track.end, end < next.start else { return }
        let pause = end.duration(to: next.start)
        let width = canvas.size(of: pause.text, style: Theme.small).width + 2
        guard pause < .milliseconds(1500), nextX - right > width + 6 else { return }
        canvas.draw(
            pause.text,
            in: Rect(x: (right + nextX - width) / 2, y: bar.minY, width: width, height: Theme.small.lineHeight),
            style: Theme.small, color: theme.quiet)
    }

    /// Draws the finger's distance from where it began. The full height is the movement that a tap allows; what exceeds it
    /// is red.
    private func drawDistance(_ track: InspectorModel.Track, in bar: Rect, _ canvas: any Canvas) {
        let limit = model.allowedMovement ?? .infinity
        let full = limit.isFinite ? limit : 20
        // Each colour is one path, since pieces filled one by one would show their seams.
        var (within, beyond) = (Path(), Path())
        var from = bar.minX
        var distance = 0.0
        let steps = track.samples.map { (x($0.time), $0.distance) } + [(bar.maxX, track.samples.last?.distance ?? 0)]
        for (to, next) in steps {
            defer { (from, distance) = (max(from, to), next) }
            guard to > from, distance > 0 else { continue }
            let height = (bar.size.height - 2) * min(distance / full, 1)
            let piece = Path(rect: Rect(x: from, y: bar.maxY - 1 - height, width: to - from, height: height)).elements
            if distance > limit { beyond.elements += piece } else { within.elements += piece }
        }
        canvas.fill(within, theme.finger.withAlpha(0.75))
        canvas.fill(beyond, theme.failed.withAlpha(0.75))
    }

    // MARK: Lanes

    private func drawLane(_ lane: InspectorModel.Lane, in row: Rect, _ canvas: any Canvas) {
        canvas.stroke(
            Path(points: [Point(x: row.minX, y: row.minY + 0.5), Point(x: row.maxX, y: row.minY + 0.5)]), theme.edge,
            width: 1)
        let (state, color) = title(of: lane.state, lane)
        name(lane.name, state, in: row, color, canvas)
        let bar = Rect(
            x: layout.time.lowerBound, y: row.minY + 5, width: layout.time.upperBound - layout.time.lowerBound,
            height: 11)
        for segment in lane.segments where isShown(segment.start, segment.end) { draw(segment, in: bar, canvas) }
        for allowance in lane.allowances where isShown(allowance.start, allowance.end) {
            draw(allowance, of: lane, in: bar, canvas)
        }
        let marks = lane.marks.filter { isShown($0.time, $0.late ?? $0.time) }
        for mark in marks { draw(mark, in: bar, canvas) }
        drawTexts(of: marks, in: row, canvas)
    }

    private func title(of state: LaneState, _ lane: InspectorModel.Lane) -> (String, Color) {
        switch state {
        case .idle: (lane.kind, theme.quiet)
        case .possible: ("possible", theme.quiet)
        case .waiting(let awaited): ("waits for \(awaited)", theme.waiting)
        case .active: ("began", theme.active)
        case .over:
            switch lane.marks.last?.kind {
            case .failed: ("failed", theme.failed)
            case .cancelled: ("cancelled", theme.cancelled)
            case .recognized: ("recognized", theme.recognized)
            case .began, nil: ("over", theme.quiet)
            }
        }
    }

    private func name(_ name: String, _ subtitle: String, in row: Rect, _ color: Color, _ canvas: any Canvas) {
        let width = layout.nameWidth - 8
        canvas.draw(
            name, in: Rect(x: row.minX, y: row.minY + 2, width: width, height: Theme.name.lineHeight - 1),
            style: Theme.name, color: theme.text)
        canvas.draw(
            subtitle, in: Rect(x: row.minX, y: row.minY + 17, width: width, height: Theme.small.lineHeight),
            style: Theme.small, color: color)
    }

    private func draw(_ segment: InspectorModel.Segment, in bar: Rect, _ canvas: any Canvas) {
        var area = bar
        area.origin.x = x(segment.start)
        area.size.width = max(1.5, x(segment.end ?? model.now) - area.origin.x)
        switch segment.state {
        case .idle: break
        case .possible: canvas.fill(Path(roundedRect: area, radius: 3), theme.possible)
        case .active: canvas.fill(Path(roundedRect: area, radius: 3), theme.active)
        case .waiting: hatch(area, theme.waiting, canvas)
        case .over:
            canvas.fill(
                Path(rect: Rect(x: area.minX, y: area.minY + 4.5, width: area.size.width, height: 2)), theme.possible)
        }
    }

    /// Draws a deadline: the time that is left as a bar beyond now, the time that has passed as a line below the states.
    private func draw(
        _ allowance: InspectorModel.Allowance, of lane: InspectorModel.Lane, in bar: Rect, _ canvas: any Canvas
    ) {
        let color = if case .waiting = lane.state { theme.waiting } else { theme.text }
        let end = allowance.end ?? model.now
        let (left, right) = (x(allowance.start), x(min(end, allowance.due)))
        if right > left {
            canvas.fill(
                Path(rect: Rect(x: left, y: bar.maxY, width: right - left, height: 1.5)), theme.text.withAlpha(0.45))
        }
        guard allowance.end == nil, allowance.due > model.now else { return }
        let rest = Rect(x: layout.nowX, y: bar.minY, width: x(allowance.due) - layout.nowX, height: bar.size.height)
        canvas.fill(Path(rect: rest), color.withAlpha(0.22))
        canvas.fill(Path(rect: Rect(x: rest.maxX - 2, y: bar.minY - 2, width: 2, height: bar.size.height + 4)), color)
    }

    private func draw(_ mark: InspectorModel.Mark, in bar: Rect, _ canvas: any Canvas) {
        let color = self.color(of: mark)
        let (x, y) = (x(mark.time), bar.center.y)
        if let late = mark.late {
            // A dashed line leads from the failure to the touch that was too late.
            let end = self.x(late)
            var dash = x + 9
            while dash < end {
                canvas.stroke(
                    Path(points: [Point(x: dash, y: y), Point(x: min(dash + 3, end), y: y)]), color, width: 1.5)
                dash += 6
            }
            canvas.stroke(Path(points: [Point(x: end, y: bar.minY), Point(x: end, y: bar.maxY)]), color, width: 1.5)
        }
        func line(_ points: (Double, Double)...) -> Path {
            Path(points: points.map { Point(x: x + $0.0, y: y + $0.1) })
        }
        if mark.kind == .began {
            return canvas.fill(
                Path(rect: Rect(x: x - 1, y: bar.minY - 2, width: 2, height: bar.size.height + 4)), color)
        }
        canvas.fill(Path(ellipseIn: Rect(x: x - 6.5, y: y - 6.5, width: 13, height: 13)), theme.pane)
        canvas.fill(Path(ellipseIn: Rect(x: x - 5.5, y: y - 5.5, width: 11, height: 11)), color)
        switch mark.kind {
        case .began: break
        case .recognized: canvas.stroke(line((-2.5, 0), (-0.7, 2), (2.6, -2)), theme.pane, width: 1.6)
        case .failed:
            canvas.stroke(line((-2, -2), (2, 2)), theme.pane, width: 1.6)
            canvas.stroke(line((-2, 2), (2, -2)), theme.pane, width: 1.6)
        case .cancelled: canvas.stroke(line((-2.6, 0), (2.6, 0)), theme.pane, width: 1.8)
        }
    }

    private func color(of mark: InspectorModel.Mark) -> Color {
        switch mark.kind {
        case .began: theme.active
        case .recognized: theme.recognized
        case .failed: theme.failed
        case .cancelled: theme.cancelled
        }
    }

    /// The space between two texts in a row.
    private static let gap = 8.0

    /// Draws the texts of the marks: the most important ones first, and among equals the newest first. A text whose place is
    /// taken is cut off or left out.
    private func drawTexts(of marks: [InspectorModel.Mark], in row: Rect, _ canvas: any Canvas) {
        var taken: [ClosedRange<Double>] = []
        let ranked = marks.reversed().filter { $0.kind != .began }.enumerated().sorted {
            (-$0.element.weight, $0.offset) < (-$1.element.weight, $1.offset)
        }.map(\.element)
        for mark in ranked {
            let width = canvas.size(of: mark.text, style: Theme.label).width + 2
            let left = max(layout.time.lowerBound, x(mark.time) - 5)
            let before = taken.map(\.upperBound).filter { $0 <= left }.max().map { $0 + Self.gap }
            let after = taken.filter { $0.upperBound > left }.map(\.lowerBound).min().map { $0 - Self.gap }
            // Without enough room to the right, the text begins to the left of its mark.
            let limit = after ?? layout.time.upperBound
            let start = max(before ?? layout.time.lowerBound, min(left, limit - width))
            let end = min(limit, start + width)
            guard limit > left,
                text(mark.text, from: start, to: end, y: row.minY + 17, Theme.label, color(of: mark), canvas)
            else { continue }
            taken.append(start...end)
        }
    }

    /// Draws as much of a text as there is room for, or nothing if that is less than a few letters.
    ///
    /// - Returns: Whether anything is drawn.
    @discardableResult
    private func text(
        _ text: String, from left: Double, to right: Double, y: Double, _ style: TextStyle, _ color: Color,
        _ canvas: any Canvas
    ) -> Bool {
        let width = canvas.size(of: text, style: style).width + 2
        let room = min(width, right - left)
        guard room >= min(width, 26) else { return false }
        canvas.draw(text, in: Rect(x: left, y: y, width: room, height: style.lineHeight), style: style, color: color)
        return true
    }

    private func hatch(_ area: Rect, _ color: Color, _ canvas: any Canvas) {
        canvas.saveState()
        defer { canvas.restoreState() }
        canvas.clip(to: area)
        canvas.fill(Path(rect: area), color.withAlpha(0.22))
        var x = area.minX - area.size.height
        while x < area.maxX {
            canvas.stroke(
                Path(points: [Point(x: x, y: area.maxY), Point(x: x + area.size.height, y: area.minY)]), color, width: 2
            )
            x += 6
        }
    }
}

extension InspectorModel.Mark {
    /// The importance of its text. A recognition has the least, since the check mark alone says it.
    fileprivate var weight: Int {
        switch kind {
        case .began, .recognized: 0
        case .failed, .cancelled: late == nil ? 1 : 2
        }
    }
}
