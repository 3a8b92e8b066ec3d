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
