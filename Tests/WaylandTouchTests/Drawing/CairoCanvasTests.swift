import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// A picture of points, and what its pixels are.
private struct Picture {
    let width: Int
    let pixels: [UInt32]

    init(
        _ width: Int, _ height: Int, scale: Double = 1, isOpaque: Bool = false, draw: (CairoCanvas) -> Void
    ) throws {
        let size = PixelSize(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
        let memory = try SharedMemory(size: size.byteCount)
        Fonts.shared.findNow()
        let canvas = memory.canvas(size, isOpaque: isOpaque, scale: scale)
        draw(canvas)
        canvas.finish()
        self.width = size.width
        pixels = memory.pixels()
    }

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// The pixels that are not transparent: how many, and within which columns and rows.
    var marks: (count: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let places = pixels.indices.filter { pixels[$0] != 0 }
        let columns = places.map { $0 % width }
        guard let left = columns.min(), let right = columns.max(), let first = places.first, let last = places.last
        else { return nil }
        return (places.count, left...right, first / width...last / width)
    }
}

private let red = Color(0xff0000)
private let line = Rect(x: 0, y: 0, width: 100, height: 20)

@Suite(.timeLimited) struct CairoCanvasTests {
    @Test func `a filled rectangle has its colour, and nothing beyond it`() throws {
        let picture = try Picture(10, 10) { $0.fill(Path(rect: Rect(x: 2, y: 3, width: 4, height: 5)), red) }
        #expect(picture[2, 3] == 0xffff_0000)
        #expect(picture.marks?.count == 20)
        #expect(picture.marks?.columns == 2...5)
        #expect(picture.marks?.rows == 3...7)
    }

    @Test func `the scale maps points to pixels`() throws {
        let picture = try Picture(10, 10, scale: 1.5) {
            $0.fill(Path(rect: Rect(x: 2, y: 4, width: 4, height: 2)), red)
        }
        #expect(picture.width == 15)
        #expect(picture.marks?.columns == 3...8)
        #expect(picture.marks?.rows == 6...8)
    }

    @Test func `clips narrow each other until the state is restored`() throws {
        let picture = try Picture(10, 10) { canvas in
            canvas.saveState()
            canvas.clip(to: Rect(x: 0, y: 0, width: 6, height: 6))
            canvas.clip(to: Rect(x: 4, y: 4, width: 6, height: 6))
            canvas.fill(Path(rect: Rect(x: 0, y: 0, width: 10, height: 10)), red)
            canvas.restoreState()
            canvas.fill(Path(rect: Rect(x: 9, y: 9, width: 1, height: 1)), red)
        }
        #expect(picture.marks?.count == 5)
        #expect(picture[4, 4] != 0 && picture[5, 5] != 0 && picture[6, 6] == 0 && picture[9, 9] != 0)
    }

    @Test func `opacities multiply until the state is restored`() throws {
        let picture = try Picture(3, 1) { canvas in
            canvas.saveState()
            canvas.multiplyOpacity(by: 0.5)
            canvas.fill(Path(rect: Rect(x: 0, y: 0, width: 1, height: 1)), red)
            canvas.multiplyOpacity(by: 0.5)
            canvas.fill(Path(rect: Rect(x: 1, y: 0, width: 1, height: 1)), red)
            canvas.restoreState()
            canvas.fill(Path(rect: Rect(x: 2, y: 0, width: 1, height: 1)), red)
        }
        // Pixels have their colour multiplied by alpha.
        #expect(picture.pixels == [0x8080_0000, 0x4040_0000, 0xffff_0000])
    }

    @Test func `translation, scale and rotation apply to later drawing`() throws {
        let picture = try Picture(20, 20) { canvas in
            canvas.translate(by: Point(x: 10, y: 4))
            canvas.scale(by: 2)
            canvas.rotate(by: .pi / 2)
            canvas.fill(Path(rect: Rect(x: 0, y: 0, width: 4, height: 2)), red)
        }
        #expect(picture.marks?.columns == 6...9)
        #expect(picture.marks?.rows == 4...11)
    }

    @Test func `clearing takes away what was there`() throws {
        let picture = try Picture(4, 1) { canvas in
            canvas.fill(Path(rect: Rect(x: 0, y: 0, width: 4, height: 1)), red)
            canvas.clear(Rect(x: 1, y: 0, width: 2, height: 1))
        }
        #expect(picture.pixels == [0xffff_0000, 0, 0, 0xffff_0000])
    }

    @Test func `a line is as wide as it is told, half on either side`() throws {
        let picture = try Picture(20, 20) { canvas in
            canvas.stroke(Path(points: [Point(x: 5, y: 10), Point(x: 15, y: 10)]), red, width: 4)
        }
        #expect(picture[10, 8] == 0xffff_0000 && picture[10, 11] == 0xffff_0000)
        #expect(picture[10, 7] == 0 && picture[10, 12] == 0)
    }

