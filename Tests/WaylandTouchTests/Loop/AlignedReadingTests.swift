import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// Reading in step with frames: when the program leaves its input unread, and for how long.
@Suite(.timeLimited) struct AlignedReadingTests {
    /// A client whose view is drawn anew at each touch event, and whose compositor has asked for a frame at 0 ms and waits
    /// for that of 16 ms.
    private func client() throws -> TestClient {
        let client = try TestClient()
        client.compositor.habits.asksForFrames = false
        let pad = client.pad()
        pad.onTouch = { [unowned pad] _ in pad.setNeedsDisplay() }
        pad.setNeedsDisplay()
        try client.turn(at: 0)
        client.compositor.askForFrames()
        try client.turn(at: 0)
        return client
    }

    /// Puts a finger down at 0 ms and drags it by a distance at 10 ms. The compositor asks for a frame at 16 ms.
    private func drag(_ client: TestClient, by distance: Double = 30, on surface: Int = 1) throws {
        let finger = client.fingers(on: surface)
        finger.down(0, 100, 100, at: 0)
        finger.frame()
        try client.turn(at: 0)
        finger.move(0, 100 + distance, 100, at: 10)
        finger.frame()
        client.compositor.askForFrames()
        try client.turn(at: 16)
    }

    @Test func `a drag is read in pauses of 4 ms, the last of which ends when the next frame is expected`() throws {
        let client = try client()
        try drag(client)
        var pauses: [Duration?] = []
        for time in [16, 20, 24, 28, 30, 31.5, 32, 40] as [Double] {
            client.pass(to: time)
            pauses.append(client.application.readingPause)
        }
        let milliseconds: [Int?] = [4, 4, 4, 4, 2, nil, nil, nil]
        #expect(pauses == milliseconds.map { $0.map { .milliseconds($0) } })
    }

    @Test func `a program can switch it off`() throws {
        let client = try client()
        client.application.alignsReadingToFrames = false
        try drag(client)
        #expect(client.application.readingPause == nil)
    }

    @Test func `a finger that may still tap is read at once`() throws {
        let client = try client()
        try drag(client, by: 5)
        #expect(client.application.readingPause == nil)
    }

    @Test func `a second finger that may tap is read at once`() throws {
        let client = try client()
        try drag(client)
        client.fingers().down(1, 300, 300, at: 17)
        client.fingers().frame()
        try client.turn(at: 17)
        #expect(client.application.readingPause == nil)
    }

    @Test func `a gesture that is undecided is read at once, and one that runs is not`() throws {
        for (minimum, isUndecided) in [(1, false), (2, true)] {
            let client = try client()
            let pan = client.add("pan", PanGestureRecognizer())
            pan.minimumNumberOfTouches = minimum
            try drag(client)
            #expect((client.application.readingPause == nil) == isUndecided)
        }
    }

    @Test func `without a finger everything is read at once`() throws {
        let client = try client()
        try drag(client)
        client.fingers().up(0, at: 17)
        client.fingers().frame()
        try client.turn(at: 17)
        #expect(client.application.readingPause == nil)
    }

    @Test func `a window that can be drawn now is read at once`() throws {
        let client = try client()
        client.pad().onTouch = { _ in }
        try drag(client)
        #expect(client.application.readingPause == nil)
    }

    @Test func `another window that is drawn does not make up for the window with the finger`() throws {
        let client = try client()
        try client.openWindow("other")
        client.compositor.askForFrames()
        try client.turn(at: 0)
        client.pad().setNeedsDisplay()
        try client.turn(at: 0)
        client.pad(1).onTouch = { _ in }
        try drag(client, on: 2)
        client.pad().setNeedsDisplay()
        try client.turn(at: 16)
        #expect(client.application.readingPause == nil)
    }

    @Test func `a pause ends at the next deadline`() throws {
        let client = try client()
        try drag(client)
        client.pad().perform(after: .milliseconds(2)) {}
        client.pass(to: 16)
        #expect(client.application.readingPause.map { $0 <= .milliseconds(2) } == true)
    }

    @Test func `requests that wait to be written are not kept waiting`() throws {
        let client = try client()
        try drag(client)
        client.application.isWritten = false
        #expect(client.application.readingPause == nil)
    }

    @Test func `the loop sleeps through the pauses, and a drag is told of all its moves`() throws {
        let client = try client()
        try drag(client)
        _ = client.take()
        let (finger, compositor, count) = (client.fingers(), client.compositor, 25)
        var moves = 0
        client.pad().onTouch = { [unowned client] _ in
            moves += 1
            if moves == count { return client.application.terminate() }
            finger.move(0, 130 + Double(moves), 100, at: 16)
            finger.frame()
            compositor.flush()
        }
        finger.move(0, 130, 100, at: 16)
        finger.frame()
        let begin = ContinuousClock.now
        #expect(try client.run(at: 16) == .terminated)
        #expect(client.take().count { $0.contains("moved") } == count)
        // The test's clock stands still, so each pause is a whole one. The first move is read without one.
        #expect(begin.duration(to: .now) >= .milliseconds(4) * (count - 1))
    }
}
