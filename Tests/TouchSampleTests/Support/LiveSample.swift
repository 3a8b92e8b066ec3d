import FoundationEssentials
import HeadlessWeston
import TouchKit
import WaylandTouch

@testable import touch_sample

/// touch-sample in a headless weston, with a hand that touches it.
///
/// Each event carries its planned time, so the results do not depend on the load of the machine. Times are in
/// milliseconds from the beginning of the gesture.
final class LiveSample {
    let weston: HeadlessWeston
    let seat: TestSeat
    let program: ChildProgram
    /// The center of each pane in whole points.
    let left: Point
    let right: Point
    let picture: Point
    private var start = Application.monotonicNow

    /// Starts weston and the program, and waits until the window is shown.
    ///
    /// - Parameter output: the file that gets the program's standard output; nil for this process.
    init(
        _ arguments: [String] = [], size: Size = Size(width: 800, height: 480), scale: Int = 1, output: String? = nil
    ) throws {
        weston = try HeadlessWeston(width: Int(size.width), height: Int(size.height), scale: scale)
        seat = try weston.seat()
        let words =
            [try ownProgram(), "--log", "json", "--size", "\(Int(size.width))x\(Int(size.height))"] + arguments
        if let output {
            program = try weston.run("sh", ["-c", "exec \"$@\" >'\(output)'", "sh"] + words)
        } else {
            program = try weston.run(words[0], Array(words.dropFirst()))
        }
        let layout = SampleLayout(size: size)
        left = layout.handlers.center.whole
        right = layout.recognizers.center.whole
        picture = layout.picture?.center.whole ?? .zero
        try seat.waitForSurface(at: (left.x, left.y))
    }

    // MARK: The hand

    func down(_ id: Int32 = 0, at place: Point, _ t: Double) {
        seat.touchDown(id, at: (place.x, place.y), time: time(t))
        seat.touchFrame()
    }

    func move(_ id: Int32 = 0, to place: Point, _ t: Double) {
        seat.touchMove(id, to: (place.x, place.y), time: time(t))
        seat.touchFrame()
    }

    func up(_ id: Int32, _ t: Double) {
        seat.touchUp(id, time: time(t))
        seat.touchFrame()
    }

    func tap(at place: Point, _ t: Double) {
        down(at: place, t)
        up(0, t + 60)
    }

    /// Moves the pointer at the current time.
    func movePointer(to place: Point) throws {
        beginNow()
        seat.pointerMove(to: (place.x, place.y), time: time(0))
        seat.pointerFrame()
        try seat.roundtrip()
    }

    func click(at place: Point, _ t: Double) {
        seat.pointerMove(to: (place.x, place.y), time: time(t))
        seat.pointerFrame()
        seat.pointerButton(isPressed: true, time: time(t))
        seat.pointerFrame()
        seat.pointerButton(isPressed: false, time: time(t + 60))
        seat.pointerFrame()
    }

    private func time(_ t: Double) -> Duration {
        EventTime(nanoseconds: 0).duration(to: start.advanced(by: .milliseconds(t)))
    }

    /// Sends the gesture. The next one begins long after it.
    func send(next: Double = 2000) throws {
        try seat.roundtrip()
        start = start.advanced(by: .milliseconds(next))
    }

    /// Starts a gesture now, or at the end of the last one if that is later.
    ///
    /// - Returns: the start in milliseconds of the event clock.
    @discardableResult
    func beginNow() -> Double {
        start = max(start, Application.monotonicNow)
        return start.milliseconds
    }

    /// Presses and releases a key of `linux/input-event-codes.h`.
    func press(_ code: UInt32) throws {
        seat.key(code, isPressed: true, time: time(0))
        seat.key(code, isPressed: false, time: time(1))
        try seat.roundtrip()
    }

    // MARK: The log

    /// Waits for a number of log lines, ends the program, and returns the whole log, with lines such as `1 handlers
    /// 200,240`.
    func log(of count: Int) throws -> [String] {
        try seat.roundtrip()
        for _ in 0..<count { _ = try program.nextLine() }
        program.terminate()
        guard case .exited(0) = try program.waitForExit() else { return ["it did not end well"] + program.errorLines }
        return try program.outputLines.map { line in
            let tap = try JSONDecoder().decode(Tap.self, from: Data(line.utf8))
            return "\(tap.count) \(tap.via) \(Int(tap.x)),\(Int(tap.y))"
        }
    }

    private struct Tap: Decodable {
        let count: Int
        let via: String
        let x: Double
        let y: Double
    }
}

/// The path of the program beside the tests.
func ownProgram() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "touch-sample").path
}

extension Point {
    /// The nearest point with whole coordinates, as the log formats it.
    fileprivate nonisolated var whole: Point { Point(x: x.rounded(), y: y.rounded()) }

    /// The point as a test's log formats it.
    nonisolated var text: String { "\(Int(x)),\(Int(y))" }
}
