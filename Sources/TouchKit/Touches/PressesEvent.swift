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
