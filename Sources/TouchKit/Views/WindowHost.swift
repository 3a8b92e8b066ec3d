/// Shows a window on a screen.
public protocol WindowHost: AnyObject {
    /// Requests that a part of a window, in its coordinates, is drawn again. The parts of several calls add up.
    func window(_ window: Window, needsDisplayIn rect: Rect)
    /// The number of pixels of one point of the window on the screen; greater than 0.
    var scale: Double { get }
}
