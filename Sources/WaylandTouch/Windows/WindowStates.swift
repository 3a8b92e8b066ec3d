/// The states in which the compositor shows a toplevel.
public nonisolated struct WindowStates: OptionSet, Hashable, Sendable {
    /// A bit `1 << n` for each state with the value `n` in `xdg_toplevel.state`.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Decodes an array of protocol states; unknown ones are ignored.
    init(_ values: [UInt32]) {
        rawValue = values.reduce(0) { (1...9).contains($1) ? $0 | 1 << $1 : $0 }
    }

    /// The toplevel is maximized: it fills the screen except for panels.
    public static let maximized = WindowStates(rawValue: 1 << 1)
    /// The toplevel is fullscreen.
    public static let fullscreen = WindowStates(rawValue: 1 << 2)
    /// The user is resizing the toplevel.
    public static let resizing = WindowStates(rawValue: 1 << 3)
    /// The toplevel should be drawn as the active one.
    public static let activated = WindowStates(rawValue: 1 << 4)
    /// The left edge touches another window or the edge of the screen.
    public static let tiledLeft = WindowStates(rawValue: 1 << 5)
    /// The right edge touches another window or the edge of the screen.
    public static let tiledRight = WindowStates(rawValue: 1 << 6)
    /// The top edge touches another window or the edge of the screen.
    public static let tiledTop = WindowStates(rawValue: 1 << 7)
    /// The bottom edge touches another window or the edge of the screen.
    public static let tiledBottom = WindowStates(rawValue: 1 << 8)
    /// The toplevel is not visible, so it is not drawn.
    public static let suspended = WindowStates(rawValue: 1 << 9)
}
