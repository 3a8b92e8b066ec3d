/// The reason for which there is no buffer to draw into. The description is one line to show to the user.
nonisolated enum BufferError: Error, Hashable {
    /// The size is larger than that of any buffer in shared memory.
    case tooLarge(width: Int, height: Int)
    /// A system call failed, usually for lack of memory.
    case system(operation: String, size: Int, errno: Int32)
}

nonisolated extension BufferError: CustomStringConvertible {
    /// One line that says what failed, what was expected and what happens now.
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
