import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// The prediction of the next frame.
@Suite(.timeLimited) struct FramePaceTests {
    /// Returns the time in milliseconds at which the next frame is expected after frames at some times.
    private func next(after frames: Double...) -> Double? {
        var pace = FramePace()
        for frame in frames { pace.frameBegins(at: EventTime(nanoseconds: Int64(frame * 1e6))) }
        return pace.next?.milliseconds
    }

    @Test func `the next frame is expected an interval after the last one`() {
        #expect(next(after: 100, 116) == 132)
        #expect(next(after: 100, 116, 124) == 132)
    }

    @Test func `one frame does not tell the interval`() {
        #expect(next() == nil)
        #expect(next(after: 100) == nil)
    }

    @Test func `frames of two windows at nearly one time count as one`() {
        #expect(next(after: 100, 101, 116, 117) == 132)
    }

    @Test func `a pause without frames is no interval`() {
        #expect(next(after: 100, 116, 300) == nil)
        #expect(next(after: 100, 116, 300, 316) == 332)
    }

    @Test func `a clock that steps back does not expect a frame in the past`() {
        #expect(next(after: 100, 116, 50) == 132)
    }
}
