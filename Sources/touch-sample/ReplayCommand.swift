import TouchScenario

/// Plays scenario files on a virtual clock and says what came out, a JSON object a line.
func replay(_ files: [String], explains: Bool) -> ProgramStatus {
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
