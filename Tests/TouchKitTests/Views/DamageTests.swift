import Testing

@testable import TouchKit

@Suite struct DamageTests {
    private let host = DamageRecord()
    private let window = Window(size: Size(width: 100, height: 100), dispatcher: TouchDispatcher())

    init() { window.host = host }

    private func view(_ x: Double, _ y: Double, _ width: Double, _ height: Double, in parent: View? = nil) -> View {
        let view = View(frame: Rect(x: x, y: y, width: width, height: height))
        (parent ?? window).addSubview(view)
        host.areas = []
        return view
    }

    @Test func `a part of a view is drawn anew where it lies in the window, scrolling included`() {
        let page = view(10, 20, 50, 50)
        page.bounds.origin = Point(x: 5, y: 0)
        let line = view(10, 10, 20, 10, in: page)
        line.setNeedsDisplay(Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(host.areas == [Rect(x: 16, y: 32, width: 3, height: 4)])
    }

    @Test func `a view that moves is drawn anew where it was and where it is`() {
        let marker = view(10, 10, 20, 20, in: view(5, 5, 90, 90))
        marker.frame.origin = Point(x: 40, y: 10)
        #expect(host.areas == [Rect(x: 15, y: 15, width: 20, height: 20), Rect(x: 45, y: 15, width: 20, height: 20)])
        host.areas = []
        marker.frame = marker.frame
        #expect(host.areas.isEmpty, "it has not moved")
    }

    @Test func `an area that is clipped is not redrawn`() {
        let page = view(10, 10, 30, 30)
        page.clipsToBounds = true
        let wide = view(20, 0, 100, 10, in: page)
        wide.setNeedsDisplay()
        #expect(host.areas == [Rect(x: 30, y: 10, width: 10, height: 10)], "by the page")
        host.areas = []
        wide.frame.origin.x = 30
        #expect(host.areas == [Rect(x: 30, y: 10, width: 10, height: 10)], "it is gone from sight")
        page.clipsToBounds = false
        host.areas = []
        wide.setNeedsDisplay()
        #expect(host.areas == [Rect(x: 40, y: 10, width: 60, height: 10)], "by the window")
        wide.clipsToBounds = true
        host.areas = []
        wide.setNeedsDisplay(Rect(x: -5, y: -5, width: 10, height: 10))
        #expect(host.areas == [Rect(x: 40, y: 10, width: 5, height: 5)], "by itself")
    }

    @Test func `a hidden view asks for nothing, and for its place when it hides or shows`() {
        let marker = view(10, 10, 20, 20)
        marker.isHidden = true
        #expect(host.areas == [Rect(x: 10, y: 10, width: 20, height: 20)])
        host.areas = []
        marker.setNeedsDisplay()
        marker.frame.origin.x = 50
        #expect(host.areas.isEmpty)
        marker.isHidden = false
        #expect(host.areas == [Rect(x: 50, y: 10, width: 20, height: 20)])
    }

    @Test func `a view that lays itself out elsewhere is drawn anew there`() {
        let restless = RestlessView(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        window.addSubview(restless)
        host.areas = []
        restless.frame.size.width = 20
        #expect(host.union == Rect(x: 0, y: 0, width: 70, height: 10))
    }

    @Test func `a view that comes or goes is drawn anew, and one in no window is not`() {
        let marker = view(10, 10, 20, 20)
        marker.removeFromSuperview()
        #expect(host.areas == [Rect(x: 10, y: 10, width: 20, height: 20)])
        host.areas = []
        marker.frame.origin.x = 50
        marker.setNeedsDisplay()
        #expect(host.areas.isEmpty)
        window.addSubview(marker)
        #expect(host.areas == [Rect(x: 50, y: 10, width: 20, height: 20)])
    }

    @Test func `a window of another size is drawn anew as a whole`() {
        window.frame.size = Size(width: 200, height: 50)
        #expect(host.union == Rect(x: 0, y: 0, width: 200, height: 50))
    }
}

/// Notes what is to be drawn anew.
private final class DamageRecord: WindowHost {
    let scale = 1.0
    var areas: [Rect] = []
    var union: Rect { areas.reduce(.zero) { $0.union($1) } }

    func window(_ window: Window, needsDisplayIn rect: Rect) { areas.append(rect) }
}

/// Moves away when it is resized.
private final class RestlessView: View {
    override func layoutSubviews() { frame.origin.x = 50 }
}
