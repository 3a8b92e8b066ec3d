import FoundationEssentials
import Glibc
import HeadlessWeston
import Testing
import TimeLimits
import TouchKit
import WaylandTouch

@testable import touch_sample

/// The window on a real compositor: why each gesture failed, as a person sees it, and that it rests when nothing goes
/// on.
@Suite(.serialized, .timeLimited) struct InspectorLiveTests {
    /// A gesture that fails for one reason.
    private struct Failure {
        let reason: String
        /// What the log says of it in words.
        let why: String
        /// How long it takes, in milliseconds.
        let length: Double
        let play: (LiveSample) throws -> Void
    }

    private static let failures = [
        Failure(reason: "movedTooFar", why: "moved 23 pt, 20 allowed", length: 100) { sample in
            sample.down(at: sample.right, 0)
            sample.move(to: sample.right + Point(x: 9, y: 0), 40)
            sample.move(to: sample.right + Point(x: 23, y: 0), 60)
            sample.up(0, 90)
        },
        Failure(reason: "heldTooLong", why: "was still down after 750 ms", length: 950) { sample in
            sample.down(at: sample.right, 0)
            sample.up(0, 900)
        },
        Failure(reason: "nextTapTooLate", why: "the next tap had not begun 300 ms after", length: 900) { sample in
            sample.tap(at: sample.right, 0)
            sample.tap(at: sample.right, 400)
        },
        Failure(reason: "nextTapTooFar", why: "80 pt from the last one, 45 allowed", length: 700) { sample in
            sample.tap(at: sample.right, 0)
            sample.tap(at: sample.right + Point(x: 80, y: 0), 200)
        },
        Failure(reason: "nextTapFromOtherDevice", why: "from another device", length: 700) { sample in
            sample.tap(at: sample.right, 0)
            sample.click(at: sample.right, 200)
        },
        Failure(reason: "tooManyTouches", why: "2 fingers came down, 1 allowed", length: 200) { sample in
            sample.down(0, at: sample.right, 0)
            sample.down(1, at: sample.right + Point(x: 50, y: 0), 20)
            sample.up(0, 120)
            sample.up(1, 140)
        },
        Failure(reason: "requiredRecognized", why: "double, which had to fail first", length: 400) { sample in
            sample.tap(at: sample.right, 0)
            sample.tap(at: sample.right + Point(x: 6, y: 2), 200)
        },
        Failure(reason: "liftedTooSoon", why: "lifted after 60 ms, 500 needed", length: 100) { sample in
            sample.tap(at: sample.picture, 0)
        },
        Failure(reason: "tooFewTouches", why: "only 1 of 2 fingers was down", length: 100) { sample in
            sample.tap(at: sample.picture, 0)
        },
        Failure(reason: "touchesEnded", why: "all fingers were lifted", length: 100) { sample in
            sample.tap(at: sample.picture, 0)
        },
        Failure(reason: "tooShort", why: "went 4 pt, 10 needed", length: 100) { sample in
            sample.down(at: sample.picture, 0)
            sample.move(to: sample.picture + Point(x: 4, y: 0), 40)
            sample.up(0, 60)
        },
        Failure(reason: "wrongDirection", why: "moved in another direction", length: 200) { sample in
            sample.drag(by: Point(x: 0, y: -60), for: 80)
        },
        Failure(reason: "tooSlow", why: "pt/s, 600 needed", length: 500) { sample in
            sample.drag(by: Point(x: 70, y: 0), for: 300)
        },
        Failure(reason: "prevented", why: "pan was recognized first", length: 500) { sample in
            sample.drag(by: Point(x: -40, y: 12), for: 300)
        },
        Failure(reason: "cancelledByCompositor", why: "the compositor cancelled the touches", length: 200) { sample in
            sample.down(at: sample.right, 0)
            sample.seat.touchCancel()
        },
        Failure(reason: "touchLost", why: "the touch was lost", length: 200) { sample in
            sample.down(at: sample.right, 0)
            try sample.seat.roundtrip()
            sample.seat.setCapabilities([.pointer, .keyboard])
        },
    ]

