/// Where a pointer without a button held is.
public enum Hover {
    /// Over a window, at a place in its coordinates.
    case over(Window, at: Point)
    /// Over none of ours.
    case away
}
