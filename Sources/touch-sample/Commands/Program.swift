/// The program: one command, from the command line to the exit status.
enum Program {
    /// Runs what the command line asks for.
    ///
    /// - Parameter arguments: The path of the program and the words after it.
    /// - Returns: The exit status. Success becomes a failure when standard output could not be written.
    static func run(_ arguments: [String]) -> ProgramStatus {
        Output.prepare()
        let status: ProgramStatus
        do throws(UsageError) {
            status = try Command(Array(arguments.dropFirst())).run()
        } catch {
            Output.complain(error.line)
            return .usage
        }
        return status == .success && !Output.isWhole ? .failure : status
    }
}

extension Command {
    fileprivate func run() -> ProgramStatus {
        switch self {
        case .help:
            Output.line(Command.helpText)
            return .success
        case .version:
            Output.line(Command.versionText)
            return .success
        case .run(let command): return command.run()
        case .panes(let command): return command.run()
        case .stage(let command): return command.run()
        case .headless(let command): return command.run()
        case .replay(let command): return command.run()
        case .info(let command): return command.run()
        }
    }
}
