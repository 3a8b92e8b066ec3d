import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// The sizes of buffers, against the definition in whole numbers: the nearest length, of two the longer one.
@Suite(.timeLimited) struct SurfaceScaleTests {
    @Test func `at every scale the length of a buffer is the nearest, and halves are rounded up`() throws {
        for parts in (1...600 as ClosedRange<UInt32>) {
            let scale = try #require(SurfaceScale(parts: parts))
            let wrong = (1...1200).first { points in
                let (pixels, exact) = (scale.pixels(points), points * Int(parts))
                // Twice the difference, in parts, is at most a pixel; at exactly a pixel the longer one is right.
                let difference = 2 * (pixels * 120 - exact)
                return !(pixels == 1 && difference > 120) && !(difference > -120 && difference <= 120)
            }
            #expect(wrong == nil, "at \(parts) parts of 120")
        }
        #expect(SurfaceScale(parts: 138)?.pixels(430) == 495)
        #expect(SurfaceScale(parts: 0) == nil)
    }

    @Test func `a whole scale multiplies, whatever a compositor calls a scale`() throws {
        #expect(SurfaceScale(factor: 3).pixels(Size(width: 301, height: 7)) == PixelSize(width: 903, height: 21))
        #expect(SurfaceScale(factor: 3).wholeFactor == 3)
        #expect(SurfaceScale(factor: Int(Int32.max)).pixels(32_767) == 32_767 * Int(Int32.max))
        #expect(try #require(SurfaceScale(parts: .max)).pixels(32_767) > 32_767)
    }
}
