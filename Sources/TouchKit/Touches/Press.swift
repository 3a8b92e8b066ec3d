/// A key of a keyboard, from press to release.
public final class Press {
    /// The phase of a press.
    public nonisolated enum Phase: Hashable, Sendable {
        /// The key went down.
        case began
        /// The key is held and repeats.
        case changed
        /// The key is held and did not change in this event.
        case stationary
        /// The key was released.
        case ended
        /// The press was cancelled: the keyboard lost its focus or went away while the key was held.
        case cancelled
    }

    /// The key and the text that it types.
    public let key: Key
    /// The keyboard that the key belongs to.
    public let device: InputDevice
    /// The phase, as of the event that is being handled.
    public internal(set) var phase: Phase
    /// The time of its last change, on the event clock.
    public internal(set) var timestamp: EventTime

    /// Creates a press that begins.
    ///
    /// - Parameters:
    ///   - key: The key and the text that it types.
    ///   - device: The keyboard; by default the first device of seat 0.
    ///   - time: The time at which the key went down, on the event clock.
    package init(key: Key, of device: InputDevice = InputDevice(seat: 0, generation: 0), at time: EventTime) {
        self.key = key
        self.device = device
        phase = .began
        timestamp = time
    }

    /// Sets the phase and the time, as the host reports them.
    package func advance(to phase: Phase, at time: EventTime) {
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
