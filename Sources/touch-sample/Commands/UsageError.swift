/// An invalid command line, described in one line.
struct UsageError: Error {
    let line: String

    init(_ line: String) { self.line = line }
}
