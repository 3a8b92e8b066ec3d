/// The position of a pointer without a button held.
package enum Hover {
    /// Over a window, at a point of its coordinates.
    case over(Window, at: Point)
    /// Over no window of the program.
    case away
}
