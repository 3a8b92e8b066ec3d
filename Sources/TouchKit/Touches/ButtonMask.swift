/// Buttons of a pointer.
public nonisolated struct ButtonMask: OptionSet, Hashable, Sendable {
    /// One bit for each button; the primary one is the lowest.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The main button, usually the left one.
    public static let primary = ButtonMask(rawValue: 1 << 0)
    /// The second button, usually the right one.
    public static let secondary = ButtonMask(rawValue: 1 << 1)
    /// The third button, usually the wheel.
    public static let middle = ButtonMask(rawValue: 1 << 2)
}
