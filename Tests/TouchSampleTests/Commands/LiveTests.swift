import HeadlessWeston
import Testing
import TimeLimits
import TouchKit

/// The whole way, from a finger on a real compositor to the log.
@Suite(.serialized, .timeLimited) struct LiveTests {
    @Test func `one tap on each pane is a single tap`() throws {
        let sample = try LiveSample()
        sample.tap(at: sample.left, 0)
        try sample.send()
        sample.tap(at: sample.right, 0)
        #expect(try sample.log(of: 2) == ["1 handlers \(sample.left.text)", "1 recognizers \(sample.right.text)"])
    }

    @Test func `two taps are a double tap and no single one`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.tap(at: place, 0)
            sample.tap(at: place + Point(x: 10, y: 5), 160)
            try sample.send()
        }
        #expect(try sample.log(of: 2) == ["2 handlers \(sample.left.text)", "2 recognizers \(sample.right.text)"])
    }

    @Test func `three taps are a double and a single one`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            for t in [0.0, 160, 320] { sample.tap(at: place, t) }
            try sample.send()
        }
        #expect(
            try sample.log(of: 4) == [
                "2 handlers \(sample.left.text)", "1 handlers \(sample.left.text)",
                "2 recognizers \(sample.right.text)", "1 recognizers \(sample.right.text)",
            ])
    }

    @Test func `a slow pair is two single taps`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.tap(at: place, 0)
            sample.tap(at: place, 361)
            try sample.send()
        }
        #expect(
            try sample.log(of: 4) == [
                "1 handlers \(sample.left.text)", "1 handlers \(sample.left.text)",
                "1 recognizers \(sample.right.text)", "1 recognizers \(sample.right.text)",
            ])
    }

    @Test func `a far pair is two single taps`() throws {
        let sample = try LiveSample()
        let far = Point(x: 0, y: 60)
        for place in [sample.left, sample.right] {
            sample.tap(at: place, 0)
            sample.tap(at: place + far, 160)
            try sample.send()
        }
        #expect(
            try sample.log(of: 4) == [
                "1 handlers \(sample.left.text)", "1 handlers \((sample.left + far).text)",
                "1 recognizers \(sample.right.text)", "1 recognizers \((sample.right + far).text)",
            ])
    }

    @Test func `drags, cancelled touches and two fingers are no taps`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.down(at: place, 0)
            for step in 1...4 { sample.move(to: place + Point(x: Double(step) * 10, y: 0), Double(step) * 16) }
            sample.up(0, 90)
            try sample.send()

            sample.down(at: place, 0)
            sample.seat.touchCancel()
            try sample.send()

            sample.down(0, at: place, 0)
            sample.down(1, at: place + Point(x: 50, y: 0), 10)
            sample.up(0, 60)
            sample.up(1, 70)
            try sample.send()

            sample.tap(at: place, 0)
            try sample.send()
        }
        #expect(try sample.log(of: 2) == ["1 handlers \(sample.left.text)", "1 recognizers \(sample.right.text)"])
    }

    @Test func `clicks count as taps`() throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.click(at: place, 0)
            try sample.send()
            sample.click(at: place, 0)
            sample.click(at: place, 160)
            try sample.send()
        }
        #expect(
            try sample.log(of: 4) == [
                "1 handlers \(sample.left.text)", "2 handlers \(sample.left.text)",
                "1 recognizers \(sample.right.text)", "2 recognizers \(sample.right.text)",
            ])
    }

    @Test func `a tap on each pane in turn is a single tap on each`() throws {
        let sample = try LiveSample()
        sample.tap(at: sample.left, 0)
        sample.tap(at: sample.right, 100)
        try sample.send()
        let log = try sample.log(of: 2)
        #expect(log == ["1 handlers \(sample.left.text)", "1 recognizers \(sample.right.text)"])
    }

    @Test func `a window that is resized under a finger keeps the tap`() throws {
        let sample = try LiveSample()
        sample.down(at: sample.left, 0)
        try sample.seat.roundtrip()
        sample.seat.resizeOutput(width: 1000, height: 600)
        try sample.seat.waitForSurface(at: (990, 590))
        sample.up(0, 70)
        #expect(try sample.log(of: 1) == ["1 handlers \(sample.left.text)"])
    }

    @Test func `a seat that is replaced cancels its finger, and the next seat works`() throws {
        let sample = try LiveSample()
        sample.down(at: sample.left, 0)
        try sample.seat.roundtrip()
        sample.seat.replaceSeat()
        // Until the program has asked for the new seat's devices it hears nothing of them.
        var line: String?
        for _ in 0..<100 where line == nil {
            sample.beginNow()
            sample.tap(at: sample.right, 0)
            try sample.send()
            line = try? sample.program.nextLine(within: .milliseconds(400))
        }
        #expect(line?.contains("recognizers") == true)
        sample.tap(at: sample.left, 0)
        try sample.seat.roundtrip()
        #expect(try sample.program.waitForLine(containing: "handlers").contains(#""count":1"#))
    }

    @Test func `a window full of panes logs each tap with its own pane`() throws {
        let sample = try LiveSample(["--panes", "2x1"])
        let (first, second) = (Point(x: 20, y: 20), Point(x: 70, y: 30))
        sample.down(0, at: first, 0)
        sample.down(1, at: second, 10)
        sample.up(0, 50)
        sample.up(1, 60)
        sample.down(1, at: second, 200)
        sample.up(1, 260)
        #expect(try sample.log(of: 2) == ["2 handlers 70,30", "1 recognizers 20,20"])
    }

    @Test(arguments: [160.0, 360])
    func `two taps that queue up while the program is stopped are a double tap`(second: Double) throws {
        let sample = try LiveSample()
        for place in [sample.left, sample.right] {
            sample.program.pause()
            sample.tap(at: place, 0)
            sample.tap(at: place, second)
            try sample.seat.roundtrip()
            // Longer than the single tap would wait, so that its time is over when the program goes on.
            try #require(throws: HeadlessWestonError.self) {
                try sample.program.waitForLine("a verdict of a stopped program", within: .milliseconds(600)) { _ in true
                }
            }
            sample.program.resume()
            _ = try sample.program.nextLine()
            try sample.send()
        }
        #expect(try sample.log(of: 0) == ["2 handlers \(sample.left.text)", "2 recognizers \(sample.right.text)"])
    }

    @Test func `Escape ends the program well`() throws {
        let sample = try LiveSample()
        sample.seat.key(1, isPressed: true, time: .zero)
        try sample.seat.roundtrip()
        #expect(try sample.program.waitForExit() == .exited(0))
    }
}
