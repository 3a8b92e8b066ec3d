import TouchKit

/// Draws every finger, wherever it is and whoever has it, in front of everything and out of everybody's way.
final class FingersView: View {
    private struct Finger: Equatable {
        let place: Point
        let radius: Double
        let isPointer: Bool
    }

    private var fingers: [Finger] = []

    init() {
        super.init()
        isUserInteractionEnabled = false
    }

    /// Shows the touches that are down after an event.
    func show(_ event: TouchEvent) {
        let down = event.allTouches.filter { $0.phase != .ended && $0.phase != .cancelled }
        let next = down.map { touch in
            Finger(
                place: touch.location(in: self), radius: max(touch.majorRadius, 22),
                isPointer: touch.type == .indirectPointer)
        }
        guard next != fingers else { return }
        for finger in fingers + next { setNeedsDisplay(Self.ring(finger).insetBy(-3)) }
        fingers = next
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        for finger in fingers {
            let ring = Self.ring(finger)
            canvas.fill(Path(ellipseIn: ring), Theme.finger.withAlpha(0.15))
            canvas.stroke(Path(ellipseIn: ring), Theme.finger, width: 2)
            guard finger.isPointer else { continue }
            let (x, y) = (finger.place.x, finger.place.y)
            canvas.stroke(
                Path([
                    .move(Point(x: x - 6, y: y)), .line(Point(x: x + 6, y: y)), .move(Point(x: x, y: y - 6)),
                    .line(Point(x: x, y: y + 6)),
                ]), Theme.finger, width: 1.5)
        }
    }

    private static func ring(_ finger: Finger) -> Rect {
        let radius = finger.isPointer ? 12 : finger.radius
        return Rect(x: finger.place.x - radius, y: finger.place.y - radius, width: 2 * radius, height: 2 * radius)
    }
}
