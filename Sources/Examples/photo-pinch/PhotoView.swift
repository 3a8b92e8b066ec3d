import Glibc
import TouchKit

/// A picture that the fingers move, scale and rotate at the same time.
final class PhotoView: View, GestureRecognizerDelegate {
    private let photo = Photo(size: Size(width: 320, height: 200))
    /// The center of the picture; nil, for the center of the view, until the picture has been moved.
    private var center: Point?
    private var scale = 1.0
    private var angle = 0.0

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        backgroundColor = Color(0x20242b)
        // Each action applies the change since the last one and then resets the recognizer's value.
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

    /// Lets all three recognizers recognize at the same time. Without this, the first one would exclude the others.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }

    /// Moves, scales and rotates the picture so that the part under the fingers stays there.
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
