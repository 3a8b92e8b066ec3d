import TouchKit
import WaylandTouch

/// Reports taps, and shows a marker at the finger.
final class BenchView: View {
    private let marker: View?
    private let saysDowns: Bool
    private let hasText: Bool
    private var finger: Touch?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - waitsForDouble: whether the view recognizes double taps, so that a single tap waits for a second one.
    ///   - tracks: whether a marker follows the finger.
    ///   - hasText: whether the view shows a line of text.
    init(waitsForDouble: Bool, tracks: Bool, hasText: Bool) {
        marker = tracks ? View(frame: Rect(x: -40, y: -40, width: 40, height: 40)) : nil
        saysDowns = !waitsForDouble
        self.hasText = hasText
        super.init(frame: .zero)
        isMultipleTouchEnabled = true
        let single = TapGestureRecognizer { [unowned self] in report("single", $0) }
        addGestureRecognizer(single)
        if waitsForDouble {
            let double = TapGestureRecognizer { [unowned self] in report("double", $0) }
            double.numberOfTapsRequired = 2
            single.require(toFail: double)
            addGestureRecognizer(double)
        }
        if let marker {
            marker.backgroundColor = Color(0x1f6feb)
            marker.isUserInteractionEnabled = false
            addSubview(marker)
        }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        guard hasText else { return }
        canvas.draw("Tap anywhere", in: bounds, style: TextStyle(size: 24, alignment: .center), color: Color(0x1f2933))
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        let now = Application.monotonicNow
        for touch in touches {
            if saysDowns { say("down", at: touch.location(in: self), now) }
            if finger == nil { finger = touch }
        }
        placeMarker()
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { placeMarker() }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { forget(touches) }

    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) { forget(touches) }

    private func forget(_ touches: Set<Touch>) {
        if let finger, touches.contains(finger) { self.finger = nil }
    }

    private func placeMarker() {
        guard let marker, let finger else { return }
        let place = finger.location(in: self)
        marker.frame = Rect(
            x: place.x.rounded() - 20, y: place.y.rounded() - 20, width: 40, height: 40)
    }

    private func report(_ what: String, _ recognizer: GestureRecognizer) {
        let now = Application.monotonicNow
        say(what, at: recognizer.location(in: self), now)
    }

    private func say(_ what: String, at place: Point, _ time: EventTime) {
        Surroundings.say("\(what) \(place.x) \(place.y) \(time.nanoseconds)")
    }
}
