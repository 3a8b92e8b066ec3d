/// The exit statuses of the program. The README documents them.
enum ProgramStatus: Int32 {
    /// The command did what it was asked to do.
    case success = 0
    /// The program could not run or lost the compositor, a verdict differed from the expected one, or standard output or
    /// a recording could not be written.
    case failure = 1
    /// The command line or a file is invalid.
    case usage = 2
}
