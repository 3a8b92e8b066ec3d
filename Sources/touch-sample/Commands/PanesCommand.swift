import TouchKit
import WaylandTouch

/// Opens a window full of small panes, logs their taps, and runs until the window is closed.
struct PanesCommand {
    var columns: Int
    var rows: Int
    /// The format of the log.
    var log: LogFormat

    func run() -> ProgramStatus {
        SampleApplication.run { application, output throws(ApplicationError) in
            let window = PanesWindow(columns: columns, rows: rows, dispatcher: application.dispatcher)
            output.window = window
            window.onVerdict = { output.line(log.line(for: $0, handled: Application.monotonicNow)) }
            application.open(window, title: "touch-sample")
            try application.run()
            return .success
        }
    }
}
