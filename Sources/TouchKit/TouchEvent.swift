/// The touches of one moment: what one frame of a device changed, and all others that are down.
///
/// The same touches change in place from event to event: read what you need inside the handler.
public final class TouchEvent {
    /// When, on the event clock: the latest time in the frame.
    public private(set) var timestamp: EventTime
    /// Every touch that is down or has just ended, in all windows, those that did not change included.
    public var allTouches: Set<Touch> {
        if let all { return all }
        let all = Set(present.filter { $0.isDown || changes.contains($0) }).union(changes)
        self.all = all
        return all
    }
    /// What changed, in the order in which the device reported it.
    var changes: [Touch]

    private var present: [Touch]
    private var all: Set<Touch>?

    /// An event of some changes, while other touches are present.
    init(timestamp: EventTime, present: [Touch], changes: [Touch] = []) {
        self.timestamp = timestamp
        self.present = present
        self.changes = changes
    }

    /// Becomes an event of another time that has no changes yet. The same object serves while nobody keeps it.
    func renew(timestamp: EventTime) {
        self.timestamp = timestamp
        all = nil
        present = []
        changes.removeAll(keepingCapacity: true)
    }

    /// Notes which touches there are.
    func note(present touches: [Touch]) { present = touches }

    /// The touches of a window.
    public func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

    /// The touches that came down in a view.
    public func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

    /// The touches that a recognizer is receiving.
    public func touches(for recognizer: GestureRecognizer) -> Set<Touch> { Set(recognizer.touches) }

    /// Every sample of a touch since it was last delivered, oldest first, the delivered one last; nil where the touch
    /// did not move in this event.
    public func coalescedTouches(for touch: Touch) -> [CoalescedTouch]? {
        changes.contains(touch) && !touch.samples.isEmpty ? touch.samples : nil
    }
}
