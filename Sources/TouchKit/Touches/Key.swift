/// A key of a keyboard, as the keyboard's layout defines it.
public nonisolated struct Key: Hashable, Sendable {
    /// The xkb name of the key's symbol in the current layout: `Escape`, `q`, `question`, `F1`.
    public let name: String
    /// The text that the key types; empty for keys that type none.
    public let characters: String
    /// The modifiers that are held together with the key.
    public let modifiers: Modifiers

    /// Creates a key.
    public init(name: String, characters: String, modifiers: Modifiers = []) {
        self.name = name
        self.characters = characters
        self.modifiers = modifiers
    }

    /// Keys that change the meaning of other keys.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit for each modifier.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Shift.
        public static let shift = Modifiers(rawValue: 1)
        /// Control.
        public static let control = Modifiers(rawValue: 2)
        /// Alt.
        public static let alternate = Modifiers(rawValue: 4)
        /// The logo key.
        public static let command = Modifiers(rawValue: 8)
    }
}
