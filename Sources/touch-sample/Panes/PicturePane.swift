import Glibc
import TouchKit

/// A picture that follows the fingers. Pan, pinch and rotation move it together, a swipe changes it, a long press frames
/// it, and a two-finger tap puts it back.
final class PicturePane: Pane {
    let pan = PanGestureRecognizer()
    let pinch = PinchGestureRecognizer()
    let rotation = RotationGestureRecognizer()
    let press = LongPressGestureRecognizer()
    let swipe = SwipeGestureRecognizer()
    let pairTap = TapGestureRecognizer()

    /// The position, size and angle of the picture, relative to those that it has at first.
    struct Pose: Equatable {
        /// In points.
        var offset = Point.zero
        var scale = 1.0
        /// In radians, clockwise.
        var angle = 0.0
    }

    private(set) var pose = Pose() { didSet { if pose != oldValue { setNeedsDisplay() } } }
    /// The index of the picture that is shown.
    private(set) var subject = 0 { didSet { setNeedsDisplay() } }
    /// Whether the picture has a coloured frame.
    private(set) var isFramed = false { didSet { setNeedsDisplay() } }

    init() {
        super.init(
            title: "A picture", recipe: "Drag, pinch and rotate at once; swipe, long press, two-finger tap.")
        let named: [(GestureRecognizer, String)] = [
            (pan, "pan"), (pinch, "pinch"), (rotation, "rotation"), (press, "press"), (swipe, "swipe"),
            (pairTap, "pair"),
        ]
        for (recognizer, name) in named {
            recognizer.name = name
            recognizer.delegate = self
            addGestureRecognizer(recognizer)
        }
        swipe.direction = [.left, .right]
        pairTap.numberOfTouchesRequired = 2
        // The actions compare a recognizer's value with the last one and never set it, so that a recorded session
        // replays from its touches alone.
        var moved = Point.zero
        pan.addAction { [unowned self] pan in
            let before = pan.state == .began ? .zero : moved
            moved = pan.translation(in: self)
            pose.offset = pose.offset + moved - before
            keepInside()
        }
        var stretched = 1.0
        pinch.addAction { [unowned self] pinch in
            let before = pinch.state == .began ? 1 : stretched
            stretched = pinch.scale
            let factor = max(0.4, min(pose.scale * stretched / before, 4)) / pose.scale
            pose.scale *= factor
            // The point between the fingers keeps its place in the picture.
            let middle = fromHome(pinch)
            pose.offset = middle + (pose.offset - middle) * factor
            keepInside()
        }
        var turned = 0.0
        rotation.addAction { [unowned self] rotation in
            let turn = rotation.rotation - (rotation.state == .began ? 0 : turned)
            turned = rotation.rotation
            pose.angle += turn
            let middle = fromHome(rotation)
            pose.offset = middle + (pose.offset - middle).rotated(by: turn)
            keepInside()
        }
        press.addAction { [unowned self] press in if press.state == .began { isFramed.toggle() } }
        swipe.addAction { [unowned self] _ in subject = (subject + 1) % Subject.all.count }
        pairTap.addAction { [unowned self] _ in pose = Pose() }
    }

    override func clear() {
        (pose, subject, isFramed) = (Pose(), 0, false)
        super.clear()
    }

    override func layoutSubviews() { keepInside() }

    // Recognizers do everything; the touches end here.
    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {}
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {}
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {}
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {}

    private func fromHome(_ recognizer: GestureRecognizer) -> Point { recognizer.location(in: self) - home }

    /// The point at which the middle of the picture lies at first: below the text.
    private var home: Point { bounds.center + Point(x: 0, y: min(22 * unit, bounds.size.height / 10)) }

    /// Keeps the picture within reach: its middle can't leave the pane.
    private func keepInside() {
        let (x, y) = (bounds.size.width / 2, bounds.size.height / 2)
        pose.offset.x = max(-x, min(pose.offset.x, x))
        pose.offset.y = max(-y, min(pose.offset.y, y))
    }

    // MARK: Drawing

