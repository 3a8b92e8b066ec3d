import CShims
import Glibc

/// The options and operands of a command line, as `getopt_long` reads them.
struct Options {
    /// The value of each option that was given, the last one if the option is repeated; empty for a flag.
    private(set) var values: [String: String] = [:]
    /// The words that are not options.
    private(set) var operands: [String] = []

    /// Reads the words after the name of the program or the command.
    ///
    /// - Parameter known: The names of the options. The name of an option that takes a value ends in `=`.
    /// - Throws: `UsageError` for an unknown option, a missing value, and a value for a flag.
    init(_ words: [String], known: [String]) throws(UsageError) {
        // getopt_long reorders argv and keeps pointers into it, so the words are copied and freed below.
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
                let index = Int(shim_option_position()) - 1
                return unsafe argv.indices.contains(index) ? String(cString: argv[index]!) : ""
            }
            switch unsafe option.index {
            case Int32(SHIM_OPTIONS_END):
                operands = unsafe argv.dropFirst(Int(shim_option_position())).map { unsafe String(cString: $0!) }
                return
            case Int32(SHIM_OPTION_UNKNOWN):
                throw UsageError("\(word()): expected a known option, and a value only if it takes one; see --help")
            case Int32(SHIM_OPTION_INCOMPLETE): throw UsageError("\(word()): expected a value after it")
            case let index:
                let name = known[Int(index)].filter { $0 != "=" }
                values[name] = unsafe option.value.map { unsafe String(cString: $0) } ?? ""
            }
        }
    }

    /// Whether an option was given.
    func contains(_ name: String) -> Bool { values[name] != nil }
}
