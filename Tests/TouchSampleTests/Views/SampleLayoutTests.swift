import Testing
import TimeLimits
import TouchKit

@testable import touch_sample

/// The window at many sizes: nothing overlaps, nothing sticks out, and what matters is there.
@Suite(.timeLimited) struct SampleLayoutTests {
    private nonisolated static let sizes: [Size] = [
        Size(width: 320, height: 240), Size(width: 320, height: 480), Size(width: 360, height: 720),
        Size(width: 400, height: 300), Size(width: 480, height: 272), Size(width: 480, height: 800),
        Size(width: 599, height: 700), Size(width: 600, height: 400), Size(width: 640, height: 480),
        Size(width: 800, height: 480), Size(width: 800, height: 600), Size(width: 960, height: 680),
        Size(width: 1024, height: 600), Size(width: 1080, height: 1920), Size(width: 1280, height: 400),
        Size(width: 1920, height: 1080), Size(width: 2560, height: 1440), Size(width: 3840, height: 2160),
    ]

    @Test(arguments: sizes)
    func `parts lie inside the window and beside each other`(size: Size) {
        let layout = SampleLayout(size: size)
        let parts = [layout.handlers, layout.recognizers, layout.picture, layout.inspector].compactMap { $0 }
        let window = Rect(origin: .zero, size: size)
        for (index, part) in parts.enumerated() {
            #expect(window.intersection(part) == part, "\(part)")
            for other in parts[(index + 1)...] { #expect(!part.intersects(other), "\(part) \(other)") }
        }
        #expect(layout.handlers.size.width >= 140 && layout.handlers.size.height >= 80)
        #expect(layout.inspector != nil)
    }

    @Test(arguments: sizes)
    func `texts never overlap and never leave the window, whatever happened`(size: Size) {
        for story in 0..<4 {
            let hand = SampleHand(size: size)
            act(story, hand)
            let canvas = RecordingCanvas()
            hand.window.display(hand.window.bounds, in: canvas)
            let window = hand.window.bounds
            for (index, text) in canvas.texts.enumerated() {
                let area = text.area
                #expect(
                    area.minX >= 0 && area.minY >= 0 && area.maxX <= window.maxX + 0.5
                        && area.maxY <= window.maxY + 0.5,
                    "\(size) \(text.words) at \(area)")
                for other in canvas.texts[(index + 1)...] {
                    let common = area.intersection(other.area)
                    #expect(
                        common.isEmpty || common.size.width < 0.5 || common.size.height < 0.5,
                        "\(size) \(text.words) \(area) and \(other.words) \(other.area)")
                }
            }
        }
    }

    private func act(_ story: Int, _ hand: SampleHand) {
        let layout = hand.window.layout
        switch story {
        case 0: break
        case 1:
            for step in 0..<8 {
                hand.tap(at: (step < 4 ? layout.handlers : layout.recognizers).center, 1000 + Double(step) * 420)
            }
            hand.advance(to: hand.dispatcher.now.milliseconds + 100)
        case 2:
            let place = (layout.picture ?? layout.recognizers).center
            hand.tap(at: layout.recognizers.center, 1000)
            hand.tap(at: layout.recognizers.center, 1360)
            hand.down(at: place, 1700)
            hand.down(1, at: place + Point(x: 30, y: 0), 1710)
            hand.drag(1, from: place + Point(x: 30, y: 0), to: place + Point(x: 44, y: 30), 1710...1800)
            hand.up(1, 1810)
            hand.up(0, 1820)
            hand.advance(to: 1900)
        default:
            hand.press("r")
            hand.press("space")
            hand.press("f")
            hand.press("b")
            hand.tap(at: layout.recognizers.center, 1000)
            hand.advance(to: 1100)
        }
    }

    @Test func `the panes of a row have the same gap between them as around them`() {
        let layout = SampleLayout(size: SampleLayout.designSize)
        let frames = [layout.handlers, layout.recognizers, layout.picture ?? .zero]
        #expect(frames.map { $0.size.width } == [304, 304, 304])
        #expect(frames.map(\.minX) == [12, 328, 644])
    }

    @Test func `nothing is cut where there is room for all`() {
        let hand = SampleHand()
        act(1, hand)
        let canvas = RecordingCanvas()
        hand.window.display(hand.window.bounds, in: canvas)
        let cut = canvas.texts.filter { $0.isCut && !$0.words.hasPrefix("#") && $0.words != "recognized" }
        #expect(cut.map(\.words) == [])
    }

    @Test func `lanes without room are those of the view that was touched longest ago`() {
        let hand = SampleHand(size: Size(width: 800, height: 400))
        let layout = hand.window.layout
        func shown() -> [String] {
            guard let inspector = layout.inspector else { return [] }
            return InspectorLayout(size: inspector.size, lanes: hand.model.lanes, touches: 1).lanes.map {
                hand.model.lanes[$0.index].name
            }
        }
        #expect(shown().prefix(3) == ["handlers", "single", "double"])
        if let picture = layout.picture { hand.tap(at: picture.center, 1000) }
        hand.advance(to: 2000)
        #expect(shown().contains("pan") && !shown().contains("single"))
        hand.tap(at: layout.recognizers.center, 3000)
        #expect(shown().contains("single") && shown().contains("double"))
    }

    @Test(arguments: [Size(width: 1, height: 1), Size(width: 40, height: 3000), Size(width: 3000, height: 40)])
    func `parts have a size and do not overlap in a window that is too small for the layout`(size: Size) {
        let hand = SampleHand(size: size)
        hand.press("question")
        hand.window.display(hand.window.bounds, in: RecordingCanvas())
        let layout = hand.window.layout
        let parts = [layout.handlers, layout.recognizers, layout.picture, layout.inspector].compactMap { $0 }
        for (index, part) in parts.enumerated() {
            #expect(part.size.width >= 0 && part.size.height >= 0, "\(part)")
            for other in parts[(index + 1)...] { #expect(!part.intersects(other), "\(part) \(other)") }
        }
    }
}
