/// What a recognizer reports, as a value that can be kept: for those who await gestures and do not add actions.
public nonisolated struct GestureEvent: Hashable, Sendable {
    /// What is reported: began, changed, ended or cancelled.
    public let state: GestureRecognizer.State
    /// The time of the event or of the deadline that decided, on the event clock.
    public let time: EventTime
    /// Where the gesture is, in the coordinates of the recognizer's view.
    public let location: Point
    /// How many fingers it has.
    public let numberOfTouches: Int
}

extension GestureRecognizer {
    /// What the recognizer reports from now on, one event for each time that its actions run.
    ///
    /// Each use makes a sequence of its own, which keeps what was not yet taken and ends when the recognizer is
    /// detached from its view or has gone. The event is a value: by the time that a task takes it, the recognizer may
    /// be further on. UIKit has no such thing.
    public final var events: AsyncStream<GestureEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: GestureEvent.self)
        listeners.append(continuation)
        return stream
    }

    /// Tells whoever awaits its events.
    final func tellListeners(_ state: State) {
        guard !listeners.isEmpty else { return }
        let event = GestureEvent(
            state: state, time: now, location: location(in: view), numberOfTouches: numberOfTouches)
        listeners.removeAll { listener in
            if case .terminated = listener.yield(event) { true } else { false }
        }
    }
}
