import Glibc
import Wayland

/// A cursor theme, by its name. Only the file of the arrow is read: a theme has more than a hundred files, and reading
/// them takes as long as the rest of a program's start.
nonisolated struct CursorTheme: Hashable {
    /// The name of the theme.
    var name: String
    /// The nominal size of the arrow in points.
    var size: Int

    /// The user's theme: `XCURSOR_THEME` or the system's default, at the size `XCURSOR_SIZE` or 24.
    static var ofEnvironment: CursorTheme {
        let size = environmentVariable("XCURSOR_SIZE").flatMap { Int($0) } ?? 24
        return CursorTheme(
            name: environmentVariable("XCURSOR_THEME") ?? "default", size: (1...512).contains(size) ? size : 24)
    }

    /// Returns the arrow in the available size that is nearest to `size` at a scale; nil if the theme has no arrow.
    func arrow(at scale: Int) -> CursorImage? {
        var (themes, next) = ([name], 0)
        // A theme inherits from others; the limit bounds chains of themes.
        while next < min(themes.count, 16) {
            for folder in Self.folders {
                for name in ["default", "left_ptr", "arrow", "top_left_arrow"] {
                    guard let bytes = contents(of: "\(folder)/\(themes[next])/cursors/\(name)"),
                        let image = CursorImage(bytes, size: size * scale)
                    else { continue }
                    return image
                }
            }
            let index = Self.folders.firstResult { contents(of: "\($0)/\(themes[next])/index.theme") }
            themes += inherited(by: index ?? []).filter { !themes.contains($0) }
            next += 1
        }
        return nil
    }

    /// The folders in which themes are looked for.
    private static var folders: [Substring] {
        let home = environmentVariable("HOME") ?? ""
        let data = environmentVariable("XDG_DATA_HOME") ?? "\(home)/.local/share"
        let path =
            environmentVariable("XCURSOR_PATH")
            ?? "\(data)/icons:\(home)/.icons:/usr/local/share/icons:/usr/share/icons:/usr/share/pixmaps"
        return path.split(separator: ":")
    }

    private func inherited(by index: [UInt8]) -> [String] {
        for line in String(decoding: index, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "Inherits" else { continue }
            return parts[1].split { ",; \t".contains($0) }.filter { !$0.contains("/") }.map(String.init)
        }
        return []
    }
}

/// Returns the content of a file; nil if it can't be read or has more than 16 MiB.
private nonisolated func contents(of path: String) -> [UInt8]? {
    // O_NONBLOCK keeps a pipe from blocking the program.
    let file = FileDescriptor(owning: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    var status = stat()
    guard file.rawValue >= 0, unsafe fstat(file.rawValue, &status) == 0, (0...16 << 20).contains(status.st_size)
    else { return nil }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = unsafe max(0, read(file.rawValue, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
}
