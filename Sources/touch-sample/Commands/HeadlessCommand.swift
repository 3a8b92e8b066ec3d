import FoundationEssentials
import HeadlessWeston
import TouchKit
import TouchScenario
import WaylandTouch

/// Runs this program in a private headless weston, plays input to it, and checks what it logs.
struct HeadlessCommand {
    /// The format in which the verdicts are printed.
    var log: LogFormat
    /// The size of the output and of the window, in points.
    var size: Size
    /// The PNG file that the compositor's last picture is saved to; nil for none.
    var screenshot: String?
    /// The scenario file to play; nil for the demonstration.
    var script: String?

    func run() -> ProgramStatus {
        do throws(HeadlessWestonError) {
            guard let script else { return try demonstrate() }
            return try play(script)
        } catch {
            Output.complain(error.description)
            return .failure
        }
    }

    // MARK: The demonstration

    private func demonstrate() throws(HeadlessWestonError) -> ProgramStatus {
        let weston = try HeadlessWeston(width: Int(size.width), height: Int(size.height))
        let seat = try weston.seat()
        let program = try weston.run(ownPath, ["--log", "json", "--size", "\(Int(size.width))x\(Int(size.height))"])
        try seat.waitForSurface(at: (size.width / 2, size.height / 2))
        let player = SeatPlayer(seat: seat, program: program)

        let layout = SampleLayout(size: size)
        var start = Application.monotonicNow
        var expected: [ExpectedTap] = []
        for (way, pane) in [(TapVerdict.Way.handlers, layout.handlers), (.recognizers, layout.recognizers)] {
            for step in Demonstration(around: pane.center).steps {
                try player.play(step.events, from: start, at: start)
                for tap in step.expected {
                    expected.append(
                        ExpectedTap(step: step.name, count: tap.count, view: way.rawValue, location: tap.location))
                    let line = try program.nextLine()
                    Output.line(log == .json ? line : (try? TapRecord(line).text) ?? line)
                }
                // The pause keeps the next step's first tap from counting as a second tap.
                let end = start.advanced(by: .milliseconds((step.events.last?.t ?? 0) + 500))
                start = max(end, Application.monotonicNow)
            }
        }
        if let screenshot {
            // A screenshot makes weston repaint, and the sample then draws its latest state, so the second one is current.
            for _ in 0..<2 { try weston.screenshot(to: screenshot) }
        }
        program.terminate()
        let status = try program.waitForExit()
        guard status == .exited(0) else {
            Output.complain("the sample \(status): \(program.errorLines.last ?? "nothing on standard error")")
            return .failure
        }
        return judge(program.outputLines, expected)
    }

    // MARK: Scripts

    private func play(_ script: String) throws(HeadlessWestonError) -> ProgramStatus {
        let scenarios: [Scenario]
        do throws(ScenarioError) {
            scenarios = try Scenario.read(file: script)
        } catch {
            Output.complain(error.description)
            return .usage
        }
        var status = ProgramStatus.success
        for scenario in scenarios {
            if let obstacle = SeatPlayer.obstacle(to: scenario) {
                Output.complain("\(scenario.name): skipped: \(obstacle)")
                continue
            }
            if try !play(scenario, of: script) { status = .failure }
        }
        return status
    }

    /// Plays one scenario to this program, which shows the scenario's views in a weston of the same size.
    ///
    /// - Returns: Whether the scenario passes.
    private func play(_ scenario: Scenario, of file: String) throws(HeadlessWestonError) -> Bool {
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
        if let screenshot { try weston.screenshot(to: screenshot) }
        return status == .exited(0)
    }
}

/// The path of this program.
private var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
}

/// A verdict that a step of the demonstration leads to.
private struct ExpectedTap {
    let step: String
    let count: Int
    let view: String
    /// In the window's coordinates.
    let location: Point
}

/// Compares the whole log with the expected verdicts, in order.
private func judge(_ lines: [String], _ expected: [ExpectedTap]) -> ProgramStatus {
    let records = lines.map { try? TapRecord($0) }
    for (index, tap) in expected.enumerated() {
        let record = index < records.count ? records[index] : nil
        if let record, record.count == tap.count, record.view == tap.view,
            Point(x: record.x, y: record.y).distance(to: tap.location) < 0.5
        {
            continue
        }
        let found = index < lines.count ? lines[index] : "nothing"
        Output.complain(
            "\(tap.step) on \(tap.view): expected a verdict with count \(tap.count) at \(tap.location.x), "
                + "\(tap.location.y), found \(found)")
        return .failure
    }
    guard lines.count == expected.count else {
        Output.complain("expected no more verdicts, found \(lines[expected.count])")
        return .failure
    }
    Output.line("all \(expected.count) verdicts are as expected")
    return .success
}
