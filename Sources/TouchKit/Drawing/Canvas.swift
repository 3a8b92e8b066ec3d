/// The surface on which views draw. Coordinates are in logical points; the host maps them to pixels at the window's
/// scale.
public protocol Canvas: AnyObject {
    /// Saves the current transform, clip and opacity for ``restoreState()``.
    func saveState()
    /// Restores what the matching ``saveState()`` has saved.
    func restoreState()
    /// Moves the origin by an offset, in points.
    func translate(by offset: Point)
    /// Scales both axes about the origin.
    func scale(by factor: Double)
    /// Rotates the axes about the origin, in radians clockwise.
    func rotate(by angle: Double)
    /// Restricts drawing to a rectangle.
    func clip(to rect: Rect)
    /// Multiplies the opacity of what is drawn from here on, until the state is restored.
    func multiplyOpacity(by alpha: Double)
    /// Fills the inside of a path.
    func fill(_ path: Path, _ color: Color)
    /// Draws a line of `width` points along a path, half of it on either side.
    func stroke(_ path: Path, _ color: Color, width: Double)
    /// Draws text in a rectangle. The text is wrapped only if the style says so, and ends with an ellipsis if it does
    /// not fit.
    ///
    /// Finding the system's fonts can take longer than a window's first picture should wait. Until they are found no
    /// text is drawn; then the window is drawn again.
    func draw(_ text: String, in rect: Rect, style: TextStyle, color: Color)
    /// Returns the size of text on one line, in points; an estimate until its font is found.
    func size(of text: String, style: TextStyle) -> Size
}
