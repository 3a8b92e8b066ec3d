import FoundationEssentials
import Glibc
import HeadlessWeston
import Testing
import TimeLimits
import TouchKit
import TouchScenario
import WaylandTouch

@testable import touch_sample

/// Sessions under a real compositor, recorded, and replayed from the file.
@Suite(.serialized, .timeLimited) struct RecordingTests {
    @Test(arguments: Kind.allCases)
    func `a recorded session replays to the decisions of the live one, and so does its scenario`(_ kind: Kind) throws {
        let scenario = kind.scenario
        let folder = try Folder()
        try folder.write(scenario.json, to: "scenario.json")
        let weston = try HeadlessWeston(width: 800, height: 600)
        let seat = try weston.seat()
        let program = try weston.run(
            try ownProgram(),
            ["--scenario", folder.path("scenario.json"), "--record", folder.path("recorded.json")])
        try seat.waitForSurface(at: (1, 1))
        let now = Application.monotonicNow
        try SeatPlayer(seat: seat, program: program).play(scenario.events, from: now, at: now)
        #expect(try program.waitForExit(within: .seconds(20)) == .exited(0))

        let live = program.outputLines
        #expect(live.last == Verdict.pass.line(scenario: scenario.name))
        // The program is told once of moves that it reads together; a replay reads each frame alone.
        let decisions = { (lines: [String]) in lines.filter { !$0.contains(#""event":"changed""#) } }
        #expect(decisions(live.dropLast()) == decisions(lines(Replay(of: scenario))))
        let recorded = try Scenario.read(file: folder.path("recorded.json"))
        let replay = Replay(of: try #require(recorded.first))
        #expect(recorded.count == 1)
        #expect(decisions(live.dropLast()) == decisions(lines(replay)))
        #expect(replay.verdict == .pass)
    }

    /// What is done to a session before it is over.
    enum End: CaseIterable {
        case interrupted, killed
    }

    @Test(arguments: End.allCases)
    func `a session cut short leaves a scenario that passes`(_ end: End) throws {
        let folder = try Folder()
        let sample = try LiveSample(["--record", folder.path("cut.json")])
        for _ in 0..<3 {
            sample.tap(at: sample.left, 0)
            try sample.send()
            sample.tap(at: sample.right, 0)
            try sample.send()
        }
        for _ in 0..<6 { _ = try sample.program.nextLine() }
        // A finger is down when it ends.
        sample.down(at: sample.right, 0)
        try sample.seat.roundtrip()
        switch end {
        case .interrupted:
            sample.program.send(signal: SIGINT)
            #expect(try sample.program.waitForExit() == .exited(0))
        case .killed:
            try folder.wait(for: "cut.json") { $0.contains(#""type":"up""#) }
            sample.program.kill()
            #expect(try sample.program.waitForExit() == .killed(signal: SIGKILL))
        }
        let count = try folder.expectScenarios("cut.json")
        if end == .interrupted { #expect(count == 3) }
    }

    @Test func `where a session can't be recorded is said before anything begins`() throws {
        let folder = try Folder()
        let environment = ["XDG_RUNTIME_DIR": folder.path(""), "WAYLAND_DISPLAY": "nobody"]
        let nowhere = folder.path("nowhere/session.json")
        for arguments in [["--record", nowhere], ["--scenario", "any.json", "--record", nowhere]] {
            let program = try ChildProgram(try ownProgram(), arguments, environment: environment)
            #expect(try program.waitForExit() == .exited(2))
            #expect(
                program.errorLines == [
                    "touch-sample: \(nowhere): can't record a session there: no such folder"
                ])
        }
        let program = try ChildProgram(try ownProgram(), ["--record", "/dev/null"], environment: environment)
        #expect(try program.waitForExit() == .exited(2))
        #expect(
            program.errorLines == [
                "touch-sample: /dev/null: can't record a session there: it is not a regular file"
            ])
    }

    @Test func `a program that can't start leaves the file as it was`() throws {
        let folder = try Folder()
        try folder.write("precious", to: "session.json")
        let program = try ChildProgram(
            try ownProgram(), ["--record", folder.path("session.json")],
            environment: ["XDG_RUNTIME_DIR": folder.path(""), "WAYLAND_DISPLAY": "nobody"])
        #expect(try program.waitForExit() == .exited(1))
        #expect(try folder.read("session.json") == "precious")
        #expect(try folder.names == ["session.json"])
    }

    private func lines(_ replay: Replay) -> [String] { replay.outcomes.map(\.line) }
}

/// A folder that is there as long as this is.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { name.isEmpty ? url.path : url.appending(path: name).path }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    /// What is in it.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }

    /// Expects that a file holds scenarios, and that all of them pass; how many taps were recognized in them.
    @discardableResult
    func expectScenarios(_ name: String) throws -> Int {
        let scenarios = try Scenario.read(file: path(name))
        #expect(!scenarios.isEmpty)
        for scenario in scenarios { #expect(Replay(of: scenario).verdict == .pass, "\(scenario.json)") }
        return scenarios.flatMap(\.expect).count { $0.event == .recognized }
    }

    /// Waits until a file is as it should be.
    func wait(for name: String, until isReady: (String) -> Bool) throws {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(20)
        while !isReady((try? read(name)) ?? "") {
            try #require(clock.now < end, "\(name) was not written in time")
            usleep(5000)
        }
    }
}

/// A session with each kind of recognizer.
enum Kind: String, CaseIterable {
    case taps, longPress, pan, swipe, pinch, rotation, edgePan, hover, clicks

    var scenario: Scenario {
        var scenario = Scenario(name: rawValue, events: events)
        // The pointer of a compositor is somewhere before anything begins; there it must not hover.
        if self == .hover {
            scenario.views.append(
                Scenario.View(id: "pad", frame: Rect(x: 250, y: 50, width: 300, height: 300), parent: "root"))
        }
        scenario.recognizers = recognizers
        scenario.isPartial = true
        scenario.advanceTo = (events.last?.t ?? 0) + 600
        return scenario
    }

    private var recognizers: [Scenario.Recognizer] {
        switch self {
        case .taps, .clicks:
            var single = Scenario.Recognizer(id: "single", kind: .tap(taps: 1, touches: 1, buttons: .primary))
            single.requireToFail = ["double"]
            let double = Scenario.Recognizer(id: "double", kind: .tap(taps: 2, touches: 1, buttons: .primary))
            return [single, double, .init(id: "menu", kind: .tap(taps: 1, touches: 1, buttons: .secondary))]
        case .longPress:
            return [
                .init(
                    id: "press",
                    kind: .longPress(taps: 0, touches: 1, minimumPressDuration: 400, allowableMovement: 10))
            ]
        case .pan: return [.init(id: "pan", kind: .pan(minTouches: 1, maxTouches: nil))]
        case .swipe: return [.init(id: "swipe", kind: .swipe(direction: .left, touches: 1))]
        case .pinch, .rotation:
            var pinch = Scenario.Recognizer(id: "pinch", kind: .pinch)
            pinch.simultaneousWith = ["rotation"]
            return [pinch, .init(id: "rotation", kind: .rotation)]
        case .edgePan: return [.init(id: "edge", kind: .edgePan(edges: [.right]))]
        case .hover: return [.init(id: "hover", kind: .hover, view: "pad")]
        }
    }

    private var events: [Scenario.Event] {
        switch self {
        case .taps:
            tap(0, 200, 200) + tap(1000, 200, 200) + tap(1160, 206, 196) + tap(2000, 300, 300)
                + tap(2400, 300, 300) + touches(3000, [(300, 300), (360, 300)], steps: 0, by: [(0, 0), (0, 0)])
        case .longPress:
            touches(0, [(200, 200)], steps: 40, by: [(0.125, 0)]) + tap(1500, 200, 200)
                + touches(2000, [(200, 200)], steps: 30, by: [(3, 1)])
        case .pan:
            touches(0, [(200, 200)], steps: 12, by: [(4, 2.5)])
                + touches(1000, [(200, 200), (300, 240)], steps: 10, by: [(3, 1), (5, -2)]) + tap(2000, 20, 20)
        case .swipe:
            touches(0, [(400, 200)], steps: 8, by: [(-12, 1)]) + touches(1000, [(400, 200)], steps: 8, by: [(12, 1)])
                + touches(2000, [(400, 200)], steps: 60, by: [(-1, 0)])
        case .pinch:
            touches(0, [(300, 300), (400, 300)], steps: 15, by: [(-3, -1), (4, 1)])
                + touches(1500, [(200, 300), (500, 300)], steps: 15, by: [(6, 0), (-5, 0)])
        case .rotation:
            touches(0, [(400, 200), (400, 400)], steps: 20, by: [(6, 1), (-6, -1)])
                + touches(1500, [(300, 300), (500, 300)], steps: 1, by: [(1, 0), (0, 1)])
        case .edgePan:
            touches(0, [(795, 300)], steps: 12, by: [(-5, 1)]) + touches(1000, [(500, 300)], steps: 12, by: [(-5, 1)])
                + touches(2000, [(795, 300)], steps: 12, by: [(0, 5)])
        case .hover:
            [event(0, .pointerEnter(Point(x: 240, y: 80))), event(0, .pointerFrame)]
                + [(16.0, 260.0), (32, 270), (500, 300), (600, 600), (700, 300)].flatMap { t, x in
                    [event(t, .pointerMove(Point(x: x, y: 80))), event(t, .pointerFrame)]
                }
        case .clicks:
            [event(0, .pointerEnter(Point(x: 200, y: 200))), event(0, .pointerFrame)] + click(100, .primary)
                + click(800, .primary) + click(960, .primary) + click(2000, .secondary) + click(2500, .middle)
                + [
                    event(3000, .scroll(by: Point(x: 0, y: 10), source: .wheel)),
                    event(3100, .scroll(by: Point(x: 4, y: 0), source: .finger)),
                ]
        }
    }

    private func event(_ t: Double, _ kind: Scenario.Event.Kind) -> Scenario.Event { Scenario.Event(t: t, kind: kind) }

    private func tap(_ t: Double, _ x: Double, _ y: Double) -> [Scenario.Event] {
        [
            event(t, .down(id: 0, at: .init(position: Point(x: x, y: y)), outside: false)), event(t, .frame),
            event(t + 60, .up(id: 0)), event(t + 60, .frame),
        ]
    }

    private func click(_ t: Double, _ button: Scenario.Button) -> [Scenario.Event] {
        [
            event(t, .pointerDown(button)), event(t, .pointerFrame),
            event(t + 60, .pointerUp(button)), event(t + 60, .pointerFrame),
        ]
    }

    /// Fingers that come down one after another, move together each 16 ms and are lifted one after another.
    private func touches(
        _ t: Double, _ starts: [(Double, Double)], steps: Int, by way: [(Double, Double)]
    ) -> [Scenario.Event] {
        var events: [Scenario.Event] = []
        var time = t
        for (id, start) in starts.enumerated() {
            let place = Point(x: start.0, y: start.1)
            events += [event(time, .down(id: id, at: .init(position: place), outside: false)), event(time, .frame)]
            time += 8
        }
        for step in 0..<steps {
            time += 16
            for (id, start) in starts.enumerated() {
                let count = Double(step + 1)
                let place = Point(x: start.0 + way[id].0 * count, y: start.1 + way[id].1 * count)
                events.append(event(time, .move(id: id, at: .init(position: place))))
            }
            events.append(event(time, .frame))
        }
        for id in starts.indices {
            time += 8
            events += [event(time, .up(id: id)), event(time, .frame)]
        }
        return events
    }
}
