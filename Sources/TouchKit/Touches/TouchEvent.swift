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
    private let present: [Touch]
    private var all: Set<Touch>?

    /// Creates an event with some changes, while other touches are present.
    init(timestamp: EventTime, present: [Touch], changes: TouchGroup) {
        time = timestamp
        self.present = present
        self.changes = changes
    }

    // Safe to release on any thread; skipping the main-actor hop is faster.
    nonisolated deinit {}

    /// Reuses the event for another move of its only touch.
    func reuse(at timestamp: EventTime) { time = timestamp }

    /// Returns the touches in a window.
    public func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

    /// Returns the touches that came down in a view.
    public func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

    /// Returns the touches that a recognizer is receiving.
    public func touches(for recognizer: GestureRecognizer) -> Set<Touch> { Set(recognizer.touches) }

    /// Returns copies of a touch after each of its moves that this event stands for, oldest first; the last one is like
    /// the touch itself. Nil if the touch did not move in this event.
    ///
    /// A view is told once of all moves that its program has read together, or before the next other event. Each copy
    /// has the time, the location, the previous location, the shape and the force of one move. A recognizer receives
    /// each frame of the device, and gets the moves of that frame. Copies are made at each call and are not among
    /// ``allTouches``.
    public func coalescedTouches(for touch: Touch) -> [Touch]? { changes.set.contains(touch) ? touch.coalesced : nil }
}
