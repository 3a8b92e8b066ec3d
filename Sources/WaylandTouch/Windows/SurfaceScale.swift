import TouchKit

/// How many pixels a point of a surface has, exactly: in parts of 120, as the protocol counts them. It is the one owner
/// of the rule by which lengths in points become those of a buffer.
nonisolated struct SurfaceScale: Hashable {
    /// How many parts of 120 make a pixel a point.
    private static let whole = 120

    private let parts: Int

    /// One pixel a point.
    static let one = SurfaceScale(factor: 1)

    /// A scale in parts of 120, as `wp_fractional_scale_v1` sends it; nil for 0.
    init?(parts: UInt32) {
        guard parts > 0 else { return nil }
        self.parts = Int(parts)
    }

    /// A whole number of pixels a point, above 0.
    init(factor: Int) { parts = factor * Self.whole }

    /// Pixels a point.
    var factor: Double { Double(parts) / Double(Self.whole) }

    /// Pixels a point, for a scale that is whole.
    var wholeFactor: Int32 { Int32(clamping: parts / Self.whole) }

    /// The length in a buffer of a length in whole points: the nearest, of two the longer one. Floating point numbers
    /// miss some halves: 430 points at 138 parts are 494.5 pixels, but 430 × 1.15 is less.
    func pixels(_ points: Int) -> Int { max(1, (points * parts + Self.whole / 2) / Self.whole) }

    /// The size of the buffer for a size in whole points.
    func pixels(_ size: Size) -> PixelSize {
        PixelSize(width: pixels(Int(size.width)), height: pixels(Int(size.height)))
    }
}
