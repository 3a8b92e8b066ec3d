import FoundationEssentials
import HeadlessWeston
import TouchKit
import TouchScenario
import WaylandTouch

/// What is done in a weston of our own.
struct HeadlessOptions {
    var log: LogFormat
    var size: Size
    var screenshot: String?
    var script: String?
}

/// Starts a private weston, runs this very program in it, plays to it, and checks what it says.
func runHeadless(_ options: HeadlessOptions) -> ProgramStatus {
    do throws(HeadlessWestonError) {
        guard let script = options.script else { return try demonstrate(options) }
        return try playScript(script, options)
    } catch {
        Output.complain(error.description)
        return .failure
    }
}

/// The path of this program.
private var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}

// MARK: The demonstration

private func demonstrate(_ options: HeadlessOptions) throws(HeadlessWestonError) -> ProgramStatus {
    let weston = try HeadlessWeston(width: Int(options.size.width), height: Int(options.size.height))
    let seat = try weston.seat()
    let program = try weston.run(
        ownPath, ["--log", "json", "--size", "\(Int(options.size.width))x\(Int(options.size.height))"])
    try seat.waitForSurface(at: (options.size.width / 2, options.size.height / 2))
    let player = SeatPlayer(seat: seat, program: program)

    // The panes lie where they lie in a window of that size.
    let layout = SampleWindow(size: options.size, dispatcher: TouchDispatcher())
    var start = Application.monotonicNow
    var expected: [ExpectedTap] = []
    for pane in [layout.handlers, layout.recognizers] as [Pane] {
        for step in Demonstration(around: pane.frame.center).steps {
            try player.play(step.events, from: start, at: start)
            for tap in step.expected {
                expected.append(
                    ExpectedTap(step: step.name, count: tap.count, view: pane.identifier ?? "", place: tap.place))
                let line = try program.nextLine()
                Output.line(options.log == .json ? line : (try? TapRecord(line).text) ?? line)
            }
            // Far enough from the last event that the next step's taps are nobody's second ones.
            let end = start.advanced(by: .milliseconds((step.events.last?.t ?? 0) + 500))
            start = max(end, Application.monotonicNow)
        }
    }
    if let path = options.screenshot {
        // Taking one makes weston repaint, and the sample draw what it decided last; the next one shows that.
        for _ in 0..<2 { try weston.screenshot(to: path) }
    }
    program.terminate()
    let status = try program.waitForExit()
    guard status == .exited(0) else {
        Output.complain("the sample \(status): \(program.errorLines.last ?? "nothing on standard error")")
        return .failure
    }
    return judge(program.outputLines, expected)
}

private struct ExpectedTap {
    let step: String
    let count: Int
    let view: String
    let place: Point
}

/// Holds the whole log against what was to come, in order.
private func judge(_ lines: [String], _ expected: [ExpectedTap]) -> ProgramStatus {
    let records = lines.map { try? TapRecord($0) }
    for (index, tap) in expected.enumerated() {
        let record = index < records.count ? records[index] : nil
        if let record, record.count == tap.count, record.view == tap.view,
            Point(x: record.x, y: record.y).distance(to: tap.place) < 0.5
        {
            continue
        }
        let came = index < lines.count ? lines[index] : "nothing"
        Output.complain(
            "\(tap.step) on \(tap.view): a verdict of \(tap.count) at \(tap.place.x), \(tap.place.y) was expected, \(came) came"
        )
        return .failure
    }
    guard lines.count == expected.count else {
        Output.complain("\(lines[expected.count]) came and was not expected")
        return .failure
    }
    Output.line("all \(expected.count) verdicts are as expected")
    return .success
}

/// A line of the JSON log.
private struct TapRecord: Decodable {
    let count: Int
    let via: String
    let view: String
    let x: Double
    let y: Double
    let t: Double

    init(_ line: String) throws { self = try JSONDecoder().decode(TapRecord.self, from: Data(line.utf8)) }

    /// The line as people read it.
    var text: String {
        let verdict = TapVerdict(
            count: count, way: TapVerdict.Way(rawValue: via) ?? .handlers, view: view, location: Point(x: x, y: y),
            time: EventTime(milliseconds: t))
        return LogFormat.text.line(for: verdict, handled: EventTime(milliseconds: t))
    }
}

// MARK: Scripts

private func playScript(_ file: String, _ options: HeadlessOptions) throws(HeadlessWestonError) -> ProgramStatus {
    let scenarios: [Scenario]
    do throws(ScenarioError) {
        scenarios = try Scenario.read(file: file)
    } catch {
        Output.complain(error.description)
        return .usage
    }
    var status = ProgramStatus.success
    for scenario in scenarios {
        if let obstacle = SeatPlayer.obstacle(to: scenario) {
            Output.complain("\(scenario.name): not played: \(obstacle)")
            continue
        }
        if try !play(scenario, of: file, options) { status = .failure }
    }
    return status
}

/// Plays one scenario to this program, which shows its views in a weston of the fitting size; whether it passes.
private func play(
    _ scenario: Scenario, of file: String, _ options: HeadlessOptions
) throws(HeadlessWestonError) -> Bool {
    let size = Stage.size(for: scenario)
    let weston = try HeadlessWeston(width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    let seat = try weston.seat()
    let program = try weston.run(ownPath, ["--scenario", file, "--name", scenario.name])
    try seat.waitForSurface(at: (1, 1))
    let now = Application.monotonicNow
    let start = scenario.clockBase > 0 ? EventTime(milliseconds: scenario.clockBase) : now
    try SeatPlayer(seat: seat, program: program).play(scenario.events, from: start, at: now)
    let status = try program.waitForExit(within: .milliseconds(scenario.end) + .seconds(20))
    for line in program.outputLines { Output.line(line) }
    for line in program.errorLines { Output.complain(line) }
    if let path = options.screenshot { try weston.screenshot(to: path) }
    return status == .exited(0)
}
