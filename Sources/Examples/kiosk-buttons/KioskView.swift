import TouchKit

/// A screen with buttons that choose a colour. A tap anywhere else sets the colour back to grey.
final class KioskView: View {
    private static let grey = Color(0xb8bec6)
    private var chosen = KioskView.grey { didSet { setNeedsDisplay() } }

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        backgroundColor = Color(0xf2f3f5)
        addGestureRecognizer(TapGestureRecognizer { [unowned self] _ in chosen = Self.grey })
        let choices = [("Red", Color(0xc8374a)), ("Green", Color(0x2f8f57)), ("Blue", Color(0x2b6cb8))]
        for (title, color) in choices {
            addSubview(Button(title, color: color) { [unowned self] in chosen = color })
        }
    }

    private var swatch: Rect {
        Rect(x: 24, y: 24, width: bounds.size.width - 48, height: bounds.size.height - 168)
    }

    override func layoutSubviews() {
        let count = Double(subviews.count)
        let width = (bounds.size.width - 24 * (count + 1)) / count
        for (index, button) in subviews.enumerated() {
            button.frame = Rect(
                x: 24 + Double(index) * (width + 24), y: bounds.size.height - 120, width: width, height: 96)
        }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(roundedRect: swatch, radius: 12), chosen)
    }
}
