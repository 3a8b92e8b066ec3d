import TouchKit
import TouchScenario
import WaylandTouch

/// Shows a scenario's views live, logs what its recognizers do, and judges it when it is over.
///
/// Scenario time begins with the first event of the compositor, which stands for the first one of the scenario.
func runStage(file: String, name: String?) -> ProgramStatus {
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
    return withApplication { application throws(ApplicationError) in
        let window = StageWindow(scenario, dispatcher: application.dispatcher)
        window.onEnd = { application.terminate() }
        application.open(window, title: scenario.name)
        try application.run()
        guard let verdict = window.verdict else { return .failure }
        Output.line(verdict.line(scenario: scenario.name))
        return verdict == .pass ? .success : .failure
    }
}
