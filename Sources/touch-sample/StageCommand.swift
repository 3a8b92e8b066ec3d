import TouchKit
import TouchScenario
import WaylandTouch

/// Shows a scenario's views live, logs what its recognizers do, and judges it when it is over.
///
/// Scenario time begins with the first event of the compositor, which stands for the first one of the scenario.
///
/// - Parameter record: The file that the session is recorded to, from then on.
func runStage(file: String, name: String?, record: String?) -> ProgramStatus {
    if let status = refuseRecording(to: record) { return status }
    let scenario: Scenario
    do throws(ScenarioError) {
        let scenarios = try Scenario.read(file: file)
        guard let chosen = scenarios.first(where: { name == nil || $0.name == name }) else {
            Output.complain("\(file): no scenario \(name ?? "") in it")
            return .usage
        }
        scenario = chosen
    } catch {
        Output.complain(error.description)
        return .usage
    }
    return withApplication { application, log throws(ApplicationError) in
        let window = StageWindow(scenario, dispatcher: application.dispatcher)
        log.window = window
        window.record = record
        window.onOutcome = { log.line($0.line) }
        window.onEnd = { [unowned application] in application.terminate() }
        application.open(window, title: scenario.name)
        defer { window.finish() }
        try application.run()
        guard let verdict = window.verdict else { return .failure }
        log.line(verdict.line(scenario: scenario.name))
        return verdict == .pass ? .success : .failure
    }
}
