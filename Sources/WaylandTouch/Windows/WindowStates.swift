/// How the compositor shows a window.
public nonisolated struct WindowStates: OptionSet, Hashable, Sendable {
    /// The bit `1 << n` for each state that `xdg_toplevel.state` calls `n`.
    public let rawValue: UInt32

    /// The states of some bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The states that an array of the protocol's names; those that are unknown are left out.
    init(_ values: [UInt32]) {
        rawValue = values.reduce(0) { (1...9).contains($1) ? $0 | 1 << $1 : $0 }
    }

    /// It fills the room that there is beside panels.
    public static let maximized = WindowStates(rawValue: 1 << 1)
    /// It fills the screen.
    public static let fullscreen = WindowStates(rawValue: 1 << 2)
    /// The user is resizing it.
    public static let resizing = WindowStates(rawValue: 1 << 3)
    /// It looks like the one that is used.
    public static let activated = WindowStates(rawValue: 1 << 4)
    /// Its left edge meets another window, or the screen's.
    public static let tiledLeft = WindowStates(rawValue: 1 << 5)
    /// Its right edge does.
    public static let tiledRight = WindowStates(rawValue: 1 << 6)
    /// Its upper edge does.
    public static let tiledTop = WindowStates(rawValue: 1 << 7)
    /// Its lower edge does.
    public static let tiledBottom = WindowStates(rawValue: 1 << 8)
    /// Nobody can see it: it is not drawn.
    public static let suspended = WindowStates(rawValue: 1 << 9)
}
