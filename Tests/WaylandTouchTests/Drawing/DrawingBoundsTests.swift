import Fuzzing
import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// What a view draws is cut off at its bounds, so that what is drawn anew where something changed is what a fresh picture
/// shows.
@Suite(.timeLimited) struct DrawingBoundsTests {
    private nonisolated static let scales = [1, 1.5, 2]
    /// By how much of 255 the edges of curves and slanting lines may differ where Cairo draws only a part of them; 4 were seen.
    private static let rounding = 8

    @Test(arguments: scales)
    func `the first picture of a view that draws beyond its bounds ends at its bounds`(scale: Double) throws {
        let screen = try Screen(scale: scale)
        let view = SpillingView(frame: Rect(x: 10, y: 20, width: 30, height: 20))
        view.bounds.origin = Point(x: 6, y: -4)
        screen.window.addSubview(view)
        screen.refresh()
        let frame = view.frame.pixels(at: scale, in: screen.size)
        let marks = screen.pixels.indices.filter { screen.pixels[$0] != 0 }
        let (columns, rows) = (marks.map { $0 % screen.size.width }, marks.map { $0 / screen.size.width })
        #expect(columns.min() == frame.x && columns.max() == frame.x + frame.width - 1)
        #expect(rows.min() == frame.y && rows.max() == frame.y + frame.height - 1)
    }

    @Test(arguments: scales)
    func `a view that moves leaves nothing behind, and neither does a subview outside of it`(scale: Double) throws {
        let screen = try Screen(scale: scale)
        let view = SpillingView(frame: Rect(x: 10, y: 10, width: 20, height: 20))
        view.addSubview(SpillingView(frame: Rect(x: 25, y: 5, width: 10, height: 30)))
        screen.window.addSubview(view)
        screen.refresh()
        view.frame.origin = Point(x: 14.5, y: 13)
        screen.refresh()
        #expect(screen.difference <= Self.rounding)
        view.removeFromSuperview()
        screen.refresh()
        #expect(screen.pixels.allSatisfy { $0 == 0 })
    }

    @Test(arguments: scales)
    func `after any change the redrawn window equals a fresh picture`(scale: Double) throws {
        for seed in 0..<6 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let screen = try Screen(scale: scale)
            var views = [screen.window as View]
            for _ in 0..<5 {
                let view = SpillingView(frame: dice.frame())
                dice.pick(views).addSubview(view)
                views.append(view)
            }
            for step in 0..<30 {
                let view = views[dice.number(1...5)]
                switch dice.below(10) {
                case 0, 1: view.frame.origin = dice.frame().origin
                case 2: view.frame = dice.frame()
                case 3: view.bounds.origin = Point(x: Double(dice.number(-8...8)), y: Double(dice.number(-8...8)))
                case 4: view.isHidden.toggle()
                case 5: view.clipsToBounds.toggle()
                case 6: view.alpha = dice.pick([0, 0.5, 1])
                case 7: view.backgroundColor = dice.pick([nil, Color(0x00ff00)])
                case 8: view.setNeedsDisplay(dice.frame())
                default:
                    let parent = dice.pick(views)
                    if !parent.isDescendant(of: view) { parent.addSubview(view) }
                }
                screen.refresh()
                guard screen.difference <= Self.rounding else {
                    Issue.record("seed \(seed), step \(step): pixels differ by \(screen.difference)")
                    break
                }
            }
        }
    }
}

extension Dice {
    /// A rectangle that may lie partly outside of a screen, by halves of points.
    fileprivate mutating func frame() -> Rect {
        func length(_ range: ClosedRange<Int>) -> Double { Double(number(range)) / 2 }
        return Rect(x: length(-40...120), y: length(-40...120), width: length(2...80), height: length(2...80))
    }
}

/// A window of 60 by 60 points on memory, which is drawn anew where it has changed, as a surface is.
private final class Screen: WindowHost {
    let window = Window(size: Size(width: 60, height: 60), dispatcher: TouchDispatcher())
    let size: PixelSize
    let scale: Double
    private let memory: SharedMemory
    private let freshMemory: SharedMemory
    private var damage = Rect.zero

    init(scale: Double) throws {
        self.scale = scale
        size = PixelSize(width: Int(60 * scale), height: Int(60 * scale))
        memory = try SharedMemory(size: size.byteCount)
        freshMemory = try SharedMemory(size: size.byteCount)
        window.host = self
    }

    func window(_ window: Window, needsDisplayIn rect: Rect) { damage = damage.union(rect) }

    /// Draws anew what has changed.
    func refresh() {
        draw(damage, on: memory)
        damage = .zero
    }

    /// What is shown.
    var pixels: [UInt32] { memory.pixels() }

    /// By how much of 255 a part of a color is, at most, another than if all of it were drawn now.
    var difference: Int {
        draw(window.bounds, on: freshMemory)
        var most = 0
        for (shown, fresh) in zip(pixels, freshMemory.pixels()) where shown != fresh {
            for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
                most = max(most, abs(Int(shown >> shift & 0xff) - Int(fresh >> shift & 0xff)))
            }
        }
        return most
    }

    private func draw(_ rect: Rect, on memory: borrowing SharedMemory) {
        let area = rect.intersection(window.bounds).pixels(at: scale, in: size).points(at: scale)
        let canvas = memory.canvas(size, isOpaque: false, scale: scale)
        canvas.clear(area)
        window.display(area, in: canvas)
        canvas.finish()
    }
}

/// Draws far beyond its bounds, on all sides.
private final class SpillingView: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(rect: bounds.insetBy(-15)), Color(0xff0000))
        let corners = [
            Point(x: bounds.minX - 30, y: bounds.minY - 30), Point(x: bounds.maxX + 30, y: bounds.maxY + 30),
        ]
        canvas.stroke(Path(points: corners), Color(0x0000ff), width: 4)
        canvas.rotate(by: 0.3)
        canvas.stroke(Path(ellipseIn: bounds.insetBy(-6)), Color(0xffff00), width: 3)
    }
}
