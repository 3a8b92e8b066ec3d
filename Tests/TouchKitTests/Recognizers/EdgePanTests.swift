import Testing

@testable import TouchKit

/// Pans that begin at an edge of the window.
@Suite struct EdgePanTests {
    private let screen = TestScreen()
    private let a: TestView
    private let edge: ScreenEdgePanGestureRecognizer
    private var reasons = Reasons()

    init() {
        // The edges are the window's, not the view's.
        a = screen.view("a", 0, 0, 400, 400)
        edge = screen.add(ScreenEdgePanGestureRecognizer(), "edge", to: a) { plain($0.translation(in: nil)) }
        reasons.watch(screen)
    }

    @Test func `no edge by default, so that nothing is recognized`() {
        #expect(edge.edges.isEmpty)
        screen.down(at: (1, 200), 0)
        screen.move(to: (50, 200), 10)
        #expect(screen.log(of: "edge") == ["0 edge failed notAtEdge"])
    }

    @Test(arguments: [
        (2, 5.0, 200.0, 45.0, 200.0), (8, 395, 200, 355, 200), (1, 200, 5, 200, 45), (4, 200, 395, 200, 355),
    ])
    func `a drag in from each edge`(mask: Int, x: Double, y: Double, toX: Double, toY: Double) {
        edge.edges = ScreenEdgePanGestureRecognizer.RectEdge(rawValue: UInt8(mask))
        screen.down(at: (x, y), 0)
        screen.move(to: (toX, toY), 10)
        screen.up(20)
        let way = "\(plain((toX - x) * 0.75)),\(plain((toY - y) * 0.75))"
        #expect(screen.log(of: "edge") == ["10 edge began \(way)", "20 edge ended \(way)"])
    }

    @Test func `the band is 13 points, its end within it`() {
        edge.edges = .left
        screen.down(at: (13, 200), 0)
        screen.move(to: (40, 200), 10)
        screen.up(20)
        screen.down(at: (13.5, 200), 1000)
        screen.up(1010)
        #expect(screen.log(of: "edge").first?.hasPrefix("10 edge began") == true)
        #expect(reasons.all == [.notAtEdge(measured: 13.5, allowed: 13)])
    }

    @Test func `slop is the pan's`() {
        edge.edges = .left
        screen.down(at: (5, 200), 0)
        screen.move(to: (15, 200), 10)
        #expect(screen.log(of: "edge").isEmpty)
        screen.move(to: (15.5, 200), 20)
        #expect(screen.log(of: "edge") == ["20 edge began 0.5,0"])
    }

    @Test func `within 77.5° of straight in`() {
        edge.edges = .left
        let (c, s) = (cosine(77.4), cosine(77.4 - 90))
        screen.down(at: (5, 200), 0)
        screen.move(to: (5 + 100 * c, 200 + 100 * s), 10)
        screen.up(20)
        #expect(screen.log(of: "edge").first?.hasPrefix("10 edge began") == true)
        screen.clearLog()
        let (wideC, wideS) = (cosine(77.6), cosine(77.6 - 90))
        screen.down(at: (5, 200), 1000)
        screen.move(to: (5 + 100 * wideC, 200 + 100 * wideS), 1010)
        #expect(screen.log(of: "edge") == ["1010 edge failed wrongDirection"])
    }

    @Test func `later fingers are ignored`() {
        edge.edges = .left
        screen.down(0, at: (5, 200), 0)
        screen.down(1, at: (200, 200), 5)
        screen.move(1, to: (300, 200), 7)
        screen.move(0, to: (25, 200), 10)
        screen.up(0, 20)
        screen.up(1, 30)
        #expect(screen.log(of: "edge") == ["10 edge began 10,0", "20 edge ended 10,0"])
    }

    @Test func `two fingers in one frame: the first one is it`() {
        edge.edges = .left
        screen.together {
            screen.down(0, at: (5, 200), 0)
            screen.down(1, at: (200, 200), 0)
        }
        screen.move(0, to: (25, 200), 10)
        #expect(screen.log(of: "edge") == ["10 edge began 10,0"])
    }

    @Test func `a corner belongs to both of its edges`() {
        edge.edges = [.left, .top]
        screen.down(at: (5, 5), 0)
        screen.move(to: (5, 30), 10)
        #expect(screen.log(of: "edge").first?.hasPrefix("10 edge began") == true)
    }
}
