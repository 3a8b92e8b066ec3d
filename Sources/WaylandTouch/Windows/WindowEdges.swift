/// The edges of a toplevel that follow a touch while the user resizes it.
public nonisolated struct WindowEdges: OptionSet, Hashable, Sendable {
    /// The bits of `xdg_toplevel.resize_edge`.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The top edge.
    public static let top = WindowEdges(rawValue: 1)
    /// The bottom edge.
    public static let bottom = WindowEdges(rawValue: 2)
    /// The left edge.
    public static let left = WindowEdges(rawValue: 4)
    /// The right edge.
    public static let right = WindowEdges(rawValue: 8)

    var areResizable: Bool {
        let known: WindowEdges = [.top, .bottom, .left, .right]
        return !isEmpty && isSubset(of: known) && !isSuperset(of: [.top, .bottom]) && !isSuperset(of: [.left, .right])
    }
}
