import TouchKit

/// A command of the program with its options, as the command line gives them.
enum Command {
    case help
    case version
    /// Opens the window in the running compositor.
    case run(RunCommand)
    /// Fills a window with many small panes.
    case panes(PanesCommand)
    /// Shows the views and recognizers of a scenario in the running compositor.
    case stage(StageCommand)
    /// Plays the demonstration or scenario files in a private headless weston.
    case headless(HeadlessCommand)
    /// Plays scenario files on a virtual clock.
    case replay(ReplayCommand)
    /// Prints a report on the compositor and the system.
    case info(InfoCommand)

    static let versionText = "touch-sample 0.1.0"

    static let helpText = """
        touch-sample: tells single taps from double taps on Wayland, in two ways that agree

          touch-sample [OPTIONS]                  opens a window in the running compositor
          touch-sample headless [OPTIONS]         starts a private headless weston, plays a demonstration in it and
                                                  checks every verdict (--script plays scenario files instead)
          touch-sample replay [--explain] FILE…   plays scenario files on a virtual clock
          touch-sample info                       prints what the compositor supports, for a bug report

          --log text|json       format of the tap log on standard output (default text)
          --verbose             also log every touch and every state change of a recognizer
          --theme light|dark    colours (default light)
          --size WxH            size of the window in points (default 960x680)
          --fullscreen          fill the screen
          --record FILE         record the session as a scenario that replay can play
          --panes CxR           fill the window with C columns and R rows of small panes instead
          --scenario FILE       show the views of a scenario instead, and log what its recognizers do
          --name NAME           with --scenario: which scenario of the file to show (default the first)
          --screenshot FILE.png with headless: save what the compositor shows at the end
          --script FILE         with headless: play the scenarios of a file through the compositor
          --explain             with replay: explain what each recognizer did and why
          --help                print this text
          --version             print the version

        In the window, ? lists the keys and Escape or Q quits.

        Exit status: 0 success; 1 the program could not run or lost the compositor, or a verdict differed from the
        expected one; 2 the command line or a file is invalid.

          touch-sample --log json | jq .count
          touch-sample headless --screenshot shot.png
          touch-sample --record session.json && touch-sample replay --explain session.json
        """

    /// Reads the words after the path of the program.
    ///
    /// - Throws: `UsageError` when a word, an option or a value is not one of those in `helpText`.
    init(_ words: [String]) throws(UsageError) {
        switch words.first {
        case "headless":
            let options = try Options(
                Array(words.dropFirst()), known: ["log=", "size=", "screenshot=", "script=", "help"])
            guard !options.contains("help") else { self = .help; return }
            try options.refuseOperands()
            self = .headless(
                HeadlessCommand(
                    log: try options.log, size: try options.size, screenshot: options.values["screenshot"],
                    script: options.values["script"]))
        case "replay":
            let options = try Options(Array(words.dropFirst()), known: ["explain", "help"])
            guard !options.contains("help") else { self = .help; return }
            guard !options.operands.isEmpty else { throw UsageError("replay: expected a scenario file") }
            self = .replay(ReplayCommand(files: options.operands, explains: options.contains("explain")))
        case "info":
            let options = try Options(Array(words.dropFirst()), known: ["help"])
            guard !options.contains("help") else { self = .help; return }
            try options.refuseOperands()
            self = .info(InfoCommand())
        default:
            let options = try Options(
                words,
                known: [
                    "log=", "verbose", "theme=", "size=", "fullscreen", "record=", "panes=", "scenario=", "name=",
                    "help", "version",
                ])
            if options.contains("help") { self = .help; return }
            if options.contains("version") { self = .version; return }
            try options.refuseOperands()
            if let file = options.values["scenario"] {
                self = .stage(
                    StageCommand(file: file, name: options.values["name"], record: options.values["record"]))
            } else if options.contains("panes") {
                let (columns, rows) = try options.pair("panes", of: 1...64, "COLUMNSxROWS, such as 16x9")
                self = .panes(PanesCommand(columns: columns, rows: rows, log: try options.log))
            } else {
                self = .run(
                    RunCommand(
                        log: try options.log, size: try options.size, isFullscreen: options.contains("fullscreen"),
                        record: options.values["record"], isVerbose: options.contains("verbose"),
                        isDark: try options.isDark))
            }
        }
    }
}

extension Options {
    fileprivate func refuseOperands() throws(UsageError) {
        if let word = operands.first { throw UsageError("\(word): expected an option or a command; see --help") }
    }

    fileprivate var log: LogFormat {
        get throws(UsageError) {
            guard let word = values["log"] else { return .text }
            guard let format = LogFormat(rawValue: word) else {
                throw UsageError("--log \(word): expected text or json")
            }
            return format
        }
    }

    fileprivate var isDark: Bool {
        get throws(UsageError) {
            switch values["theme"] {
            case nil, "light": return false
            case "dark": return true
            case let word?: throw UsageError("--theme \(word): expected light or dark")
            }
        }
    }

    fileprivate var size: Size {
        get throws(UsageError) {
            guard contains("size") else { return SampleLayout.designSize }
            let (width, height) = try pair("size", of: 1...16384, "WIDTHxHEIGHT in points, such as 800x480")
            return Size(width: Double(width), height: Double(height))
        }
    }

    /// Returns the two numbers of a value such as `16x9`.
    fileprivate func pair(
        _ option: String, of range: ClosedRange<Int>, _ expectation: String
    ) throws(UsageError) -> (Int, Int) {
        let word = values[option] ?? ""
        let numbers = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1], range.contains(first),
            range.contains(second)
        else { throw UsageError("--\(option) \(word): expected \(expectation), each from 1 to \(range.upperBound)") }
        return (first, second)
    }
}
