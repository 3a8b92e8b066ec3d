/// The touches at one time: those that a frame of a device has changed, and all others that are down.
///
/// The touches change in place from one event to the next, so read what you need inside the handler.
public final class TouchEvent {
    /// The time of the event, on the event clock: the latest time in the frame.
    public var timestamp: EventTime { time }
    /// All touches that are down or ended in this event, in all windows, including those that did not change.
    public var allTouches: Set<Touch> {
        if let all { return all }
        let all = changes.set.union(present.filter(\.isDown))
        self.all = all
        return all
    }
    /// The touches that changed, in the order in which the device reported them.
    let changes: TouchGroup
    /// The window that receives all changes of the event, while it receives them. Reading the touches' weak references
    /// to their window instead would take a twelfth of the time of a move.
    var addressee: ObjectIdentifier?

    private var time: EventTime
    private var present: [Touch]
    private var all: Set<Touch>?

    /// Creates an event with some changes, while other touches are present.
    init(timestamp: EventTime, present: [Touch], changes: TouchGroup) {
        time = timestamp
        self.present = present
        self.changes = changes
    }

    // Safe to release on any thread; skipping the main-actor hop is faster.
    nonisolated deinit {}

    /// Reuses the event for another time and other changes of the same touches.
    func reuse(timestamp: EventTime, present: [Touch]) {
        time = timestamp
        self.present = present
        all = nil
    }

    /// Returns the touches in a window.
    public func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

    /// Returns the touches that came down in a view.
    public func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

    /// Returns the touches that a recognizer is receiving.
    public func touches(for recognizer: GestureRecognizer) -> Set<Touch> { Set(recognizer.touches) }

    /// Returns the samples of a touch since it was last delivered, oldest first; the last one is the one that is
    /// delivered. Nil if the touch did not move in this event.
    ///
    /// UIKit returns touches. A ``CoalescedTouch`` has only the time and the position of a sample.
    public func coalescedTouches(for touch: Touch) -> [CoalescedTouch]? {
        changes.set.contains(touch) ? touch.coalesced : nil
    }
}
