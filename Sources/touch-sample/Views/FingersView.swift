import TouchKit

/// Draws every finger, wherever it is and whoever has it, in front of everything and out of everybody's way: its
/// contact ellipse, the way that it came, and where it is in numbers.
final class FingersView: View {
    private struct Finger {
        let touch: ObjectIdentifier
        let kind: Touch.Kind
        let id: Int32
        var place: Point
        /// The contact's half axes, the longer one upright before it is turned.
        var radii: Size
        var orientation: Double
        var trail: [(place: Point, time: EventTime)]
        /// When it was lifted.
        var end: EventTime?
    }

    private var fingers: [Finger] = []
    private var now = EventTime(nanoseconds: 0)

    /// How long the way of a finger, and a finger that was lifted, are still seen.
    private static let afterglow = Duration.milliseconds(450)

    init() {
        super.init()
        isUserInteractionEnabled = false
    }

    /// Whether its picture changes with time alone.
    var isMoving: Bool { fingers.contains { $0.end != nil || $0.trail.count > 1 } }

    /// Shows the touches of an event.
    func show(_ event: TouchEvent) {
        invalidate()
        for touch in event.allTouches.sorted(by: { $0.id < $1.id }) { show(touch) }
        // Those that the event does not know any more ended unseen.
        for index in fingers.indices where fingers[index].end == nil {
            if !event.allTouches.contains(where: { ObjectIdentifier($0) == fingers[index].touch }) {
                fingers[index].end = event.timestamp
            }
        }
        fade(to: event.timestamp)
    }

    private func show(_ touch: Touch) {
        let isOver = touch.phase == .ended || touch.phase == .cancelled
        let place = touch.location(in: self)
        let radii =
            touch.majorRadius > 0
            ? Size(width: touch.minorRadius > 0 ? touch.minorRadius : touch.majorRadius, height: touch.majorRadius)
            : Size(width: 14, height: 14)
        let known = fingers.firstIndex { $0.touch == ObjectIdentifier(touch) && $0.end == nil }
        guard let index = known ?? (isOver ? nil : fingers.endIndex) else { return }
        if known == nil {
            fingers.append(
                Finger(
                    touch: ObjectIdentifier(touch), kind: touch.type, id: touch.id, place: place, radii: radii,
                    orientation: touch.orientation, trail: [(place, touch.timestamp)]))
        }
        if fingers[index].trail.last?.place != place { fingers[index].trail.append((place, touch.timestamp)) }
        (fingers[index].place, fingers[index].radii) = (place, radii)
        fingers[index].orientation = touch.orientation
        if isOver { fingers[index].end = touch.timestamp }
    }

    /// Lets what is old fade away.
    func fade(to time: EventTime) {
        now = max(now, time)
        invalidate()
        let oldest = now.advanced(by: .zero - Self.afterglow)
        fingers.removeAll { $0.end.map { $0 <= oldest } ?? false }
        for index in fingers.indices {
            let stale = fingers[index].trail.prefix { $0.time <= oldest }.count
            // A finger that rests keeps its place.
            fingers[index].trail.removeFirst(min(stale, fingers[index].trail.count - 1))
        }
        invalidate()
    }

    /// Forgets the fingers that were lifted.
    func clear() {
        invalidate()
        fingers.removeAll { $0.end != nil }
    }

    private func invalidate() {
        for finger in fingers {
            let places = finger.trail.map(\.place) + [finger.place]
            var area = Rect(origin: places[0], size: Size(width: 0.1, height: 0.1))
            for place in places { area = area.union(Rect(origin: place, size: Size(width: 0.1, height: 0.1))) }
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

    /// How much of the afterglow is left at the age of something.
    private func glow(since time: EventTime) -> Double { max(0, 1 - time.duration(to: now) / Self.afterglow) }

    private func drawTrail(of finger: Finger, _ canvas: any Canvas) {
        for (from, to) in zip(finger.trail, finger.trail.dropFirst()) {
            let width = finger.kind == .direct ? 8.0 : 3
            canvas.stroke(
                Path(points: [from.place, to.place]), theme.finger.withAlpha(0.45 * glow(since: to.time)), width: width)
        }
    }

    private static func halo(_ finger: Finger) -> Double {
        finger.kind == .direct ? max(finger.radii.width, finger.radii.height) + 12 : 14
    }

    private func draw(_ finger: Finger, _ canvas: any Canvas) {
        canvas.saveState()
        defer { canvas.restoreState() }
        canvas.translate(by: finger.place)
        canvas.multiplyOpacity(by: finger.end.map(glow(since:)) ?? 1)
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
            // The contact is under the finger; the ring around it is what a person sees.
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

    /// Id and place, on the first side of the finger where there is room.
    private func drawNumbers(of finger: Finger, _ canvas: any Canvas, _ taken: inout [Rect]) {
        let name =
            switch finger.kind {
            case .direct: "#\(finger.id)"
            case .stylus: "stylus"
            case .indirectPointer: "click"
            }
        let words = "\(name)  \(Int(finger.place.x.rounded())), \(Int(finger.place.y.rounded()))"
        let style = TextStyle(size: Theme.label.size * unit)
        let size = canvas.size(of: words, style: style)
        let (width, height) = (size.width + 14, style.lineHeight + 4)
        let (x, y, far) = (finger.place.x, finger.place.y, Self.halo(finger) + 6)
        let places = [
            Rect(x: x - width / 2, y: y - far - height, width: width, height: height),
            Rect(x: x - width / 2, y: y + far, width: width, height: height),
            Rect(x: x + far, y: y - height / 2, width: width, height: height),
            Rect(x: x - far - width, y: y - height / 2, width: width, height: height),
        ].map(inside)
        guard
            let place = places.first(where: { place in
                place.intersection(bounds) == place && !taken.contains { $0.intersects(place) }
                    && !place.contains(finger.place)
            })
        else { return }
        taken.append(place)
        canvas.fill(Path(roundedRect: place, radius: height / 2), theme.finger)
        let text = Rect(x: place.minX + 7, y: place.minY + 2, width: size.width + 1, height: height - 3)
        canvas.draw(words, in: text, style: style, color: theme.pane)
    }

    /// A label moved sideways so that it does not leave the window.
    private func inside(_ label: Rect) -> Rect {
        var label = label
        label.origin.x = max(bounds.minX + 2, min(label.minX, bounds.maxX - label.size.width - 2))
        return label
    }
}
