/// A value that describes one report of a recognizer: for programs that await ``GestureRecognizer/events`` instead of
/// adding actions.
public nonisolated struct GestureEvent: Hashable, Sendable {
    /// The reported state: began, changed, ended or cancelled.
    public let state: GestureRecognizer.State
    /// The time of the input or deadline that led to the report, on the event clock.
    public let time: EventTime
    /// The location of the gesture, in the coordinates of the recognizer's view.
    public let location: Point
    /// The number of touches of the gesture.
    public let numberOfTouches: Int
}

extension GestureRecognizer {
    /// A sequence of the recognizer's reports from now on, one for each time that its actions run.
    ///
    /// Each access creates a sequence of its own. The sequence keeps the events that were not read yet, and ends when
    /// the recognizer is detached from its view or deallocated. The events are values: the recognizer may have changed
    /// further before a task reads one. UIKit has no such property.
    public final var events: AsyncStream<GestureEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: GestureEvent.self)
        listeners.append(continuation)
        return stream
    }

    /// Adds a report to the sequences of the tasks that await ``events``.
    final func notifyListeners(_ state: State) {
        guard !listeners.isEmpty else { return }
        let event = GestureEvent(
            state: state, time: now, location: location(in: view), numberOfTouches: numberOfTouches)
        listeners.removeAll { listener in
            if case .terminated = listener.yield(event) { true } else { false }
        }
    }
}
