/// A key of a keyboard, from press to release.
public final class Press {
    /// Where a press stands in its life.
    public nonisolated enum Phase: Hashable, Sendable {
        /// The key went down.
        case began
        /// It is held and repeats.
        case changed
        /// It is held, and nothing else is said of it in this event.
        case stationary
        /// It was released.
        case ended
        /// The keyboard or its focus was taken away while it was held.
        case cancelled
    }

    /// The key and what it types.
    public let key: Key
    /// The keyboard that the key belongs to.
    public let device: InputDevice
    /// Where it stands.
    public internal(set) var phase: Phase
    /// The time of its last change, on the event clock.
    public internal(set) var timestamp: EventTime

    /// A press that begins.
    ///
    /// - Parameters:
    ///   - key: The key and what it types.
    ///   - device: The keyboard; by default the first device of seat 0.
    ///   - time: When the key went down.
    public init(key: Key, of device: InputDevice = InputDevice(seat: 0, generation: 0), at time: EventTime) {
        self.key = key
        self.device = device
        phase = .began
        timestamp = time
    }

    /// Moves the press on in its life, as the host reports it.
    public func advance(to phase: Phase, at time: EventTime) {
        self.phase = phase
        timestamp = time
    }
}

nonisolated extension Press: Hashable {
    /// A press equals only itself.
    public static func == (a: Press, b: Press) -> Bool { a === b }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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

/// The presses of one moment.
public final class PressesEvent {
    /// When, on the event clock.
    public let timestamp: EventTime
    /// Every key that is down or changed now.
    public let allPresses: Set<Press>

    /// An event of some presses.
    public init(timestamp: EventTime, allPresses: Set<Press>) {
        self.timestamp = timestamp
        self.allPresses = allPresses
    }

    /// The presses that this event reports as being in a phase. ``Press/Phase/stationary`` presses did not change.
    public func presses(in phase: Press.Phase) -> Set<Press> {
        allPresses.filter { $0.phase == phase && (phase == .stationary || $0.timestamp == timestamp) }
    }
}
