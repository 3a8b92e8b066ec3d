import CPangoCairo

/// A picture of the screen that is reduced to the main colour of each square.
struct Picture {
    struct RGB {
        let red: Int
        let green: Int
        let blue: Int

        init(_ rgb: UInt32) { (red, green, blue) = (Int(rgb >> 16 & 0xff), Int(rgb >> 8 & 0xff), Int(rgb & 0xff)) }

        /// Returns the distance to another colour.
        func distance(to other: RGB) -> Int {
            abs(red - other.red) + abs(green - other.green) + abs(blue - other.blue)
        }
    }

    let width: Int
    let height: Int
    private let pixels: [UInt32]

    /// Reads a PNG file; nil if it is not one.
    init?(png path: String) {
        let surface = unsafe cairo_image_surface_create_from_png(path)
        defer { unsafe cairo_surface_destroy(surface) }
        guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = unsafe cairo_image_surface_get_data(surface)
        else { return nil }
        width = Int(unsafe cairo_image_surface_get_width(surface))
        height = Int(unsafe cairo_image_surface_get_height(surface))
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        var pixels: [UInt32] = []
        for row in 0..<height {
            for column in 0..<width {
                unsafe pixels.append(
                    UnsafeRawPointer(data).load(fromByteOffset: row * stride + column * 4, as: UInt32.self))
            }
        }
        self.pixels = pixels
    }

    /// Returns the picture as letters, one for each square of a number of pixels: the letter of the colour to which
    /// most of the square's pixels are nearest.
    ///
    /// - Parameter ground: the letter of the background, which is used only if a square contains almost no other
    ///   colour; nil, the default, for none.
    func map(squares side: Int, ground: Character? = nil, _ palette: [Character: UInt32]) -> [String] {
        let colors = palette.map { ($0.key, RGB($0.value)) }
        return stride(from: 0, to: height, by: side).map { top in
            String(
                stride(from: 0, to: width, by: side).map { left in
                    var counts: [Character: Int] = [:]
                    for y in stride(from: top + 2, to: min(top + side, height), by: 4) {
                        for x in stride(from: left + 2, to: min(left + side, width), by: 4) {
                            let pixel = RGB(pixels[y * width + x])
                            let nearest = colors.min { pixel.distance(to: $0.1) < pixel.distance(to: $1.1) }
                            if let nearest { counts[nearest.0, default: 0] += 1 }
                        }
                    }
                    if let ground, let share = counts[ground] { counts[ground] = share / 8 }
                    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? "?"
                })
        }
    }
}
