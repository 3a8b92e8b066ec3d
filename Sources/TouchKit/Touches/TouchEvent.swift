/// The touches of one moment: what one frame of a device changed, and all others that are down.
///
/// The same touches change in place from event to event: read what you need inside the handler.
public final class TouchEvent {
    /// When, on the event clock: the latest time in the frame.
    public var timestamp: EventTime { time }
    /// Every touch that is down or has just ended, in all windows, those that did not change included.
    public var allTouches: Set<Touch> {
        if let all { return all }
        let all = changes.set.union(present.filter(\.isDown))
        self.all = all
        return all
    }
    /// What changed, in the order in which the device reported it.
    let changes: TouchGroup
    /// The window that it is on its way to, where that gets all of it. To ask the touches would be to load a weak
    /// reference, which is a twelfth of what a move takes.
    var addressee: ObjectIdentifier?

    private var time: EventTime
    private var present: [Touch]
    private var all: Set<Touch>?

    /// An event of some changes, while other touches are present.
    init(timestamp: EventTime, present: [Touch], changes: TouchGroup) {
        time = timestamp
        self.present = present
        self.changes = changes
    }

    // It minds not where the last one lets go of it, and to look that up takes longer.
    nonisolated deinit {}

    /// Becomes an event of another time with changes of the same touches.
    func renew(timestamp: EventTime, present: [Touch]) {
        time = timestamp
        self.present = present
        all = nil
    }

    /// The touches of a window.
    public func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

    /// The touches that came down in a view.
    public func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

    /// The touches that a recognizer is receiving.
    public func touches(for recognizer: GestureRecognizer) -> Set<Touch> { Set(recognizer.touches) }

    /// Every sample of a touch since it was last delivered, oldest first, the delivered one last; nil where the touch
    /// did not move in this event.
    public func coalescedTouches(for touch: Touch) -> [CoalescedTouch]? {
        changes.set.contains(touch) ? touch.coalesced : nil
    }
}
