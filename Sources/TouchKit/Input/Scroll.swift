/// A scroll of a mouse wheel or of fingers on a touchpad.
package nonisolated struct Scroll: Hashable, Sendable {
    /// The distance, in points; positive is right and down, as the compositor reports it.
    package var delta: Point
    /// Whether the scroll is a step of a wheel; otherwise it is continuous.
    package var isDiscrete: Bool
    /// Whether the fingers have left the touchpad.
    package var isLast: Bool

    /// Creates a scroll.
    package init(delta: Point, isDiscrete: Bool, isLast: Bool = false) {
        self.delta = delta
        self.isDiscrete = isDiscrete
        self.isLast = isLast
    }
}
