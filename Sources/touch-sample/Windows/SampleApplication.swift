import TouchKit
import WaylandTouch

/// An application that Escape and Q end.
final class SampleApplication: Application {
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        if presses.contains(where: { KeyCommand($0.key) == .quit }) { terminate() }
    }

    /// Makes an application and a log, and runs `body` with them. The application ends when the log's reader does.
    ///
    /// - Returns: What `body` returns; `failure`, after one line on standard error, when it throws.
    static func run(_ body: (Application, LiveLog) throws(ApplicationError) -> ProgramStatus) -> ProgramStatus {
        do throws(ApplicationError) {
            // The sample shows what a panel reports, so fractions of a millisecond matter.
            let application = try SampleApplication(appID: "touch-sample", usesExactTimes: true)
            application.onNotice = Output.complain
            let log = LiveLog()
            log.onEnd = { [weak application] in application?.terminate() }
            defer { log.finish() }
            return try body(application, log)
        } catch {
            Output.complain(error.description)
            return .failure
        }
    }
}
