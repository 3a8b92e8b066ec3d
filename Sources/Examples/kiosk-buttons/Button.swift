import TouchKit

/// A button. It is pressed while a finger is on it, and acts when the finger is lifted inside it.
final class Button: View {
    private let title: String
    private let color: Color
    private let action: () -> Void
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

    init(_ title: String, color: Color, action: @escaping () -> Void) {
        self.title = title
        self.color = color
        self.action = action
        super.init()
    }

    /// Keeps the tap recognizers of superviews from recognizing taps on the button. This is not called for the button's
    /// own recognizers.
    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !(recognizer is TapGestureRecognizer)
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { isPressed = true }

    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { isPressed = isInside(touches) }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        isPressed = false
        if isInside(touches) { action() }
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) { isPressed = false }

    private func isInside(_ touches: Set<Touch>) -> Bool {
        touches.contains { bounds.contains($0.location(in: self)) }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(roundedRect: bounds, radius: 12), isPressed ? color.withAlpha(0.6) : color)
        let style = TextStyle(size: 20, weight: .bold, alignment: .center)
        let height = canvas.size(of: title, style: style).height
        let line = Rect(x: 0, y: (bounds.size.height - height) / 2, width: bounds.size.width, height: height)
        canvas.draw(title, in: line, style: style, color: Color(0xffffff))
    }
}
