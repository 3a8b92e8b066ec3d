import TouchKit
import Wayland

/// The title bar of a toplevel for which the compositor draws none: the title, a close button, and an area to move the
/// window by, with a finger or the pointer.
final class TitleBar: View {
    /// The height in points.
    static let height = 32.0

    /// Whether the bar is drawn as that of the active window.
    var isActive = false { didSet { if isActive != oldValue { setNeedsDisplay() } } }

    private weak var toplevel: ToplevelWindow?
    private let closeButton = CloseButton()

    /// Creates the title bar of a toplevel.
    init(of toplevel: ToplevelWindow) {
        self.toplevel = toplevel
        super.init(frame: Rect(x: 0, y: 0, width: 0, height: Self.height))
        clipsToBounds = true
        addSubview(closeButton)
        closeButton.addGestureRecognizer(TapGestureRecognizer { [weak toplevel] _ in toplevel?.askToClose() })
        let pan = PanGestureRecognizer { [weak toplevel] recognizer in
            // A pan by scrolling has no touch.
            guard recognizer.state == .began, let touch = recognizer.touches.first else { return }
            toplevel?.beginMove(with: touch)
        }
        pan.maximumNumberOfTouches = 1
        addGestureRecognizer(pan)
    }

    override func layoutSubviews() {
        closeButton.frame = Rect(x: bounds.maxX - Self.height, y: 0, width: Self.height, height: Self.height)
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(rect: bounds), isActive ? Color(0xdfe3e8) : Color(0xf0f2f4))
        let room = Rect(x: 12, y: 7, width: max(0, bounds.size.width - Self.height - 16), height: Self.height - 12)
        canvas.draw(
            toplevel?.title.printable ?? "", in: room, style: TextStyle(size: 14, weight: .bold),
            color: isActive ? Color(0x1f2933) : Color(0x7b8794))
    }
}

/// The close button, drawn as a cross.
private final class CloseButton: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let cross = bounds.insetBy(11)
        for (start, end) in [
            (cross.origin, Point(x: cross.maxX, y: cross.maxY)),
            (Point(x: cross.maxX, y: cross.minY), Point(x: cross.minX, y: cross.maxY)),
        ] {
            canvas.stroke(Path(points: [start, end]), Color(0x3e4c59), width: 2)
        }
    }
}
