import TouchKit
import WaylandTouch

final class CounterView: View {
    private var taps = 0
    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        let tap = TapGestureRecognizer { [unowned self] _ in
            taps += 1
            setNeedsDisplay()
        }
        addGestureRecognizer(tap)
    }
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.draw("\(taps) taps", in: bounds, style: TextStyle(size: 32), color: Color(0x1f2933))
    }
}

let application = try Application()
application.openWindow(title: "Taps", size: Size(width: 320, height: 240), content: CounterView())
try application.run()
