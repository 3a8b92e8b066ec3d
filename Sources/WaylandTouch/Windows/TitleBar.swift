import TouchKit
import Wayland

/// The title bar of a window that the compositor gives none: its title, a button that closes it, and room to move it
/// by, with a finger as with the pointer.
final class TitleBar: View {
    /// How high it is, in points.
    static let height = 32.0

    /// Whether the window looks like the one that is used.
    var isActive = false { didSet { if isActive != oldValue { setNeedsDisplay() } } }

    private weak var toplevel: ToplevelWindow?
    private let closeButton = CloseButton()

    /// The title bar of a window.
    init(of toplevel: ToplevelWindow) {
        self.toplevel = toplevel
        super.init(frame: Rect(x: 0, y: 0, width: 0, height: Self.height))
        clipsToBounds = true
        addSubview(closeButton)
        closeButton.addGestureRecognizer(TapGestureRecognizer { [weak toplevel] _ in toplevel?.askToClose() })
        let pan = PanGestureRecognizer { [weak toplevel] recognizer in
            // A scroll makes a pan without a touch.
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

/// A cross.
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
