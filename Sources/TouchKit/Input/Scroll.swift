/// A turn of a wheel or a slide of fingers on a touchpad.
public nonisolated struct Scroll: Hashable, Sendable {
    /// How far, in points; positive is right and down, as the compositor says.
    public var delta: Point
    /// Whether it comes in notches, as a wheel's, and not continuously.
    public var isDiscrete: Bool
    /// Whether the fingers have left the touchpad.
    public var isLast: Bool

    /// A scroll by `delta` points.
    public init(delta: Point, isDiscrete: Bool, isLast: Bool = false) {
        self.delta = delta
        self.isDiscrete = isDiscrete
        self.isLast = isLast
    }
}
