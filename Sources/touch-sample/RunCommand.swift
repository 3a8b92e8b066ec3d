import FoundationEssentials
import TouchKit
import TouchScenario
import WaylandTouch

/// How the window is opened and what is written of it.
struct RunOptions {
    var log: LogFormat
    var size: Size
    var isFullscreen: Bool
    var record: String?
    /// Whether every touch and every transition of a recognizer is logged too.
    var isVerbose: Bool
    var isDark: Bool
}

/// Opens the window, logs the taps, and runs until it is closed.
func run(_ options: RunOptions) -> ProgramStatus {
    if let status = refuseRecording(to: options.record) { return status }
    return withApplication { application, log throws(ApplicationError) in
        let window = SampleWindow(size: options.size, dispatcher: application.dispatcher)
        if options.isDark { window.perform(.switchTheme) }
        log.window = window
        window.log(options.log, verbose: options.isVerbose, to: log)
        var recording = options.record.flatMap { Recording.start(of: window, file: $0) }
        // It holds the window, which holds it by the key that stops it.
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
            return recording == nil ? ("\(file) can't be written", false) : ("recording to \(file)", true)
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
        if options.isFullscreen { toplevel.setFullscreen(true) }
        do throws(ApplicationError) {
            try application.run()
        } catch {
            recording?.finish()
            throw error
        }
        return recording?.finish() ?? true ? .success : .failure
    }
}

/// A file name in the present folder that nothing has yet.
private func unusedFile(_ name: String, _ ending: String) -> String {
    (1...).lazy.map { "\(name)-\($0).\(ending)" }.first { !FileManager.default.fileExists(atPath: $0) }
        ?? "\(name).\(ending)"
}

/// Makes an application that Escape and Q end, and the end of its log, and says in one line why it can't go on if it
/// can't.
func withApplication(_ body: (Application, LiveLog) throws(ApplicationError) -> ProgramStatus) -> ProgramStatus {
    do throws(ApplicationError) {
        let application = try SampleApplication(appID: "touch-sample")
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

/// Ends with Escape or Q.
private final class SampleApplication: Application {
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        if presses.contains(where: { KeyCommand($0.key) == .quit }) { terminate() }
    }
}
