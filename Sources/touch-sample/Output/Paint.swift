import FoundationEssentials
import Glibc

/// The colours of the text log, as escape sequences of a terminal; nil for an uncoloured line.
struct Paint {
    let single: String?
    let double: String?
    let recognized: String?
    let failed: String?
    let quiet: String?

    /// No colours.
    static let none = Paint(single: nil, double: nil, recognized: nil, failed: nil, quiet: nil)
    /// The terminal colours that come nearest to those of the window.
    static let terminal = Paint(
        single: "\u{1b}[36m", double: "\u{1b}[35m", recognized: "\u{1b}[32m", failed: "\u{1b}[31m",
        quiet: "\u{1b}[2m")

    /// The colours of a terminal if standard output is one and `NO_COLOR` is not set (see no-color.org); none otherwise.
    static var forOutput: Paint {
        guard isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment["NO_COLOR"] == nil else { return .none }
        return .terminal
    }
}