    /// Kept where `TOUCH_SAMPLE_PICTURES` says, to be looked at.
    @Test(arguments: [1, 2])
    func `each reason is told in words, and shown`(scale: Int) throws {
        let size = SampleLayout.designSize
        let sample = try LiveSample(["--verbose"], size: size, scale: scale)
        let kept = ProcessInfo.processInfo.environment["TOUCH_SAMPLE_PICTURES"]
        let folder = kept ?? "/tmp"
        // A device's clock is set by its first event, which is not to be ahead of time.
        try sample.movePointer(to: Point(x: 4, y: 4))
        for failure in Self.failures {
            let begin = sample.beginNow()
            try failure.play(sample)
            try sample.send(next: failure.length)
            try sample.program.waitForLine("a failure: \(failure.reason), \(failure.why)") { line in
                line.contains("\"reason\":\"\(failure.reason)\"") && line.contains(failure.why)
                    && (line.milliseconds ?? 0) > begin - 50
            }
            let path = "\(folder)/inspector-\(failure.reason)-\(scale)x-\(getpid()).png"
            // Taking one makes weston repaint, and the sample draw what it decided last; the next one shows that.
            for _ in 0..<2 { try sample.weston.screenshot(to: path) }
            let picture = try Data(contentsOf: URL(filePath: path))
            #expect(picture.pixelSize == [Int(size.width) * scale, Int(size.height) * scale])
            if kept == nil { try FileManager.default.removeItem(atPath: path) }
            try sample.press(46)
        }
        sample.program.terminate()
        #expect(try sample.program.waitForExit() == .exited(0))
    }

    @Test func `at rest nothing wakes`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.tap(at: place, 0)
            try sample.send(next: 600)
        }
        for _ in 0..<2 { _ = try sample.program.nextLine() }
        // The lanes move on for a moment after the last decision.
        var before = try sample.wakeUps
        for _ in 0..<20 {
            usleep(500_000)
            let now = try sample.wakeUps
            if now == before { break }
            before = now
        }
        usleep(1_000_000)
        #expect(try sample.wakeUps == before)
    }

    @Test func `a finger that rests keeps the lanes moving`() throws {
        let sample = try LiveSample()
        sample.down(at: sample.left, 0)
        try sample.seat.roundtrip()
        let moving = sample.mainWakeUps
        usleep(500_000)
        #expect(sample.mainWakeUps > moving + 5)
    }

    @Test func `a picture of the window has the pixels of its scale`() throws {
        let folder = "/tmp/touch-sample-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hand = SampleHand()
        try hand.window.writePicture(to: "\(folder)/a.png", scale: 1.5)
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/a.png")).pixelSize == [1440, 1020])
        #expect(throws: PictureError.self) { try hand.window.writePicture(to: "\(folder)/none/a.png") }
    }
}

extension LiveSample {
    /// Draws a finger along in the picture's pane.
    fileprivate func drag(by way: Point, for duration: Double) {
        down(at: picture, 0)
        let steps = Int(duration / 10)
        for step in 1...steps {
            move(to: picture + way * (Double(step) / Double(steps)), Double(step) * 10)
        }
        up(0, duration + 10)
    }

    /// How often any thread of the program has gone to sleep so far: once for each time that it woke.
    fileprivate var wakeUps: Int {
        get throws {
            let tasks = "/proc/\(program.processIdentifier)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                sum + sleeps(in: "\(tasks)/\(task)/status")
            }
        }
    }

    /// How often its main thread has.
    fileprivate var mainWakeUps: Int { sleeps(in: "/proc/\(program.processIdentifier)/status") }

    /// None where the thread has ended meanwhile.
    private func sleeps(in file: String) -> Int {
        let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }
}

extension String {
    /// When what a line of the log tells was, on the event clock.
    fileprivate nonisolated var milliseconds: Double? {
        let parts = split(separator: "\"t\":")
        return parts.count > 1 ? parts.last.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } : nil
    }
}

extension Data {
    /// The width and the height that the header of a PNG file tells.
    fileprivate nonisolated var pixelSize: [Int] {
        guard count > 24, self[1...3].elementsEqual("PNG".utf8) else { return [] }
        return [16, 20].map { at in self[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }
}
