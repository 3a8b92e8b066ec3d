import TouchKit

/// The pixels per point of a surface, exactly: in units of 1/120, as the protocol counts them. It alone converts lengths
/// in points to lengths of a buffer.
nonisolated struct SurfaceScale: Hashable {
    /// The units of one pixel per point.
    private static let whole = 120

    private let parts: Int

    /// One pixel per point.
    static let one = SurfaceScale(factor: 1)

    /// A scale in units of 1/120, as `wp_fractional_scale_v1` sends it; nil for 0.
    init?(parts: UInt32) {
        guard parts > 0 else { return nil }
        self.parts = Int(parts)
    }

    /// A whole number of pixels per point, above 0.
    init(factor: Int) { parts = factor * Self.whole }

    /// The pixels per point.
    var factor: Double { Double(parts) / Double(Self.whole) }

    /// The pixels per point of a whole scale.
    var wholeFactor: Int32 { Int32(clamping: parts / Self.whole) }

    /// Returns the length in pixels of a length in whole points, rounded half up. Floating-point numbers would miss some
    /// halves: 430 points at a scale of 138/120 are 494.5 pixels, but 430 × 1.15 is less.
    func pixels(_ points: Int) -> Int { max(1, (points * parts + Self.whole / 2) / Self.whole) }

    /// Returns the size in pixels of a size in whole points.
    func pixels(_ size: Size) -> PixelSize {
        PixelSize(width: pixels(Int(size.width)), height: pixels(Int(size.height)))
    }
}
