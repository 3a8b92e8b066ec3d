/// The reason for which a keymap can't be read. The description is one line to show to the user.
nonisolated enum KeymapError: Error, Hashable {
    /// The announced size is 0, or larger than that of any keymap.
    case badSize(UInt32)
    /// The descriptor is not a regular file but a pipe, a socket, a folder or the like.
    case notAFile
    /// The file is shorter than the announced size.
    case truncated(expected: UInt32, size: Int64)
    /// A system call failed on the file.
    case system(operation: String, errno: Int32)
    /// The text exceeds a limit of ``KeymapBounds``, such as by a key with the number four billion, for which
    /// libxkbcommon would run out of memory or stop the program.
    case excessive(String)
    /// The text is not a keymap in the format xkb_v1.
    case malformed
}

nonisolated extension KeymapError: CustomStringConvertible {
    /// One line that says what failed, what was expected and what happens now.
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
