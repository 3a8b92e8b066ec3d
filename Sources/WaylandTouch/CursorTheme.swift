import Glibc
import Wayland

/// A cursor theme of the user's, by its name. Only the file of the arrow is read: a theme has more than a hundred, and
/// to read them takes as long as all else that a program does to start.
nonisolated struct CursorTheme: Hashable {
    /// Its name.
    var name: String
    /// How large its arrow is to be, in points.
    var size: Int

    /// What the user has chosen: `XCURSOR_THEME` or the system's default, and `XCURSOR_SIZE` or 24.
    static var ofEnvironment: CursorTheme {
        let size = environmentVariable("XCURSOR_SIZE").flatMap { Int($0) } ?? 24
        return CursorTheme(
            name: environmentVariable("XCURSOR_THEME") ?? "default", size: (1...512).contains(size) ? size : 24)
    }

    /// The arrow, as nearly as large as wanted at some pixels a point; nil where the theme has none.
    func arrow(at scale: Int) -> CursorImage? {
        var (themes, next) = ([name], 0)
        // A theme names others to look in for what it lacks; a chain of them ends somewhere.
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

    /// Where themes are.
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

/// An image of a cursor, in pixels.
nonisolated struct CursorImage {
    /// How large it is.
    let size: PixelSize
    /// What of it points.
    let hotspot: (x: Int, y: Int)
    /// Row by row, each 0xAARRGGBB, its colors multiplied by its alpha.
    let pixels: [UInt32]

    /// Reads the image of an Xcursor(3) file whose nominal size is nearest to one, of an animation the first; nil where
    /// the file is broken or has none.
    init?(_ file: [UInt8], size wanted: Int) {
        let (imageType, longestSide) = (0xfffd_0002, 0x7fff)
        func number(_ place: Int) -> Int? {
            guard place + 4 <= file.count else { return nil }
            return (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
        }
        guard file.starts(with: "Xcur".utf8), let table = number(4), let count = number(12) else { return nil }
        var best: (place: Int, difference: Int)?
        for entry in 0..<count {
            guard let type = number(table + 12 * entry), let size = number(table + 12 * entry + 4),
                let place = number(table + 12 * entry + 8)
            else { return nil }
            let difference = abs(size - wanted)
            if type == imageType, difference < best?.difference ?? .max { best = (place, difference) }
        }
        guard let place = best?.place, let header = number(place), number(place + 4) == imageType,
            let width = number(place + 16), (1...longestSide).contains(width),
            let height = number(place + 20), (1...longestSide).contains(height),
            let x = number(place + 24), x <= width, let y = number(place + 28), y <= height,
            place + header + 4 * width * height <= file.count
        else { return nil }
        size = PixelSize(width: width, height: height)
        hotspot = (x, y)
        pixels = (0..<width * height).map { UInt32(truncatingIfNeeded: number(place + header + 4 * $0) ?? 0) }
    }
}

/// What is in a file; nil where it can't be read, and where it is larger than any of a theme.
private nonisolated func contents(of path: String) -> [UInt8]? {
    // A pipe must not hold the program up.
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
