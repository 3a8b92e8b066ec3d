/// Edges of a window.
public nonisolated struct WindowEdges: OptionSet, Hashable, Sendable {
    /// The bits that `xdg_toplevel.resize_edge` has.
    public let rawValue: UInt32

    /// The edges of some bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = WindowEdges(rawValue: 1)
    /// The lower edge.
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
