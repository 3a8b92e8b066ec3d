import FoundationEssentials
import TouchKit
import TouchScenario
import WaylandTouch

/// Opens the window in the running compositor, logs the taps, and runs until the window is closed.
struct RunCommand {
    /// The format of the log.
    var log: LogFormat
    /// The size of the window, in points.
    var size: Size
    var isFullscreen: Bool
    /// The file that the session is recorded to; nil for none.
    var record: String?
    /// Whether every touch and every transition of a recognizer is logged too.
    var isVerbose: Bool
    var isDark: Bool

    func run() -> ProgramStatus {
        if let status = Recording.refusal(of: record) { return status }
        return SampleApplication.run { application, log throws(ApplicationError) in
            let window = SampleWindow(size: size, dispatcher: application.dispatcher)
            if isDark { window.perform(.switchTheme) }
            log.window = window
            window.log(self.log, verbose: isVerbose, to: log)
            var recording = record.flatMap { Recording.start(of: window, file: $0) }
            // The recording holds the window, and the window's key command holds the recording.
            defer { recording = nil }
            window.isRecording = recording != nil
            window.switchRecording = { [unowned window] in
                if let running = recording {
                    running.finish()
                    recording = nil
                    return ("recorded \(running.file)", false)
                }
                let file = unusedFile("session", "json")
                recording = Recording.start(of: window, file: file)
                return recording == nil ? ("can't write \(file)", false) : ("recording to \(file)", true)
            }
            window.savePicture = { [unowned window] in
                let file = unusedFile("touch-sample", "png")
                do throws(PictureError) {
                    try window.writePicture(to: file, scale: window.host?.scale ?? 1)
                    return "saved \(file)"
                } catch {
                    Output.complain(error.description)
                    return error.description
                }
            }
            let toplevel = application.open(window, title: "touch-sample")
            if isFullscreen { toplevel.setFullscreen(true) }
            do throws(ApplicationError) {
                try application.run()
            } catch {
                recording?.finish()
                throw error
            }
            return recording?.finish() ?? true ? .success : .failure
        }
    }
}

/// Returns a file name that is not used yet in the current folder: `NAME-1.ENDING`, `NAME-2.ENDING`, …
private func unusedFile(_ name: String, _ ending: String) -> String {
    (1...).lazy.map { "\(name)-\($0).\(ending)" }.first { !FileManager.default.fileExists(atPath: $0) }
        ?? "\(name).\(ending)"
}
