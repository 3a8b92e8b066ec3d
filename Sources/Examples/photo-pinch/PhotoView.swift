import Glibc
import TouchKit

/// A picture that follows the fingers: it is moved, stretched and turned, all at once.
final class PhotoView: View, GestureRecognizerDelegate {
    private let photo = Photo(size: Size(width: 320, height: 200))
    /// Where the middle of the picture is; nil until it has been moved from the middle of the view.
    private var center: Point?
    private var scale = 1.0
    private var angle = 0.0

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        backgroundColor = Color(0x20242b)
        // Each action takes what has come since the last one and sets its recognizer back to nothing.
        let pan = PanGestureRecognizer { [unowned self] pan in
            change(about: pan.location(in: self), moveBy: pan.translation(in: self))
            pan.setTranslation(.zero, in: self)
        }
        let pinch = PinchGestureRecognizer { [unowned self] pinch in
            change(about: pinch.location(in: self), scaleBy: pinch.scale)
            pinch.scale = 1
        }
        let rotation = RotationGestureRecognizer { [unowned self] rotation in
            change(about: rotation.location(in: self), turnBy: rotation.rotation)
            rotation.rotation = 0
        }
        for recognizer in [pan, pinch, rotation] {
            recognizer.delegate = self
            addGestureRecognizer(recognizer)
        }
    }

    /// All three go together; without this the first of them would keep the others from being recognized.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }

    /// Moves, stretches and turns the picture so that what is under the fingers stays there.
    private func change(
        about place: Point, moveBy offset: Point = .zero, scaleBy factor: Double = 1, turnBy turn: Double = 0
    ) {
        let factor = min(max(scale * factor, 0.25), 4) / scale
        let arm = (center ?? bounds.center) - place
        let turned = Point(x: arm.x * cos(turn) - arm.y * sin(turn), y: arm.x * sin(turn) + arm.y * cos(turn))
        center = place + turned * factor + offset
        scale *= factor
        angle += turn
        setNeedsDisplay()
    }

    override func layoutSubviews() { setNeedsDisplay() }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.translate(by: center ?? bounds.center)
        canvas.rotate(by: angle)
        canvas.scale(by: scale)
        photo.draw(in: canvas)
    }
}