    @Test func `coordinates that are not finite draw nothing and leave the canvas usable`() throws {
        let picture = try Picture(10, 10) { canvas in
            canvas.fill(Path(points: [Point(x: .nan, y: 0), Point(x: 5, y: .infinity)]), red)
            canvas.stroke(Path(points: [.zero, Point(x: 5, y: 5)]), red, width: .nan)
            canvas.draw("text", in: Rect(x: .nan, y: 0, width: 10, height: 10), style: TextStyle(size: 8), color: red)
            canvas.saveState()
            canvas.scale(by: 0)
            canvas.fill(Path(rect: Rect(x: 0, y: 0, width: 10, height: 10)), red)
            canvas.restoreState()
            canvas.fill(Path(rect: Rect(x: 3, y: 3, width: 1, height: 1)), red)
        }
        #expect(picture.marks?.count == 1)
    }

    @Test func `text leaves marks inside its rectangle only`() throws {
        let rect = Rect(x: 10, y: 10, width: 60, height: 20)
        let picture = try Picture(100, 40) {
            $0.draw("Hello, finger", in: rect, style: TextStyle(size: 14), color: red)
        }
        let marks = try #require(picture.marks)
        #expect(marks.count > 40)
        #expect((10..<70).contains(marks.columns.lowerBound) && (10..<70).contains(marks.columns.upperBound))
        #expect((10..<30).contains(marks.rows.lowerBound) && (10..<30).contains(marks.rows.upperBound))
    }

    @Test func `text that is higher than its rectangle is cut off`() throws {
        let rect = Rect(x: 10, y: 10, width: 80, height: 8)
        let picture = try Picture(100, 60) { $0.draw("Hgj", in: rect, style: TextStyle(size: 30), color: red) }
        let rows = try #require(picture.marks).rows
        #expect((10..<18).contains(rows.lowerBound) && (10..<18).contains(rows.upperBound))
    }

    @Test func `text stands at the start, in the middle or at the end`() throws {
        let places = try [TextStyle.Alignment.leading, .center, .trailing].map { alignment in
            let style = TextStyle(size: 14, alignment: alignment)
            let picture = try Picture(100, 20) { $0.draw("ill", in: line, style: style, color: red) }
            return try #require(picture.marks).columns
        }
        #expect(places[0].upperBound < 25)
        #expect(places[1].lowerBound > 35 && places[1].upperBound < 65)
        #expect(places[2].lowerBound > 75)
    }

    @Test func `text that is too long is cut with an ellipsis, and wraps only if it is told to`() throws {
        let text = String(repeating: "word ", count: 30)
        let cut = try Picture(100, 60) {
            $0.draw(text, in: Rect(x: 0, y: 0, width: 100, height: 60), style: TextStyle(size: 14), color: red)
        }
        let wrapped = try Picture(100, 60) {
            let style = TextStyle(size: 14, wraps: true)
            $0.draw(text, in: Rect(x: 0, y: 0, width: 100, height: 60), style: style, color: red)
        }
        #expect(try #require(cut.marks).rows.upperBound < 20)
        #expect(try #require(wrapped.marks).rows.upperBound > 35)
    }

    @Test func `text of the size that was measured for it is drawn whole`() throws {
        let style = TextStyle(size: 14)
        let text = "Double tap"
        var size = Size.zero
        let measured = try Picture(200, 30) { canvas in
            size = canvas.size(of: text, style: style)
            canvas.draw(text, in: Rect(origin: .zero, size: size), style: style, color: red)
        }
        let roomy = try Picture(200, 30) {
            $0.draw(text, in: Rect(x: 0, y: 0, width: 200, height: 30), style: style, color: red)
        }
        #expect(size.width > 40 && size.width < 120 && size.height > 10 && size.height < 30)
        #expect(measured.pixels == roomy.pixels)
    }

    @Test func `letters of a monospaced style are equally wide, bold ones of the same family too`() throws {
        try _ = Picture(1, 1) { canvas in
            let style = TextStyle(size: 12, isMonospaced: true)
            #expect(canvas.size(of: "iiii", style: style) == canvas.size(of: "mmmm", style: style))
            let bold = TextStyle(size: 12, weight: .bold)
            #expect(
                canvas.size(of: "mmmm", style: bold).width > canvas.size(of: "mmmm", style: TextStyle(size: 12)).width)
        }
    }

    @Test func `views draw only inside the rectangle that is asked for`() throws {
        let dispatcher = TouchDispatcher()
        let window = Window(size: Size(width: 10, height: 10), dispatcher: dispatcher)
        window.backgroundColor = red
        let picture = try Picture(10, 10) { window.display(Rect(x: 2, y: 2, width: 3, height: 3), in: $0) }
        #expect(picture.marks?.count == 9)
    }
}
