import Foundation

/// A cursor theme of one arrow of 40x40 pixels, which points with 12,16; the environment names it and asks for arrows
/// of 20 points.
struct CursorThemeFolder {
    private let place: URL

    init() throws {
        place = FileManager.default.temporaryDirectory.appending(path: "cursors-\(UUID().uuidString)")
        let cursors = place.appending(path: "arrows/cursors")
        try FileManager.default.createDirectory(at: cursors, withIntermediateDirectories: true)
        try Self.file.write(to: cursors.appending(path: "default"))
        unsafe setenv("XCURSOR_PATH", place.path, 1)
        unsafe setenv("XCURSOR_THEME", "arrows", 1)
        unsafe setenv("XCURSOR_SIZE", "20", 1)
    }

    func remove() { try? FileManager.default.removeItem(at: place) }

    /// The file as Xcursor(3) has it: a header, one entry of the table of contents, one image.
    private static var file: Data {
        let (image, header): (UInt32, UInt32) = (0xfffd_0002, 28)
        let numbers: [UInt32] =
            [0x7275_6358, 16, 0x1_0000, 1, image, 40, header] + [36, image, 40, 1, 40, 40, 12, 16, 0]
            + [UInt32](repeating: 0xff00_0000, count: 1600)
        return Data(numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } })
    }
}
