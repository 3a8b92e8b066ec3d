import Testing

@testable import TouchKit

// UIKit's rules for labels, image views, controls and animated views have no counterpart: there are no such views.

/// Hit testing, and the switches of a view that decide which touches it receives.
@Suite struct HitTestTests {
    private let screen = TestScreen()

    private func hit(_ x: Double, _ y: Double) -> String? {
        screen.window.hitTest(Point(x: x, y: y), with: nil)?.identifier
    }

    @Test func `the deepest view at the point is hit, or the receiver, or nothing`() {
        let a = screen.view("a", 100, 100)
        screen.view("b", 10, 10, 20, 20, in: a)
        #expect(hit(115, 115) == "b" && hit(150, 150) == "a" && hit(10, 10) == "window" && hit(400, 10) == nil)
        #expect(a.hitTest(Point(x: 15, y: 15), with: nil)?.identifier == "b", "in the receiver's coordinates")
    }

    @Test func `a hidden, a closed or a see-through view is passed over with all that is in it`() {
        let a = screen.view("a")
        let b = screen.view("b", in: a)
        #expect(hit(10, 10) == "b")
        a.isHidden = true
        #expect(hit(10, 10) == "window")
        a.isHidden = false
        a.isUserInteractionEnabled = false
        #expect(hit(10, 10) == "window")
        a.isUserInteractionEnabled = true
        a.alpha = 0.009
        #expect(hit(10, 10) == "window")
        a.alpha = 0.01
        #expect(hit(10, 10) == "b")
        b.isHidden = true
        #expect(hit(10, 10) == "a")
    }

    @Test func `the left and top edges belong to a view, the right and bottom ones do not`() {
        screen.view("a", 100, 100, 50, 50)
        #expect(hit(100, 100) == "a" && hit(149.99, 149.99) == "a")
        #expect(hit(99.99, 100) == "window" && hit(150, 100) == "window" && hit(100, 150) == "window")
    }

    @Test func `a view that says that the point is not inside is passed over with all that is in it`() {
        let a = screen.view("a")
        screen.view("b", in: a)
        a.onPointInside = { $0.x < 50 }
        #expect(hit(10, 10) == "b" && hit(60, 10) == "window")
    }

    @Test func `the frontmost of several subviews is hit`() {
        let a = screen.view("a")
        let b = screen.view("b", 50)
        #expect(hit(75, 10) == "b")
        screen.window.addSubview(a)
        #expect(hit(75, 10) == "a")
        b.removeFromSuperview()
        screen.window.insertSubview(b, at: 0)
        #expect(hit(75, 10) == "a" && hit(120, 10) == "b")
    }

    @Test func `a subview is asked in its own coordinates, scrolled content included`() {
        let a = screen.view("a", 100, 100)
        a.bounds.origin = Point(x: 0, y: 500)
        let b = screen.view("b", 10, 510, 20, 20, in: a)
        var asked: [Point] = []
        b.onPointInside = {
            asked.append($0)
            return b.bounds.contains($0)
        }
        #expect(hit(115, 115) == "b" && hit(115, 135) == "a")
        #expect(asked == [Point(x: 5, y: 5), Point(x: 5, y: 25)])
    }

    @Test func `what reaches beyond its superview is not hit there, clipped or not`() {
        let a = screen.view("a", 0, 0, 50, 50)
        screen.view("b", 25, 25, 100, 100, in: a)
        #expect(hit(40, 40) == "b" && hit(75, 75) == "window")
        a.clipsToBounds = true
        #expect(hit(75, 75) == "window")
    }

    @Test func `the switches come before point(inside), and alpha is each view's own`() {
        let a = screen.view("a")
        let b = screen.view("b", in: a)
        a.alpha = 0.05
        b.alpha = 0.05
        #expect(hit(10, 10) == "b", "the product is below the limit")
        var asked = 0
        a.onPointInside = { _ in
            asked += 1
            return true
        }
        a.isUserInteractionEnabled = false
        _ = hit(10, 10)
        #expect(asked == 0)
    }

