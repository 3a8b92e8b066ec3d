import Foundation
import Testing
import TimeLimits

@testable import WaylandTouch

@Suite(.timeLimited) struct CursorThemeTests {
    @Test func `an arrow that a theme lacks comes from the themes that it inherits`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let folder = try CursorThemeFolder()
            defer { folder.remove() }
            func theme(_ name: String, _ index: String) throws {
                try folder.write(Array(index.utf8), to: "\(name)/index.theme")
            }
            func arrow(_ name: String) -> CursorImage? { CursorTheme(name: name, size: 40).arrow(at: 1) }
            try theme("heir", "[Icon Theme]\nName=Heir\nInherits = nobody, ../arrows; arrows\n")
            #expect(arrow("heir")?.hotspot.x == 12)
            try theme("loop", "[Icon Theme]\nInherits=loop,pool\n")
            try theme("pool", "[Icon Theme]\nInherits=loop\n")
            #expect(arrow("loop") == nil)
            try folder.write([1, 2, 3], to: "broken/cursors/default")
            try folder.write(CursorFile.of([.arrow]), to: "broken/cursors/left_ptr")
            #expect(arrow("broken")?.hotspot.x == 12)
            #expect(arrow("nobody") == nil)
        }
    }

    @Test(arguments: [(10, 24), (27, 24), (28, 24), (29, 32), (41, 48), (1000, 48)])
    func `of several sizes the nearest is taken, of two as near the first`(wanted: Int, nominal: UInt32) {
        let file = CursorFile.of(
            [24, 32, 48].map { size in
                CursorFile.Image(nominal: size, width: size / 2, height: size, hotspot: (1, size), color: size)
            })
        let image = CursorImage(file, size: wanted)
        #expect(image?.size == PixelSize(width: Int(nominal / 2), height: Int(nominal)))
        #expect(image?.hotspot.y == Int(nominal))
        #expect(image.map { Set($0.pixels) } == [nominal])
    }

    @Test func `a damaged file has no image, or one of its own size`() {
        var small = CursorFile.Image.arrow
        (small.width, small.height, small.hotspot) = (3, 2, (0, 0))
        let file = CursorFile.of([small])
        for length in 0..<file.count { #expect(CursorImage(Array(file[..<length]), size: 40) == nil) }
        for place in 0..<file.count {
            for byte: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var damaged = file
                damaged[place] = byte
                guard let image = CursorImage(damaged, size: 40) else { continue }
                #expect(image.pixels.count == image.size.width * image.size.height)
            }
        }
    }
}
