/// What the parts of a dispatcher share: its settings, and what is being handled.
final class DispatchContext {
    /// The numbers that recognizers and tap counting go by.
    var settings: GestureSettings
    /// The event of the frame that is being handled; nil while time alone is.
    var event: TouchEvent?
    /// The number of the frame that is being handled, by which touches that were down at one moment are told.
    var frameNumber = 0

    /// Who observes transitions and frames.
    var observers: DispatchObservers {
        get { storedObservers }
        set { storedObservers = newValue }
    }

    // Hot-path state is private and reassigned, never changed in place, so the compiler can leave out exclusivity checks.
    private var time = EventTime(nanoseconds: 0)
    private var storedObservers = DispatchObservers()

    /// The time of the event or of the deadline that is being handled, or was last.
    var now: EventTime {
        get { time }
        set { time = newValue }
    }

    init(settings: GestureSettings) { self.settings = settings }
}