    @Test func `hit testing has no effect: it can be repeated, and a touch that is down is not hit anew`() {
        let a = screen.view("a")
        screen.down(at: (10, 10), 0)
        #expect(hit(10, 10) == "a" && hit(10, 10) == "a")
        a.isHidden = true
        a.isUserInteractionEnabled = false
        screen.move(to: (20, 20), 10)
        screen.up(20)
        #expect(
            screen.log == ["0 a touchesBegan 0", "10 a touchesMoved 0", "20 a touchesEnded 0"],
            "G-65: hidden or closed, it still hears of the touch that is down")
    }

    @Test func `the event is not there yet when a touch is hit-tested`() {
        final class Curious: View {
            var events: [TouchEvent?] = []
            override func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
                events.append(event)
                return super.hitTest(point, with: event)
            }
        }
        let curious = Curious(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        screen.window.addSubview(curious)
        screen.down(at: (10, 10), 0)
        #expect(!curious.events.isEmpty && curious.events.allSatisfy { $0 == nil })
    }

    @Test func `a hit area of one's own takes both methods`() {
        let outer = screen.view("outer", 0, 0, 50, 50)
        let inner = screen.view("inner", 60, 0, 20, 20, in: outer)
        outer.onPointInside = { outer.bounds.contains($0) || inner.frame.contains($0) }
        #expect(hit(65, 5) == "inner")
    }

    @Test func `an overlay lets through what hits only itself, and a target can be larger than it looks`() {
        screen.view("below", 0, 0, 400, 400)
        let overlay = screen.view("overlay", 0, 0, 400, 400)
        let button = screen.view("button", 100, 100, 20, 20, in: overlay)
        overlay.onHitTest = { point in
            let inside = point - button.frame.origin
            return .some(button.hitTest(inside, with: nil))
        }
        button.onPointInside = { button.bounds.insetBy(-12).contains($0) }
        #expect(hit(110, 110) == "button" && hit(90, 90) == "button" && hit(87, 87) == "below")
        screen.tap(at: (90, 90), from: 0, to: 10)
        screen.tap(at: (10, 10), from: 20, to: 30)
        #expect(
            screen.log == [
                "0 button touchesBegan 0", "10 button touchesEnded 0", "20 below touchesBegan 0",
                "30 below touchesEnded 0",
            ])
    }

    @Test func `a view receives the first finger only, its recognizers receive all, and other views their own`() {
        let a = screen.view("a")
        screen.view("b", 100)
        screen.add(Probe(), "probe", to: a)
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 20), 10)
        screen.down(2, at: (110, 10), 20)
        screen.move(1, to: (25, 20), 30)
        screen.up(0, 40)
        screen.up(1, 50)
        screen.up(2, 60)
        #expect(
            screen.log == [
                "0 probe sees began 0", "0 a touchesBegan 0", "10 probe sees began 1", "20 b touchesBegan 2",
                "30 probe sees moved 1", "40 probe sees ended 0", "50 probe sees ended 1",
                "50 probe failed touchesEnded", "50 a touchesEnded 0", "50 probe reset", "60 b touchesEnded 2",
            ])
    }

    @Test
    func `a view with isMultipleTouchEnabled receives all fingers, and every view receives the next first finger`() {
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 20), 10)
        screen.up(0, 20)
        screen.up(1, 30)
        a.isMultipleTouchEnabled = false
        screen.tap(at: (10, 10), from: 400, to: 410)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesBegan 1", "20 a touchesEnded 0", "30 a touchesEnded 1",
                "400 a touchesBegan 0", "410 a touchesEnded 0",
            ])
    }

    @Test func `while an exclusive view tracks a touch no other view of the window does`() {
        let a = screen.view("a")
        screen.view("b", 100)
        a.isExclusiveTouch = true
        screen.down(0, at: (10, 10), 0)
        screen.tap(1, at: (110, 10), from: 10, to: 20)
        screen.up(0, 30)
        screen.tap(1, at: (110, 10), from: 400, to: 410)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "30 a touchesEnded 0", "400 b touchesBegan 1", "410 b touchesEnded 1",
            ])
    }

    @Test func `another window's views are not concerned`() {
        let a = screen.view("a")
        a.isExclusiveTouch = true
        let other = TestWindow(size: Size(width: 100, height: 100), dispatcher: screen.dispatcher)
        other.identifier = "other"
        other.record.note = { screen.note($0) }
        screen.down(0, at: (10, 10), 0)
        var finger = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
        _ = finger.down(0, at: Point(x: 10, y: 10), in: other, time: EventTime(milliseconds: 10))
        for frame in finger.frame() { screen.dispatcher.deliver(frame) }
        #expect(screen.log == ["0 a touchesBegan 0", "10 other touchesBegan 0"])
    }

    @Test func `an exclusive view whose touch was taken from it keeps no other from its touches`() {
        let a = screen.view("a")
        screen.view("b", 100)
        a.isExclusiveTouch = true
        screen.pan("pan", on: a)
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (40, 10), 10)
        screen.down(1, at: (150, 10), 20)
        #expect(
            screen.log == ["0 a touchesBegan 0", "10 pan began", "10 a touchesCancelled 0", "20 b touchesBegan 1"])
    }

    @Test func `an exclusive view gets nothing while another view tracks a touch`() {
        let a = screen.view("a")
        screen.view("b", 100)
        a.isExclusiveTouch = true
        screen.down(1, at: (110, 10), 0)
        screen.tap(0, at: (10, 10), from: 10, to: 20)
        screen.up(1, 30)
        #expect(screen.log == ["0 b touchesBegan 1", "30 b touchesEnded 1"])
    }

    @Test func `recognizers take no notice of isExclusiveTouch`() {
        let a = screen.view("a")
        let b = screen.view("b", 100)
        a.isExclusiveTouch = true
        screen.tap("tap", on: b)
        screen.down(0, at: (10, 10), 0)
        screen.tap(1, at: (110, 10), from: 10, to: 20)
        screen.up(0, 30)
        #expect(screen.log == ["0 a touchesBegan 0", "20 tap ended", "30 a touchesEnded 0"])
    }

    @Test func `a recognizer is asked whether it receives a touch after the hit test`() {
        let a = screen.view("a")
        let tap = screen.tap("tap", on: a)
        tap.delegate = screen.delegate
        var order: [String] = []
        a.onPointInside = { _ in
            order.append("hit")
            return true
        }
        screen.delegate.receivesTouch = { _, touch in
            order.append("receives \(touch.view?.identifier ?? "?")")
            return true
        }
        screen.down(at: (10, 10), 0)
        #expect(order == ["hit", "receives a"])
    }

    @Test func `a touch that hits no view has no view`() {
        screen.window.isUserInteractionEnabled = false
        screen.tap("tap", on: screen.window)
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(screen.log.isEmpty && screen.isAtRest)
    }
}
