import TouchKit

/// A sheet of paper on which each finger draws a line in another colour.
final class PaintView: View {
    private final class Stroke {
        let color: Color
        /// The points of the line. The first one is there twice, so that a finger that does not move draws a dot.
        var points: [Point]

        init(color: Color, from place: Point) {
            self.color = color
            points = [place, place]
        }
    }

    private static let width = 12.0
    private static let colors = [0xd1495b, 0x2e86ab, 0x3c9d57, 0xedae49, 0x7d4f9e].map { Color($0) }

    private var strokes: [Stroke] = []
    /// The strokes of the fingers that are down. A touch is the same object from its beginning to its end, so it can be
    /// the key.
    private var growing: [Touch: Stroke] = [:]
    private var strokeCount = 0

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        backgroundColor = Color(0xfffdf7)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches.sorted(by: { $0.id < $1.id }) {
            let stroke = Stroke(color: Self.colors[strokeCount % Self.colors.count], from: touch.location(in: self))
            strokeCount += 1
            strokes.append(stroke)
            growing[touch] = stroke
            setNeedsDisplay(area(of: stroke.points))
        }
    }

    /// Adds all samples of a finger that arrived since the last call: with only the last one, the line would cut
    /// corners.
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches {
            guard let stroke = growing[touch], let samples = event.coalescedTouches(for: touch) else { continue }
            let places = samples.map { $0.location(in: self) }
            setNeedsDisplay(area(of: stroke.points.suffix(1) + places))
            stroke.points += places
        }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches { growing[touch] = nil }
    }

    /// Removes the stroke of a cancelled touch, which a gesture of the compositor may have taken over.
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches {
            guard let stroke = growing.removeValue(forKey: touch) else { continue }
            strokes.removeAll { $0 === stroke }
            setNeedsDisplay(area(of: stroke.points))
        }
    }

    private func area(of points: [Point]) -> Rect {
        points.reduce(.zero) { area, point in area.union(Rect(origin: point, size: .zero).insetBy(-Self.width)) }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        for stroke in strokes where area(of: stroke.points).intersects(rect) {
            canvas.stroke(Path(points: stroke.points), stroke.color, width: Self.width)
        }
    }
}
