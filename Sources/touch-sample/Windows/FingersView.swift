import TouchKit

/// Draws a mark for each finger, in front of everything: its contact ellipse, its trail, and its id and coordinates. The
/// view receives no touches.
final class FingersView: View {
    private struct Finger {
        let touch: ObjectIdentifier
        let kind: Touch.Kind
        let id: Int32
        var position: Point
        /// The semi-axes of the contact; the longer one is vertical before the ellipse is rotated.
        var radii: Size
        var orientation: Double
        var trail: [(position: Point, time: EventTime)]
        /// When the finger was lifted; nil while it is down.
        var end: EventTime?
    }

    private var fingers: [Finger] = []
    private var now = EventTime(nanoseconds: 0)

    /// How long a trail, and the mark of a lifted finger, take to fade.
    private static let fadeTime = Duration.milliseconds(450)

    init() {
        super.init()
        isUserInteractionEnabled = false
    }

    /// Whether the picture changes with time alone.
    var isMoving: Bool { fingers.contains { $0.end != nil || $0.trail.count > 1 } }

    /// Shows the touches of an event.
    func show(_ event: TouchEvent) {
        invalidate()
        for touch in event.allTouches.sorted(by: { $0.id < $1.id }) { show(touch) }
        // A touch that is not in the event any more ended without an event to this window.
        for index in fingers.indices where fingers[index].end == nil {
            if !event.allTouches.contains(where: { ObjectIdentifier($0) == fingers[index].touch }) {
                fingers[index].end = event.timestamp
            }
        }
        fade(to: event.timestamp)
    }

    private func show(_ touch: Touch) {
        let isOver = touch.phase == .ended || touch.phase == .cancelled
        let position = touch.location(in: self)
        let radii =
            touch.majorRadius > 0
            ? Size(width: touch.minorRadius > 0 ? touch.minorRadius : touch.majorRadius, height: touch.majorRadius)
            : Size(width: 14, height: 14)
        let known = fingers.firstIndex { $0.touch == ObjectIdentifier(touch) && $0.end == nil }
        guard let index = known ?? (isOver ? nil : fingers.endIndex) else { return }
        if known == nil {
            fingers.append(
                Finger(
                    touch: ObjectIdentifier(touch), kind: touch.type, id: touch.id, position: position, radii: radii,
                    orientation: touch.orientation, trail: [(position, touch.timestamp)]))
        }
        if fingers[index].trail.last?.position != position { fingers[index].trail.append((position, touch.timestamp)) }
        (fingers[index].position, fingers[index].radii) = (position, radii)
        fingers[index].orientation = touch.orientation
        if isOver { fingers[index].end = touch.timestamp }
    }

    /// Fades trails and lifted fingers to a time, and removes those that have faded.
    func fade(to time: EventTime) {
        now = max(now, time)
        invalidate()
        let oldest = now.advanced(by: .zero - Self.fadeTime)
        fingers.removeAll { $0.end.map { $0 <= oldest } ?? false }
        for index in fingers.indices {
            let stale = fingers[index].trail.prefix { $0.time <= oldest }.count
            // A resting finger keeps its last position.
            fingers[index].trail.removeFirst(min(stale, fingers[index].trail.count - 1))
        }
        invalidate()
    }

    /// Removes the fingers that have been lifted.
    func clear() {
        invalidate()
        fingers.removeAll { $0.end != nil }
    }

    private func invalidate() {
        for finger in fingers {
            let points = finger.trail.map(\.position) + [finger.position]
            var area = Rect(origin: points[0], size: Size(width: 0.1, height: 0.1))
            for point in points { area = area.union(Rect(origin: point, size: Size(width: 0.1, height: 0.1))) }
            setNeedsDisplay(area.insetBy(-Self.halo(finger) - 130))
        }
    }

