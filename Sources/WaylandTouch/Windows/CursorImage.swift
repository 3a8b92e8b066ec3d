/// A cursor image.
nonisolated struct CursorImage {
    /// The size of the image.
    let size: PixelSize
    /// The pixel that points, from the top left.
    let hotspot: (x: Int, y: Int)
    /// The pixels row by row, as premultiplied 0xAARRGGBB.
    let pixels: [UInt32]

    /// Reads the image of an Xcursor(3) file whose nominal size is nearest to the wanted one; of an animation, its first
    /// image. Nil if the file is malformed or has no image.
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
