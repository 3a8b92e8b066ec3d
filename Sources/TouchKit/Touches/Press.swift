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
