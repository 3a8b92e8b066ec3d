/// Why there is no buffer to draw into. The description is one line for a person.
nonisolated enum BufferError: Error, Hashable {
    /// More pixels than a buffer in shared memory can have.
    case tooLarge(width: Int, height: Int)
    /// There is no memory for it.
    case system(operation: String, size: Int, errno: Int32)
}

nonisolated extension BufferError: CustomStringConvertible {
    /// One line: what failed, on what, what was expected, what follows.
    var description: String {
        switch self {
        case .tooLarge(let width, let height):
            "a window of \(width)x\(height) pixels can't be drawn, expected at most \(PixelSize.longestSide) a side "
                + "and 2 GiB in all; it keeps its old content"
        case .system(let operation, let size, let number):
            "no memory for a buffer of \(size) bytes (\(operation): \(systemText(number))); "
                + "the window keeps its old content"
        }
    }
}