    // MARK: Drawing

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        for finger in fingers { drawTrail(of: finger, canvas) }
        for finger in fingers { draw(finger, canvas) }
        var taken: [Rect] = []
        for finger in fingers where finger.end == nil { drawNumbers(of: finger, canvas, &taken) }
    }

    /// Returns the opacity of something that ended at a time, from 1 to 0.
    private func opacity(since time: EventTime) -> Double { max(0, 1 - time.duration(to: now) / Self.fadeTime) }

    private func drawTrail(of finger: Finger, _ canvas: any Canvas) {
        for (from, to) in zip(finger.trail, finger.trail.dropFirst()) {
            let width = finger.kind == .direct ? 8.0 : 3
            canvas.stroke(
                Path(points: [from.position, to.position]), theme.finger.withAlpha(0.45 * opacity(since: to.time)),
                width: width)
        }
    }

    private static func halo(_ finger: Finger) -> Double {
        finger.kind == .direct ? max(finger.radii.width, finger.radii.height) + 12 : 14
    }

    private func draw(_ finger: Finger, _ canvas: any Canvas) {
        canvas.saveState()
        defer { canvas.restoreState() }
        canvas.translate(by: finger.position)
        canvas.multiplyOpacity(by: finger.end.map(opacity(since:)) ?? 1)
        let color = theme.finger
        func ellipse(_ radii: Size) -> Path {
            Path(
                ellipseIn: Rect(
                    x: -radii.width, y: -radii.height, width: 2 * radii.width, height: 2 * radii.height))
        }
        func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Path {
            Path(points: [Point(x: x1, y: y1), Point(x: x2, y: y2)])
        }
        switch finger.kind {
        case .direct:
            // The finger hides its contact, so a ring is drawn around it.
            canvas.rotate(by: finger.orientation)
            canvas.fill(ellipse(finger.radii), color.withAlpha(0.35))
            let ring = Size(width: finger.radii.width + 10, height: finger.radii.height + 10)
            canvas.fill(ellipse(ring), color.withAlpha(0.12))
            canvas.stroke(ellipse(ring), color, width: 2)
            if finger.radii.width != finger.radii.height {
                canvas.stroke(line(0, -finger.radii.height, 0, finger.radii.height), color, width: 1)
            }
        case .stylus:
            canvas.fill(
                Path(
                    points: [Point(x: 0, y: 0), Point(x: 5, y: -14), Point(x: 14, y: -5)], isClosed: true), color)
            canvas.fill(ellipse(Size(width: 3, height: 3)), color)
        case .indirectPointer:
            canvas.stroke(ellipse(Size(width: 11, height: 11)), color, width: 2)
            for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
                canvas.stroke(line(dx * 5, dy * 5, dx * 16, dy * 16), color, width: 1.5)
            }
        }
    }

    /// Draws the id and the coordinates on the first side of the finger that has room.
    private func drawNumbers(of finger: Finger, _ canvas: any Canvas, _ taken: inout [Rect]) {
        let name =
            switch finger.kind {
            case .direct: "#\(finger.id)"
            case .stylus: "stylus"
            case .indirectPointer: "click"
            }
        let text = "\(name)  \(Int(finger.position.x.rounded())), \(Int(finger.position.y.rounded()))"
        let style = TextStyle(size: Theme.label.size * unit)
        let size = canvas.size(of: text, style: style)
        let (width, height) = (size.width + 14, style.lineHeight + 4)
        let (x, y, far) = (finger.position.x, finger.position.y, Self.halo(finger) + 6)
        let labels = [
            Rect(x: x - width / 2, y: y - far - height, width: width, height: height),
            Rect(x: x - width / 2, y: y + far, width: width, height: height),
            Rect(x: x + far, y: y - height / 2, width: width, height: height),
            Rect(x: x - far - width, y: y - height / 2, width: width, height: height),
        ].map(inside)
        guard
            let label = labels.first(where: { label in
                label.intersection(bounds) == label && !taken.contains { $0.intersects(label) }
                    && !label.contains(finger.position)
            })
        else { return }
        taken.append(label)
        canvas.fill(Path(roundedRect: label, radius: height / 2), theme.finger)
        let area = Rect(x: label.minX + 7, y: label.minY + 2, width: size.width + 1, height: height - 3)
        canvas.draw(text, in: area, style: style, color: theme.pane)
    }

    /// Returns a label moved sideways so that it does not leave the window.
    private func inside(_ label: Rect) -> Rect {
        var label = label
        label.origin.x = max(bounds.minX + 2, min(label.minX, bounds.maxX - label.size.width - 2))
        return label
    }
}
