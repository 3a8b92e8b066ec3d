import TouchKit
import TouchScenario
import WaylandTouch

/// Shows a scenario's views in the running compositor, logs what its recognizers do, and prints the scenario's verdict
/// at the end.
///
/// The scenario's clock starts with the compositor's first event, which takes the place of the scenario's first one.
struct StageCommand {
    /// The scenario file.
    var file: String
    /// The name of the scenario to show; nil for the first one of the file.
    var name: String?
    /// The file that the session is recorded to; nil for none.
    var record: String?

    func run() -> ProgramStatus {
        if let status = Recording.refusal(of: record) { return status }
        let scenario: Scenario
        do throws(ScenarioError) {
            let scenarios = try Scenario.read(file: file)
            guard let chosen = scenarios.first(where: { name == nil || $0.name == name }) else {
                Output.complain(
                    name.map { "\(file): expected a scenario named \($0), found none" }
                        ?? "\(file): expected a scenario, found none")
                return .usage
            }
            scenario = chosen
        } catch {
            Output.complain(error.description)
            return .usage
        }
        return SampleApplication.run { application, log throws(ApplicationError) in
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
}
