/// What a view draws on. Coordinates are logical points; the host maps them to pixels at the window's scale.
public protocol Canvas: AnyObject {
    /// Keeps the present transform, clip and opacity, to be brought back by ``restoreState()``.
    func saveState()
    /// Brings back what the matching ``saveState()`` kept.
    func restoreState()
    /// Moves the origin.
    func translate(by offset: Point)
    /// Stretches both axes about the origin.
    func scale(by factor: Double)
    /// Turns the axes about the origin, clockwise, in radians.
    func rotate(by angle: Double)
    /// Narrows the drawn area to a rectangle.
    func clip(to rect: Rect)
    /// Multiplies the opacity of everything drawn from here on, until the state is restored.
    func multiplyOpacity(by alpha: Double)
    /// Fills the inside of a path.
    func fill(_ path: Path, _ color: Color)
    /// Draws a line of `width` points along a path, half of it on either side.
    func stroke(_ path: Path, _ color: Color, width: Double)
    /// Draws text into a rectangle, wrapped at its width only if the style says so, cut with an ellipsis where it
    /// does not fit.
    ///
    /// Finding the system's fonts takes longer than a window's first picture is to wait. As long as they are not found
    /// nothing is drawn, and the window is drawn anew when they are.
    func draw(_ text: String, in rect: Rect, style: TextStyle, color: Color)
    /// How large text of a style is, set on one line; a guess as long as its font is not found.
    func size(of text: String, style: TextStyle) -> Size
}
