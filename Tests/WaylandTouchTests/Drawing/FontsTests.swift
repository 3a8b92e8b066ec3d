import Dispatch
import FoundationEssentials
import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

@Suite(.timeLimited) struct FontsTests {
    private let style = TextStyle(size: 20)

    @Test func `a window is first shown without its text, and again when the fonts are found`() async throws {
        let client = try TestClient()
        let fonts = Fonts()
        client.application.fonts = fonts
        let label = LabelView(frame: Rect(x: 0, y: 0, width: 200, height: 40))
        client.pad().addSubview(label)
        try client.turn()
        #expect(label.widths == [Fonts.guess("some text", style).width], "nobody waits to measure it either")
        #expect(client.compositor.take("wl_surface").contains { $0.contains("attach") })
        try client.turn()
        _ = fonts.layouts(toSet: "more", style)
        await withCheckedContinuation { found in fonts.find { found.resume() } }
        for _ in 0..<3 { try client.turn() }
        #expect(label.widths.count == 2)
        let layouts = fonts.layouts(toSet: "some text", style)
        #expect(label.widths.last == layouts?.size(of: "some text", style: style).width)
        let changes = client.compositor.take("wl_surface").filter { $0.contains("damage") }
        #expect(changes.map { $0.suffix(16) } == ["(0, 0, 800, 600)"], "all of the window")
        fonts.find { Issue.record("no text is lacking any more") }
    }

    @Test func `a window without text starts no search for fonts`() throws {
        let client = try TestClient()
        let fonts = Fonts()
        client.application.fonts = fonts
        client.pad().setNeedsDisplay()
        try client.turn()
        fonts.find { Issue.record("nobody has wanted one") }
    }

    @Test func `a program waits at its end for the search for fonts`() throws {
        let client = try TestClient()
        let fonts = Fonts()
        client.application.fonts = fonts
        client.pad().addSubview(LabelView(frame: Rect(x: 0, y: 0, width: 200, height: 40)))
        try client.turn()
        #expect(fonts.layouts(toSet: "some text", style) == nil)
        client.application.closeRequests.append { client.application.terminate() }
        try client.run()
        #expect(fonts.layouts(toSet: "some text", style) != nil)
    }

    @Test func `loading fonts at once also redraws what lacked text`() async {
        let fonts = Fonts()
        #expect(fonts.layouts(toSet: "some text", style) == nil)
        var drawings = 0
        fonts.find { drawings += 1 }
        fonts.findNow()
        #expect(fonts.layouts(toSet: "some text", style) != nil)
        // What the thread has asked the main queue for comes before this.
        await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
        #expect(drawings == 1)
        let others = Fonts()
        #expect(others.layouts(toSet: "some text", style) == nil)
        others.findNow()
        await withCheckedContinuation { found in others.find { found.resume() } }
    }

    @Test func `a picture in a file has all its text`() throws {
        let label = LabelView(frame: Rect(x: 0, y: 0, width: 200, height: 40))
        let window = Window(size: label.frame.size, dispatcher: TouchDispatcher())
        window.addSubview(label)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
        try window.writePicture(to: file.path)
        try FileManager.default.removeItem(at: file)
        let layouts = Fonts.shared.layouts(toSet: "some text", style)
        #expect(label.widths == [layouts?.size(of: "some text", style: style).width])
    }
}

/// Draws a text, and notes how wide it was said to be.
final class LabelView: View {
    private(set) var widths: [Double?] = []

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let style = TextStyle(size: 20)
        widths.append(canvas.size(of: "some text", style: style).width)
        canvas.draw("some text", in: bounds, style: style, color: Color(0))
    }
}
