import FoundationEssentials
import HeadlessWeston

/// An example in a headless weston, with fingers that touch it. Times are in milliseconds from the first touch.
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

    /// The folder of the built programs.
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

    /// Moves fingers along paths together, in a number of frames of 16 ms.
    func drag(_ ways: [(from: Place, to: Place)], frames: Int, _ t: Int) {
        trace(
            ways.map { way in
                (0...frames).map { step in
                    let part = Double(step) / Double(frames)
                    return (way.from.x + (way.to.x - way.from.x) * part, way.from.y + (way.to.y - way.from.y) * part)
                }
            }, t)
    }

    /// Moves fingers through points together, in a frame every 16 ms.
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

    /// Takes pictures of the screen until one is as expected, and returns the last picture.
    ///
    /// Several may be needed: a picture is taken at a repaint, and the program may draw only for the next one.
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

    /// Ends the program and returns its exit status.
    func end() throws -> ExitStatus {
        program.terminate()
        return try program.waitForExit()
    }
}
