import TouchScenario

/// Plays scenario files on a virtual clock and prints each outcome and each scenario's verdict as a JSON object on a
/// line of its own.
struct ReplayCommand {
    var files: [String]
    /// Whether each outcome is followed by a sentence that explains it.
    var explains: Bool

    func run() -> ProgramStatus {
        var status = ProgramStatus.success
        for file in files {
            let scenarios: [Scenario]
            do throws(ScenarioError) {
                scenarios = try Scenario.read(file: file)
            } catch {
                Output.complain(error.description)
                return .usage
            }
            for scenario in scenarios {
                let replay = Replay(of: scenario) { outcome, transition in
                    Output.line(outcome.line)
                    if explains { Output.line(outcome.sentence(for: transition)) }
                }
                Output.line(replay.verdict.line(scenario: scenario.name))
                if replay.verdict != .pass { status = .failure }
            }
        }
        return status
    }
}
