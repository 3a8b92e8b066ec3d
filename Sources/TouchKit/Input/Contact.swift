/// What a device says about the shape and the force of a contact.
public nonisolated struct Contact: Hashable, Sendable {
    /// The radius along the longer axis, in points.
    public var majorRadius = 0.0
    /// The radius along the shorter axis, in points.
    public var minorRadius = 0.0
    /// The turn of the longer axis from upright, clockwise, in radians.
    public var orientation = 0.0
    /// The force; 1 is an average touch.
    public var force = 0.0
    /// A stylus's angle to the surface, in radians: π/2 stands upright, 0 lies flat.
    public var altitude = Double.pi / 2
    /// The direction that a stylus leans to, in radians, clockwise from the x axis.
    public var azimuth = 0.0
    /// How far above the surface a stylus hovers, from 0 (it touches) to 1 (as far as can be sensed).
    public var distance = 0.0

    /// A contact of which nothing is known.
    public init() {}
}
