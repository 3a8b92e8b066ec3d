/// Who shows a window.
public protocol WindowHost: AnyObject {
    /// A part of a window, in its coordinates, is to be drawn anew. Several calls add up.
    func window(_ window: Window, needsDisplayIn rect: Rect)
    /// The pixels that one point of the window has on screen, above 0.
    var scale: Double { get }
}
