import FoundationEssentials
import HeadlessWeston

/// An example that runs in a headless weston, and fingers on it. Times are milliseconds from the start of the hand's
/// work.
final class LiveExample {
    typealias Place = (x: Double, y: Double)

    let seat: TestSeat
    private let weston: HeadlessWeston
    private let program: ChildProgram

    init(_ name: String) throws {
        weston = try HeadlessWeston(width: 800, height: 480)
        seat = try weston.seat()
        program = try weston.run(Self.folder + "/" + name)
        try seat.waitForSurface(at: (400, 240))
    }

    /// Where all that is built lies.
    static var folder: String {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return test.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    func tap(at place: Place, _ t: Int) {
        seat.touchDown(0, at: place, time: .milliseconds(t))
        seat.touchFrame()
        seat.touchUp(0, time: .milliseconds(t + 60))
        seat.touchFrame()
    }

    /// Some fingers go along their ways together, in so many frames of 16 ms.
    func drag(_ ways: [(from: Place, to: Place)], frames: Int, _ t: Int) {
        trace(
            ways.map { way in
                (0...frames).map { step in
                    let part = Double(step) / Double(frames)
                    return (way.from.x + (way.to.x - way.from.x) * part, way.from.y + (way.to.y - way.from.y) * part)
                }
            }, t)
    }

    /// Some fingers go through places together, a frame every 16 ms.
    func trace(_ ways: [[Place]], _ t: Int) {
        let count = ways.map(\.count).max() ?? 0
        for step in 0..<count {
            for (id, way) in ways.enumerated() where step < way.count {
                if step == 0 {
                    seat.touchDown(Int32(id), at: way[0], time: .milliseconds(t))
                } else {
                    seat.touchMove(Int32(id), to: way[step], time: .milliseconds(t + step * 16))
                }
            }
            seat.touchFrame()
        }
        for id in ways.indices { seat.touchUp(Int32(id), time: .milliseconds(t + count * 16)) }
        seat.touchFrame()
    }

    /// What the screen shows, as soon as that is what it is to show, or at last if it never is.
    ///
    /// A picture is taken at a repaint of the screen, and the program may draw only for the next one.
    func map(
        squares side: Int, ground: Character? = nil, _ palette: [Character: UInt32],
        until isExpected: ([String]) -> Bool
    ) throws -> [String] {
        try seat.roundtrip()
        let path = "\(weston.runtimeDirectory)/shot.png"
        var map: [String] = []
        for _ in 0..<20 {
            try weston.screenshot(to: path)
            map = Picture(png: path)?.map(squares: side, ground: ground, palette) ?? []
            if isExpected(map) { break }
        }
        return map
    }

    /// Ends the program; how it ended.
    func end() throws -> ExitStatus {
        program.terminate()
        return try program.waitForExit()
    }
}
