import WaylandTouch

/// Prints what a bug report needs to say about the compositor, the input devices and the system.
struct InfoCommand {
    func run() -> ProgramStatus {
        do throws(ApplicationError) {
            for line in try CompositorInfo().report(on: .here) { Output.line(line) }
            return .success
        } catch {
            Output.complain(error.description)
            return .failure
        }
    }
}
