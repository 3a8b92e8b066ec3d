import TouchKit

/// A canvas without pixels that records the position of each text in the window's coordinates. Letters have the width
/// of a usual font.
final class RecordingCanvas: Canvas {
    struct Text {
        let words: String
        /// The area of the letters; for a truncated text, the area that was available.
        let area: Rect
        /// Whether the text needs more room than it has.
        let isCut: Bool
    }

    private(set) var texts: [Text] = []
    private var origin = Point.zero
    private var factor = 1.0
    private var saved: [(Point, Double)] = []

    func saveState() { saved.append((origin, factor)) }
    func restoreState() { if let last = saved.popLast() { (origin, factor) = last } }
    func translate(by offset: Point) { origin = origin + offset * factor }
    func scale(by factor: Double) { self.factor *= factor }
    func rotate(by angle: Double) {}
    func clip(to rect: Rect) {}
    func multiplyOpacity(by alpha: Double) {}
    func fill(_ path: Path, _ color: Color) {}
    func stroke(_ path: Path, _ color: Color, width: Double) {}

    func draw(_ text: String, in rect: Rect, style: TextStyle, color: Color) {
        guard !rect.isEmpty, !text.isEmpty else { return }
        let needed = size(of: text, style: style)
        var area = rect
        if !style.wraps {
            area.size = Size(width: min(needed.width, rect.size.width), height: min(needed.height, rect.size.height))
            switch style.alignment {
            case .leading: break
            case .center: area.origin.x += (rect.size.width - area.size.width) / 2
            case .trailing: area.origin.x += rect.size.width - area.size.width
            }
        }
        area = Rect(
            x: origin.x + area.minX * factor, y: origin.y + area.minY * factor, width: area.size.width * factor,
            height: area.size.height * factor)
        texts.append(Text(words: text, area: area, isCut: !style.wraps && needed.width > rect.size.width + 0.01))
    }

    func size(of text: String, style: TextStyle) -> Size {
        let letter = style.isMonospaced ? 0.6 : style.weight == .bold ? 0.62 : 0.56
        return Size(width: Double(text.count) * letter * style.size, height: style.size * 1.2)
    }
}
