/// Why a keymap can't be read. The description is one line for a person.
nonisolated enum KeymapError: Error, Hashable {
    /// The size that came with it is nothing, or more than any keymap has.
    case badSize(UInt32)
    /// What came is a pipe, a socket, a folder or the like.
    case notAFile
    /// The file is shorter than the size that came with it.
    case truncated(expected: UInt32, size: Int64)
    /// It can't be read.
    case system(operation: String, errno: Int32)
    /// Its text asks for more than any keyboard has, such as a key of number four billion: libxkbcommon would run out
    /// of memory over it, or stop the program.
    case excessive(String)
    /// Its text is not a keymap of the format.
    case malformed
}

nonisolated extension KeymapError: CustomStringConvertible {
    /// One line: what failed, what was expected, what follows.
    var description: String {
        let trouble =
            switch self {
            case .badSize(let size): "its size is \(size) bytes, expected 1 to \(Keymap.largestSize)"
            case .notAFile: "it is no regular file"
            case .truncated(let expected, let size): "its file has \(size) bytes, expected \(expected)"
            case .system(let operation, let number): "\(operation): \(systemText(number))"
            case .excessive(let what): "it has \(what)"
            case .malformed: "its text is not in the format xkb_v1"
            }
        return "the compositor's keymap is unreadable: \(trouble); keys are ignored until it sends another"
    }
}
