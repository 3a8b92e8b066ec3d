/// How the program ends; each is promised in the README.
enum ProgramStatus: Int32 {
    /// Everything went as it should.
    case success = 0
    /// It could not run, or lost the compositor; or a verdict was not the expected one.
    case failure = 1
    /// The command line or a file is not what it should be.
    case usage = 2
}
