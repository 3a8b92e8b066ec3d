import Testing

@testable import TouchKit

/// Hover, and pans that scrolling drives: what a pointer does without a button.
@Suite struct HoverScrollTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    private func hover(on view: View, _ name: String = "hover") {
        screen.add(HoverGestureRecognizer(), name, to: view) { plain($0.location(in: nil)) }
    }

    @Test func `a finger that joins a pan of a wheel drives it however long the wheel rests`() {
        let pan = scroller(.discrete)
        screen.point(at: (50, 50), 0)
        screen.scroll(0, 10, 0)
        screen.down(at: (20, 20), 100)
        screen.wait(until: 1000)
        screen.move(to: (30, 20), 1000)
        screen.up(1100)
        #expect(
            screen.log(of: "pan") == ["0 pan began 0,10", "1000 pan changed 10,10", "1100 pan ended 10,10"])
        #expect(pan.state == .possible && screen.isAtRest)
    }

    @Test func `a finger that the pan of a wheel ignores leaves the wheel's pause in force`() {
        let pan = scroller(.discrete)
        pan.maximumNumberOfTouches = 0
        screen.point(at: (50, 50), 0)
        screen.scroll(0, 10, 0)
        screen.down(at: (20, 20), 100)
        screen.wait(until: 1000)
        screen.up(1100)
        #expect(screen.log(of: "pan") == ["0 pan began 0,10", "150 pan ended 0,10"])
    }

    private func scroller(_ mask: PanGestureRecognizer.ScrollTypeMask) -> PanGestureRecognizer {
        let pan = screen.add(PanGestureRecognizer(), "pan", to: a) { plain($0.translation(in: nil)) }
        pan.allowedScrollTypesMask = mask
        return pan
    }

    @Test func `it begins when the pointer enters, changes as it moves, and ends when it leaves`() {
        hover(on: a)
        screen.point(at: (200, 200), 0)
        screen.pointer(to: (50, 50), 10)
        screen.pointer(to: (60, 50), 20)
        screen.pointer(to: (200, 50), 30)
        screen.pointer(to: (50, 50), 40)
        screen.pointerAway(50)
        #expect(
            screen.log == [
                "10 hover began 50,50", "20 hover changed 60,50", "30 hover ended 60,50", "40 hover began 50,50",
                "50 hover ended 50,50",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `a view and its ancestors are hovered at once, siblings one after the other`() {
        let b = screen.view("b", 100)
        hover(on: a, "of-a")
        hover(on: b, "of-b")
        hover(on: screen.window, "of-window")
        screen.point(at: (50, 50), 0)
        screen.pointer(to: (150, 50), 10)
        #expect(
            screen.log.sorted() == [
                "0 of-a began 50,50", "0 of-window began 50,50", "10 of-a ended 50,50", "10 of-b began 150,50",
                "10 of-window changed 150,50",
            ])
    }

    @Test func `a view that is taken out while it is asked for the place is not hovered`() {
        let recognizer = screen.add(HoverGestureRecognizer(), "hover", to: a)
        a.onPointInside = { [a] _ in
            a.removeFromSuperview()
            return true
        }
        screen.point(at: (50, 50), 0)
        #expect(screen.log.isEmpty && recognizer.state == .possible && screen.isAtRest)
    }

    @Test func `a pointer at no place at all hovers where it was`() {
        hover(on: a)
        screen.point(at: (50, 50), 0)
        screen.pointer(to: (.nan, 50), 10)
        screen.pointer(to: (50, 1e300), 20)
        screen.pointer(to: (60, 50), 30)
        #expect(screen.log == ["0 hover began 50,50", "30 hover changed 60,50"])
    }

    @Test func `nothing is reported while a button is held`() {
        hover(on: a)
        screen.point(at: (50, 50), 0)
        screen.press(10)
        screen.pointer(to: (60, 50), 20)
        screen.release(30)
        #expect(screen.log(of: "hover") == ["0 hover began 50,50", "30 hover changed 60,50"])
    }

    @Test func `fingers do not hover, and hovering prevents no other recognizer`() {
        hover(on: a)
        screen.tap("tap", on: a)
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.click(at: (10, 10), from: 100, to: 110)
        #expect(
            screen.log(of: "hover", "tap") == [
                "10 tap ended", "100 hover began 10,10", "110 tap ended", "110 hover changed 10,10",
            ])
    }

    @Test func `a disabled hover is cancelled, and one whose view goes too`() {
        hover(on: a)
        screen.point(at: (50, 50), 0)
        a.gestureRecognizers[0].isEnabled = false
        screen.pointer(to: (60, 50), 10)
        a.gestureRecognizers[0].isEnabled = true
        screen.pointer(to: (70, 50), 20)
        a.removeFromSuperview()
        screen.pointer(to: (80, 50), 30)
        #expect(
            screen.log(of: "hover") == [
                "0 hover began 50,50", "0 hover cancelled 50,50", "20 hover began 70,50", "20 hover cancelled 70,50",
            ])
    }

    @Test func `scrolling drives a pan only where the mask allows its kind`() {
        let pan = scroller([])
        screen.point(at: (50, 50), 0)
        screen.scroll(0, 15, 10)
        pan.allowedScrollTypesMask = .continuous
        screen.scroll(0, 15, 20)
        #expect(screen.log.isEmpty)
        screen.scroll(0, 4, isDiscrete: false, 30)
        #expect(screen.log == ["30 pan began 0,4"])
    }

    @Test func `wheel notches make one pan, which ends after a pause`() {
        _ = scroller(.discrete)
        screen.point(at: (50, 50), 0)
        for t in [0.0, 100, 200] { screen.scroll(0, 15, t) }
        screen.wait(until: 1000)
        screen.scroll(0, -15, 1000)
        screen.wait(until: 2000)
        #expect(
            screen.log == [
                "0 pan began 0,15", "100 pan changed 0,30", "200 pan changed 0,45", "350 pan ended 0,45",
                "1000 pan began 0,-15", "1150 pan ended 0,-15",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `fingers that leave the touchpad end the pan at once`() {
        _ = scroller(.all)
        screen.point(at: (50, 50), 0)
        screen.scroll(3, 4, isDiscrete: false, 0)
        screen.scroll(0, 0, isDiscrete: false, isLast: true, 20)
        #expect(screen.log == ["0 pan began 3,4", "20 pan ended 3,4"] && screen.isAtRest)
    }

    @Test func `setting the mask never takes touches away`() {
        _ = scroller(.all)
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.up(20)
        #expect(screen.log(of: "pan") == ["10 pan began 20,0", "20 pan ended 20,0"])
    }

    @Test func `a scroll with the pointer elsewhere is not for this view`() {
        _ = scroller(.all)
        screen.scroll(0, 15, 0)
        screen.point(at: (200, 200), 10)
        screen.scroll(0, 15, 20)
        #expect(screen.log.isEmpty)
    }
}
