/// The key presses at one time.
public final class PressesEvent {
    /// The time of the event, on the event clock.
    public let timestamp: EventTime
    /// The presses of all keys that are down or changed in this event.
    public let allPresses: Set<Press>

    /// Creates an event.
    package init(timestamp: EventTime, allPresses: Set<Press>) {
        self.timestamp = timestamp
        self.allPresses = allPresses
    }

    /// Returns the presses that are in a phase as of this event. Presses that did not change are
    /// ``Press/Phase/stationary``.
    public func presses(in phase: Press.Phase) -> Set<Press> {
        allPresses.filter { $0.phase == phase && (phase == .stationary || $0.timestamp == timestamp) }
    }
}