    override func drawContent(_ rows: inout Rows, _ canvas: any Canvas) {
        let numbers = rows.takeLast(18)
        canvas.saveState()
        canvas.translate(by: (home + pose.offset) * (1 / unit))
        canvas.rotate(by: pose.angle)
        let room = min(rows.area.size.height * 0.86, rows.area.size.width * 0.7)
        canvas.scale(by: max(0.1, room / 100) * pose.scale)
        drawPicture(canvas)
        canvas.restoreState()

        guard let numbers else { return }
        let degrees = Int((pose.angle * 180 / .pi).rounded())
        let scale = (pose.scale * 100).rounded() / 100
        let (x, y) = (Int(pose.offset.x.rounded()), Int(pose.offset.y.rounded()))
        let text = "\(x), \(y)   ×\(scale)   \(degrees)°"
        let width = min(canvas.size(of: text, style: Theme.caption).width + 16, numbers.size.width)
        let pill = Rect(x: numbers.minX, y: numbers.minY, width: width, height: numbers.size.height)
        canvas.fill(Path(roundedRect: pill, radius: 9), theme.stripe)
        canvas.draw(
            text, in: Rect(x: pill.minX + 7, y: pill.minY + 1, width: width - 14, height: 17), style: Theme.caption,
            color: theme.quiet)
    }

    /// Draws a print with a white border, 120 by 100 units around the origin.
    private func drawPicture(_ canvas: any Canvas) {
        let subject = Subject.all[subject]
        let print = Rect(x: -60, y: -50, width: 120, height: 100)
        canvas.fill(Path(rect: print.offsetBy(Point(x: 2, y: 3))), Color(0x000000, alpha: 0.18))
        canvas.fill(Path(rect: print), Color(0xffffff))
        canvas.stroke(
            Path(rect: print), isFramed ? theme.double : Color(0x000000, alpha: 0.2), width: isFramed ? 4 : 0.7)
        let view = Rect(x: -54, y: -44, width: 108, height: 82)
        canvas.saveState()
        canvas.clip(to: view)
        let bands = 12
        for band in 0..<bands {
            let share = Double(band) / Double(bands - 1)
            canvas.fill(
                Path(rect: view.slice(from: 82 / Double(bands) * Double(band), height: 82 / Double(bands) + 0.5)),
                subject.high.mixed(with: subject.low, share))
        }
        canvas.fill(Path(ellipseIn: Rect(x: 12, y: -34, width: 22, height: 22)), subject.sun)
        func hill(_ from: Double, _ top: Point, _ to: Double, _ color: Color) {
            canvas.fill(
                Path([
                    .move(Point(x: from, y: 40)),
                    .curve(Point(x: from + 20, y: 40), Point(x: top.x - 16, y: top.y), top),
                    .curve(Point(x: top.x + 16, y: top.y), Point(x: to - 20, y: 40), Point(x: to, y: 40)), .close,
                ]), color)
        }
        hill(-80, Point(x: -26, y: -10), 40, subject.far)
        hill(-30, Point(x: 30, y: 6), 100, subject.near)
        canvas.restoreState()
    }

    /// The colours of a landscape at a time of the day.
    private struct Subject {
        let high: Color
        let low: Color
        let sun: Color
        let far: Color
        let near: Color

        static let all = [
            Subject(
                high: Color(0x4dabf7), low: Color(0xd0ebff), sun: Color(0xfff3bf), far: Color(0x74b816),
                near: Color(0x2b8a3e)),
            Subject(
                high: Color(0x862e9c), low: Color(0xffa94d), sun: Color(0xff6b6b), far: Color(0x6741d9),
                near: Color(0x3b2a6b)),
            Subject(
                high: Color(0x0b1f3a), low: Color(0x27496d), sun: Color(0xf1f3f5), far: Color(0x1b3350),
                near: Color(0x0d1b2a)),
        ]
    }
}

extension PicturePane: GestureRecognizerDelegate {
    /// Lets pan, pinch and rotation recognize together, and a swipe with each of them, since it is a fast drag.
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        let together = [pan, pinch, rotation, swipe]
        return together.contains(recognizer) && together.contains(other)
    }
}

extension Color {
    /// Returns the colour that is a share of the way to another one, from 0 to 1.
    fileprivate nonisolated func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

extension Point {
    /// Returns the point rotated about the origin, clockwise on screen, by an angle in radians.
    fileprivate func rotated(by angle: Double) -> Point {
        Point(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
    }
}
