import Foundation

/// A folder of cursor themes that the environment names. Its theme is `arrows`, whose files a test writes.
nonisolated struct CursorThemeFolder {
    private let place: URL

    /// Creates the theme with an arrow of 40x40 pixels and the hotspot 12,16, and sets the size of cursors to 20
    /// points.
    init() throws {
        place = FileManager.default.temporaryDirectory.appending(path: "cursors-\(UUID().uuidString)")
        try write(CursorFile.of([.arrow]), to: "arrows/cursors/default")
        unsafe setenv("XCURSOR_PATH", place.path, 1)
        unsafe setenv("XCURSOR_THEME", "arrows", 1)
        unsafe setenv("XCURSOR_SIZE", "20", 1)
    }

    /// Writes a file at a path relative to the folder of themes.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = place.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func remove() { try? FileManager.default.removeItem(at: place) }
}

/// Returns a file in the format of Xcursor(3): a header, a table of contents and images.
nonisolated enum CursorFile {
    /// An image in one color.
    struct Image {
        var nominal: UInt32
        var width: UInt32
        var height: UInt32
        var hotspot: (x: UInt32, y: UInt32)
        var color: UInt32

        static let arrow = Image(nominal: 40, width: 40, height: 40, hotspot: (12, 16), color: 0xff00_0000)
    }

    static func of(_ images: [Image]) -> [UInt8] {
        let type: UInt32 = 0xfffd_0002
        var table: [UInt32] = [0x7275_6358, 16, 0x1_0000, UInt32(images.count)]
        var chunks: [UInt32] = []
        for image in images {
            table += [type, image.nominal, UInt32(16 + 12 * images.count + 4 * chunks.count)]
            chunks += [36, type, image.nominal, 1, image.width, image.height, image.hotspot.x, image.hotspot.y, 0]
            chunks += [UInt32](repeating: image.color, count: Int(image.width * image.height))
        }
        return (table + chunks).flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
}
