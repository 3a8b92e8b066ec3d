import TouchKit

/// What the program was asked to do.
enum Command {
    case help
    case version
    /// Open the window in the running compositor.
    case run(RunOptions)
    /// Fill the window with many panes.
    case panes(columns: Int, rows: Int, log: LogFormat)
    /// Show the views and recognizers of a scenario, live.
    case stage(file: String, name: String?, record: String?)
    /// Do it in a weston of our own.
    case headless(HeadlessOptions)
    /// Play scenario files on a virtual clock.
    case replay(files: [String], explains: Bool)
    /// Say what the compositor is and has.
    case info

    static let versionText = "touch-sample 0.1.0"

    static let helpText = """
        touch-sample: single and double taps on Wayland, told apart in two ways that agree

          touch-sample [OPTIONS]                  open a window in the running compositor
          touch-sample headless [OPTIONS]         start a weston of its own, play a demonstration in it, and check
                                                  every verdict (--script plays scenario files instead)
          touch-sample replay [--explain] FILE…   play scenario files on a virtual clock, and say why
          touch-sample info                       what the compositor is and has, for a bug report

          --log text|json       how taps are logged to standard output (default text)
          --verbose             log every touch and every step of a recognizer too
          --theme light|dark    the colours (default light)
          --size WxH            the window's size in points (default 960x680)
          --fullscreen          fill the screen
          --record FILE         write the session as a scenario that replay can play
          --panes CxR           fill the window with columns and rows of small panes of both kinds instead
          --scenario FILE       show the views of a scenario file instead, and log what its recognizers do
          --screenshot FILE.png headless: what the compositor shows at the end
          --script FILE         headless: play the scenarios of a file through the compositor
          --explain             replay: say in words what each recognizer did and why
          --help, --version

        In the window ? lists the keys; Escape or Q quits.  Exit status: 0 all went well; 1 it could not run, lost the
        compositor, or a verdict was not the expected one; 2 the command line or a file is not what it should be.

          touch-sample --log json | jq .count
          touch-sample headless --screenshot shot.png
          touch-sample --record session.json && touch-sample replay --explain session.json
        """

    init(_ words: [String]) throws(UsageError) {
        switch words.first {
        case "headless":
            let options = try Options(
                Array(words.dropFirst()), known: ["log=", "size=", "screenshot=", "script=", "help"])
            guard !options.contains("help") else { self = .help; return }
            try options.refuseOperands()
            self = .headless(
                HeadlessOptions(
                    log: try options.log, size: try options.size, screenshot: options.values["screenshot"],
                    script: options.values["script"]))
        case "replay":
            let options = try Options(Array(words.dropFirst()), known: ["explain", "help"])
            guard !options.contains("help") else { self = .help; return }
            guard !options.operands.isEmpty else { throw UsageError("replay: a scenario file was expected") }
            self = .replay(files: options.operands, explains: options.contains("explain"))
        case "info":
            let options = try Options(Array(words.dropFirst()), known: ["help"])
            guard !options.contains("help") else { self = .help; return }
            try options.refuseOperands()
            self = .info
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
                self = .stage(file: file, name: options.values["name"], record: options.values["record"])
            } else if options.contains("panes") {
                let (columns, rows) = try options.pair("panes", of: 1...64, "COLUMNSxROWS was expected, such as 16x9")
                self = .panes(columns: columns, rows: rows, log: try options.log)
            } else {
                self = .run(
                    RunOptions(
                        log: try options.log, size: try options.size, isFullscreen: options.contains("fullscreen"),
                        record: options.values["record"], isVerbose: options.contains("verbose"),
                        isDark: try options.isDark))
            }
        }
    }
}

extension Options {
    fileprivate func refuseOperands() throws(UsageError) {
        if let word = operands.first { throw UsageError("\(word): an option or a command was expected; see --help") }
    }

    fileprivate var log: LogFormat {
        get throws(UsageError) {
            guard let word = values["log"] else { return .text }
            guard let format = LogFormat(rawValue: word) else {
                throw UsageError("--log \(word): text or json was expected")
            }
            return format
        }
    }

    fileprivate var isDark: Bool {
        get throws(UsageError) {
            switch values["theme"] {
            case nil, "light": return false
            case "dark": return true
            case let word?: throw UsageError("--theme \(word): light or dark was expected")
            }
        }
    }

    fileprivate var size: Size {
        get throws(UsageError) {
            guard contains("size") else { return SampleLayout.designSize }
            let (width, height) = try pair(
                "size", of: 1...16384, "WIDTHxHEIGHT in points was expected, such as 800x480")
            return Size(width: Double(width), height: Double(height))
        }
    }

    /// Two numbers with an x between them.
    fileprivate func pair(
        _ option: String, of range: ClosedRange<Int>, _ expectation: String
    ) throws(UsageError) -> (Int, Int) {
        let word = values[option] ?? ""
        let numbers = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1], range.contains(first),
            range.contains(second)
        else { throw UsageError("--\(option) \(word): \(expectation)") }
        return (first, second)
    }
}

/// Does what the command line asks for.
func runProgram(_ arguments: [String]) -> ProgramStatus {
    Output.prepare()
    let status = perform(arguments)
    return status == .success && !Output.isWhole ? .failure : status
}

private func perform(_ arguments: [String]) -> ProgramStatus {
    do throws(UsageError) {
        switch try Command(Array(arguments.dropFirst())) {
        case .help:
            Output.line(Command.helpText)
            return .success
        case .version:
            Output.line(Command.versionText)
            return .success
        case .run(let options): return run(options)
        case .panes(let columns, let rows, let log): return runPanes(columns: columns, rows: rows, log: log)
        case .stage(let file, let name, let record): return runStage(file: file, name: name, record: record)
        case .headless(let options): return runHeadless(options)
        case .replay(let files, let explains): return replay(files, explains: explains)
        case .info: return printInfo()
        }
    } catch {
        Output.complain(error.line)
        return .usage
    }
}
