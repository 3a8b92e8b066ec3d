import FoundationEssentials
import HeadlessWeston
import TouchKit
import WaylandTouch

@testable import touch_sample

/// The sample running in a headless weston, and a hand that touches it.
///
/// Each event carries the stamp of its own time, so what is tested does not depend on how busy the machine is. Times
/// are milliseconds from the beginning of the gesture.
final class LiveSample {
    let weston: HeadlessWeston
    let seat: TestSeat
    let program: ChildProgram
    /// The middle of each pane, in whole points.
    let left: Point
    let right: Point
    let picture: Point
    private var start = Application.monotonicNow

    /// Starts both, and returns when the window is shown.
    ///
    /// - Parameter output: where the program's standard output goes instead of here.
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

    /// Moves the pointer, now.
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

    /// The gesture is complete: it is sent in one go. What comes next begins afresh, long after it.
    func send(next: Double = 2000) throws {
        try seat.roundtrip()
        start = start.advanced(by: .milliseconds(next))
    }

    /// What comes next begins now, or when the last gesture is over if that is later.
    ///
    /// - Returns: when that is, in milliseconds of the event clock.
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

    /// Waits for so many verdicts, ends the program, and gives the whole log: `1 handlers 200,240` a line.
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
    /// The nearest point of whole coordinates, as a log of whole numbers writes it.
    fileprivate nonisolated var whole: Point { Point(x: x.rounded(), y: y.rounded()) }

    /// As the log of a test has it.
    nonisolated var text: String { "\(Int(x)),\(Int(y))" }
}
