import TouchKit

/// Paper that every finger draws on, each in a colour of its own.
final class PaintView: View {
    private final class Stroke {
        let color: Color
        /// The first point counts twice, so that a finger which does not move leaves a dot.
        var points: [Point]

        init(color: Color, from place: Point) {
            self.color = color
            points = [place, place]
        }
    }

    private static let width = 12.0
    private static let colors = [0xd1495b, 0x2e86ab, 0x3c9d57, 0xedae49, 0x7d4f9e].map { Color($0) }

    private var strokes: [Stroke] = []
    /// The strokes of the fingers that are down. A touch is one object for all of its life, so it can be the key.
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

    /// One frame may carry many samples of a finger. All of them belong to the line; the last one alone would cut its
    /// corners.
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches {
            guard let stroke = growing[touch], let samples = event.coalescedTouches(for: touch) else { continue }
            let places = samples.map { convert($0.position, from: nil) }
            setNeedsDisplay(area(of: stroke.points.suffix(1) + places))
            stroke.points += places
        }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches { growing[touch] = nil }
    }

    /// What was taken away, by a gesture of the compositor for instance, was not meant for the paper.
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
