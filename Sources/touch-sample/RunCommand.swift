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
}

/// Opens the window, logs the taps, and runs until it is closed.
func run(_ options: RunOptions) -> ProgramStatus {
    withApplication { application throws(ApplicationError) in
        let window = SampleWindow(size: options.size, dispatcher: application.dispatcher)
        window.onVerdict = { verdict in
            let line = options.log.line(for: verdict, handled: Application.monotonicNow)
            if !Output.line(line) { application.terminate() }
        }
        let recording = options.record.map { Recording(of: window, file: $0) }
        let toplevel = application.open(window, title: "touch-sample")
        if options.isFullscreen { toplevel.setFullscreen(true) }
        defer { recording?.finish() }
        try application.run()
        return .success
    }
}

/// Makes an application that Escape and Q end, and says in one line why it can't go on if it can't.
func withApplication(_ body: (Application) throws(ApplicationError) -> ProgramStatus) -> ProgramStatus {
    do throws(ApplicationError) {
        let application = try SampleApplication(appID: "touch-sample")
        application.onNotice = Output.complain
        return try body(application)
    } catch {
        Output.complain(error.description)
        return .failure
    }
}

/// Ends with Escape or Q.
private final class SampleApplication: Application {
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        if presses.contains(where: { ["Escape", "q", "Q"].contains($0.key.name) }) { terminate() }
    }
}

/// A session that is written to a file when it is over.
private final class Recording {
    private let recorder: Recorder
    private let file: String

    init(of window: Window, file: String) {
        let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "session"
        recorder = Recorder(window, name: name, start: Application.monotonicNow)
        self.file = file
    }

    func finish() {
        recorder.stop()
        let scenario = recorder.scenario(until: Application.monotonicNow)
        do {
            try Data((scenario.json + "\n").utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            Output.complain("\(file): the session can't be written: \(error)")
        }
    }
}
