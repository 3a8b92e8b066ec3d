import Foundation
import HeadlessWeston
import Testing
import TimeLimits

/// Each example runs, is touched, and shows what it is to show: by which colour is where, not by its pixels.
@Suite(.serialized, .timeLimited) struct ExampleTests {
    @Test func `tap-counter is the view of the README`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let code = try String(
            contentsOf: root.appending(path: "Sources/Examples/tap-counter/main.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(code)```\n"))
    }

    @Test func `tap-counter counts`() throws {
        let example = try LiveExample("tap-counter")
        let palette: [Character: UInt32] = [".": 0xffffff, "#": 0x1f2933]
        // weston fades a new window in: only what is shown twice is there to stay.
        var last: [String] = []
        let none = try example.map(squares: 4, palette) { picture in
            defer { last = picture }
            return picture == last && picture.prefix(10).contains { $0.contains("#") }
        }
        for t in [1000, 1400, 1800] { example.tap(at: (300, 300), t) }
        let three = try example.map(squares: 4, palette) { picture in
            picture != none && picture.map { $0.dropFirst(8) } == none.map { $0.dropFirst(8) }
        }
        // "0 taps" and "3 taps" stand at the top left and differ in the digit alone.
        #expect(none.prefix(10).contains { $0.dropFirst(8).contains("#") })
        #expect(none.prefix(10).map { $0.prefix(8) } != three.prefix(10).map { $0.prefix(8) })
        #expect(none.map { $0.dropFirst(8) } == three.map { $0.dropFirst(8) })
        #expect(try example.end() == .exited(0))
    }

    @Test func `photo-pinch stretches and turns at once`() throws {
        let example = try LiveExample("photo-pinch")
        let palette: [Character: UInt32] = [
            ".": 0x20242b, "s": 0x7ec4f0, "o": 0xffd34d, "m": 0x6b7a99, "g": 0x5f9e4a, "|": 0xf4f1ea,
        ]
        let upright = [
            "....................",
            "....................",
            "....................",
            "......ssssssss......",
            "......ssssssos......",
            "......smssmsss......",
            "......mmmmmmmm......",
            "......gggggggg......",
            "......gggggggg......",
            "....................",
            "....................",
            "....................",
        ]
        #expect(try example.map(squares: 40, palette) { $0.isAbout(upright) }.isAbout(upright))

        // Two fingers go around the middle by 100 degrees, of which the first 10 are slop, and part to half as much
        // again.
        example.trace(
            [0.0, Double.pi].map { side in
                (0...50).map { step in
                    let part = Double(step) / 50
                    let (radius, angle) = (100 + 54 * part, side + part * .pi * 100 / 180)
                    return (400 + radius * cos(angle), 240 + radius * sin(angle))
                }
            }, 1000)
        let turned = [
            "......gggmssss......",
            "......gggmmsss......",
            "......gggmmsss......",
            "......gggmmsss......",
            "......gggmssss......",
            "......gggmmsss......",
            "......gggmmmss......",
            "......gggmmsss......",
            "......gggmssss......",
            "......gggssoos......",
            "......gggmssss......",
            "......gggmssss......",
        ]
        #expect(try example.map(squares: 40, palette) { $0.isAbout(turned) }.isAbout(turned))
        #expect(try example.end() == .exited(0))
    }

    @Test func `paint draws with several fingers, and through every sample`() throws {
        let example = try LiveExample("paint")
        let palette: [Character: UInt32] = [".": 0xfffdf7, "r": 0xd1495b, "b": 0x2e86ab, "g": 0x3c9d57]
        example.drag([((60, 60), (740, 60)), ((60, 420), (740, 420))], frames: 10, 1000)
        // A detour, all of it in one frame.
        example.seat.touchDown(0, at: (100, 140), time: .milliseconds(2000))
        example.seat.touchFrame()
        for place in [(100.0, 340.0), (420, 340), (420, 140), (700, 140)] {
            example.seat.touchMove(0, to: place, time: .milliseconds(2010))
        }
        example.seat.touchFrame()
        example.seat.touchUp(0, time: .milliseconds(2020))
        example.seat.touchFrame()
        // Taken away, so it leaves nothing.
        example.seat.touchDown(0, at: (300, 200), time: .milliseconds(3000))
        example.seat.touchFrame()
        example.seat.touchMove(0, to: (500, 240), time: .milliseconds(3010))
        example.seat.touchFrame()
        example.seat.touchCancel()
        let painted = [
            "....................",
            ".rrrrrrrrrrrrrrrrrr.",
            "....................",
            "..g.......gggggggg..",
            "..g.......g.........",
            "..g.......g.........",
            "..g.......g.........",
            "..g.......g.........",
            "..ggggggggg.........",
            "....................",
            ".bbbbbbbbbbbbbbbbbb.",
            "....................",
        ]
        #expect(try example.map(squares: 40, ground: ".", palette) { $0 == painted } == painted)
        #expect(try example.end() == .exited(0))
    }

    @Test func `kiosk-buttons keep their taps from the screen around them`() throws {
        let example = try LiveExample("kiosk-buttons")
        let palette: [Character: UInt32] = [
            ".": 0xf2f3f5, "-": 0xb8bec6, "R": 0xc8374a, "G": 0x2f8f57, "B": 0x2b6cb8,
        ]
        func look(_ swatch: Character) throws {
            let row = "." + String(repeating: swatch, count: 18) + "."
            let expected =
                ["...................."] + Array(repeating: row, count: 7) + [
                    "....................", ".RRRRR.GGGGGG.BBBBB.", ".RRRRRRGGGGGGBBBBBB.", "....................",
                ]
            #expect(try example.map(squares: 40, palette) { $0 == expected } == expected)
        }
        try look("-")
        example.tap(at: (400, 408), 1000)
        try look("G")
        // A finger that slides off a button, or is taken away, has not chosen anything.
        example.tap(at: (660, 408), 2000)
        example.drag([((140, 408), (140, 200))], frames: 8, 3000)
        example.seat.touchDown(0, at: (140, 408), time: .milliseconds(3500))
        example.seat.touchFrame()
        example.seat.touchCancel()
        try look("B")
        example.tap(at: (400, 150), 4000)
        try look("-")
        #expect(try example.end() == .exited(0))
    }
}

extension [String] {
    /// Whether a map is that of a reference, but for a few squares where two colours meet.
    fileprivate func isAbout(_ reference: [String]) -> Bool {
        count == reference.count
            && zip(self, reference).map { row, other in zip(row, other).count { $0 != $1 } }.reduce(0, +) <= 4
    }
}
