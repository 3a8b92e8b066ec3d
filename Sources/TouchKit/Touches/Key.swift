/// A key, as the keymap reads it.
public nonisolated struct Key: Hashable, Sendable {
    /// The name of the key's symbol in the current layout, as xkb has it: `Escape`, `q`, `question`, `F1`.
    public let name: String
    /// The text that it types; empty for keys that type none.
    public let characters: String
    /// The modifiers held with it.
    public let modifiers: Modifiers

    /// A key of a name, the text that it types, and modifiers.
    public init(name: String, characters: String, modifiers: Modifiers = []) {
        self.name = name
        self.characters = characters
        self.modifiers = modifiers
    }

    /// Keys that change the meaning of others.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit a modifier.
        public let rawValue: UInt8
        /// A set of the bits given.
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
