/// The state that the parts of a dispatcher share: its settings, and the input that is being handled.
final class DispatchContext {
    /// The settings for recognizers and the counting of taps.
    var settings: GestureSettings
    /// The number of the frame that is being handled. It tells which touches were down in the same frame.
    var frameNumber = 0

    /// The observers of transitions, input and removals.
    var observers: DispatchObservers {
        get { storedObservers }
        set { storedObservers = newValue }
    }

    // Hot-path state is private and reassigned, never changed in place, so the compiler can leave out exclusivity checks.
    private var time = EventTime(nanoseconds: 0)
    private var storedObservers = DispatchObservers()

    /// The time of the event or deadline that is being handled, or was handled last.
    var now: EventTime {
        get { time }
        set { time = newValue }
    }

    init(settings: GestureSettings) { self.settings = settings }
}
