import Testing

@testable import TouchKit

@Suite struct GeometryTests {
    private nonisolated static let angles: [[Double]] = [
        [1, 0, 0], [0, 1, .pi / 2], [-1, 0, .pi], [0, -1, -.pi / 2], [1, 1, .pi / 4], [-1, 1, 3 * .pi / 4],
        [-1, -1, -3 * .pi / 4], [1, -1, -.pi / 4], [3, 4, 0.927295218001612232], [4, 3, 0.643501108793284387],
        [1, 1e-12, 1e-12], [1e300, 1e300, .pi / 4], [1e-300, 0, 0], [2, 1, 0.463647609000806116],
        [1, 0.414213562373095049, .pi / 8], [-5, 12, 1.965587446494658],
    ]

    @Test(arguments: angles)
    func `an angle is that of the arc tangent to the last bits`(sample: [Double]) {
        let (x, y, expected) = (sample[0], sample[1], sample[2])
        #expect(abs(Point(x: x, y: y).angle - expected) <= 4 * max(expected.magnitude, 1e-12).ulp)
    }

    @Test func `no angle is NaN`() {
        for point in [Point.zero, Point(x: .nan, y: 0), Point(x: .infinity, y: 1), Point(x: 0, y: -.infinity)] {
            #expect(point.angle == 0)
        }
        #expect(!Point(x: .nan, y: 0).isFinite && !Point(x: 0, y: .infinity).isFinite && Point.zero.isFinite)
    }

    @Test func `points add, subtract, scale and measure`() {
        let point = Point(x: 3, y: 4)
        #expect(point.length == 5 && point.distance(to: Point(x: 3, y: 5)) == 1)
        #expect(point + point - point * 2 == .zero)
        #expect(Point.centroid(of: [.zero, Point(x: 2, y: 4)]) == Point(x: 1, y: 2))
        #expect(Point.centroid(of: [Point]()) == nil)
    }

    @Test func `a rectangle has its left and top edges, not its right and bottom ones`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.contains(Point(x: 10, y: 20)) && rect.contains(Point(x: 39.999, y: 59.999)))
        #expect(!rect.contains(Point(x: 40, y: 30)) && !rect.contains(Point(x: 20, y: 60)))
        #expect(!rect.contains(Point(x: 9.999, y: 30)) && !rect.contains(Point(x: 20, y: 19.999)))
        #expect((rect.minX, rect.minY, rect.maxX, rect.maxY) == (10, 20, 40, 60))
        #expect(rect.center == Point(x: 25, y: 40))
    }

    @Test func `an empty rectangle contains nothing and adds nothing`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        for empty in [Rect.zero, Rect(x: 10, y: 20, width: 0, height: 9), Rect(x: 0, y: 0, width: -5, height: 9)] {
            #expect(empty.isEmpty && !empty.contains(empty.origin) && !rect.intersects(empty))
            #expect(rect.union(empty) == rect && empty.union(rect) == rect)
        }
    }

    @Test func `rectangles meet, join, shrink and move`() {
        let one = Rect(x: 0, y: 0, width: 10, height: 10)
        let other = Rect(x: 5, y: 8, width: 10, height: 10)
        #expect(one.intersection(other) == Rect(x: 5, y: 8, width: 5, height: 2) && one.intersects(other))
        #expect(one.union(other) == Rect(x: 0, y: 0, width: 15, height: 18))
        #expect(!one.intersects(Rect(x: 10, y: 0, width: 5, height: 5)), "they share an edge and no area")
        #expect(one.insetBy(2) == Rect(x: 2, y: 2, width: 6, height: 6) && one.insetBy(6).isEmpty)
        #expect(one.insetBy(-1) == Rect(x: -1, y: -1, width: 12, height: 12))
        #expect(one.offsetBy(Point(x: 1, y: 2)) == Rect(x: 1, y: 2, width: 10, height: 10))
    }

    @Test func `a view converts through any number of superviews, scrolled ones too`() {
        let screen = TestScreen()
        let a = screen.view("a", 10, 10, 200, 200)
        let b = screen.view("b", 20, 20, 100, 100, in: a)
        let c = screen.view("c", 300, 0, 50, 50)
        a.bounds.origin = Point(x: 0, y: 5)
        #expect(b.convert(Point(x: 1, y: 1), to: nil) == Point(x: 31, y: 26))
        #expect(b.convert(Point(x: 31, y: 26), from: nil) == Point(x: 1, y: 1))
        #expect(b.convert(Point(x: 1, y: 1), to: c) == Point(x: -269, y: 26))
        #expect(c.convert(Point(x: -269, y: 26), to: b) == c.convert(Point(x: -269, y: 26), to: b))
        #expect(b.convert(Rect(x: 0, y: 0, width: 4, height: 4), to: a) == Rect(x: 20, y: 20, width: 4, height: 4))
    }

    @Test func `an instant beyond the clock's range stays at its end`() {
        let late = EventTime(nanoseconds: .max - 5)
        #expect(late.advanced(by: .seconds(1)).nanoseconds == .max)
        #expect(EventTime(nanoseconds: .min + 5).advanced(by: .seconds(-1)).nanoseconds == .min)
        #expect(EventTime(milliseconds: 1.5).duration(to: EventTime(milliseconds: 3)) == .microseconds(1500))
        #expect(Duration.seconds(1).milliseconds == 1000 && EventTime(milliseconds: 0.25).nanoseconds == 250_000)
    }
}
