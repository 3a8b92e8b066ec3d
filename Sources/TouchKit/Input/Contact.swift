/// The shape and force of a contact, as the device reports them.
package nonisolated struct Contact: Hashable, Sendable {
    /// The radius along the longer axis, in points; 0 if unknown.
    package var majorRadius = 0.0
    /// The radius along the shorter axis, in points; 0 if unknown.
    package var minorRadius = 0.0
    /// The angle of the longer axis, in radians clockwise from upright.
    package var orientation = 0.0
    /// The force: 1 is an average touch, 0 unknown.
    package var force = 0.0
    /// The angle of a stylus to the surface, in radians: π/2 is upright, 0 is flat.
    package var altitude = Double.pi / 2
    /// The direction in which a stylus leans, in radians clockwise from the x axis.
    package var azimuth = 0.0
    /// The distance of a hovering stylus from the surface: 0 touches it, 1 is the largest distance that the device
    /// senses.
    package var distance = 0.0

    /// Creates a contact with nothing known.
    package init() {}
}
