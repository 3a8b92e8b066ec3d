import CShims
import Glibc

/// The options and the other words of a command line, as `getopt_long` reads them.
struct Options {
    /// What was given with each option, the last one if it came more than once; empty for those that take nothing.
    private(set) var values: [String: String] = [:]
    /// The words that are no options.
    private(set) var operands: [String] = []

    /// Reads the words after the program's or the command's own.
    ///
    /// - Parameter known: the names of the options; those that take a value end in `=`.
    init(_ words: [String], known: [String]) throws(UsageError) {
        // strdup gives what C may move about; all of it is freed below.
        var argv = unsafe (["touch-sample"] + words).map { unsafe strdup($0) }
        let names = unsafe known.map { unsafe UnsafePointer(strdup($0)) }
        defer {
            unsafe argv.forEach { unsafe free($0) }
            unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
        }
        shim_options_reset()
        while true {
            let option = unsafe shim_next_option(Int32(argv.count), &argv, names, Int32(names.count))
            let word = { () -> String in
                let place = Int(shim_option_position()) - 1
                return unsafe argv.indices.contains(place) ? String(cString: argv[place]!) : ""
            }
            switch unsafe option.index {
            case Int32(SHIM_OPTIONS_END):
                operands = unsafe argv.dropFirst(Int(shim_option_position())).map { unsafe String(cString: $0!) }
                return
            case Int32(SHIM_OPTION_UNKNOWN): throw UsageError("\(word()): no such option, or one that takes no value")
            case Int32(SHIM_OPTION_INCOMPLETE): throw UsageError("\(word()): a value was expected after it")
            case let index:
                let name = known[Int(index)].filter { $0 != "=" }
                values[name] = unsafe option.value.map { unsafe String(cString: $0) } ?? ""
            }
        }
    }

    /// Whether an option was given.
    func contains(_ name: String) -> Bool { values[name] != nil }
}

/// A command line that is not understood, in one line.
struct UsageError: Error {
    let line: String

    init(_ line: String) { self.line = line }
}
