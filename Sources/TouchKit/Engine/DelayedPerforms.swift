/// The delayed performs that wait, earliest first; those of one instant in the order in which they were asked for.
final class DelayedPerforms {
    // Replaced as a whole, as what every move reads is.
    private var waiting: [DelayedPerform] = []
    /// How many have ever been asked for.
    private(set) var count = 0
    private var isRunningImmediate = false
    var now: () -> EventTime = { EventTime(nanoseconds: 0) }

    var nextDue: EventTime? {
        for perform in waiting where perform.isPending { return perform.due }
        return nil
    }

    func schedule(_ perform: DelayedPerform, after delay: Duration) {
        let due = now().advanced(by: max(delay, .zero))
        perform.due = due
        count += 1
        perform.isImmediate = delay <= .zero
        perform.number = isRunningImmediate && delay <= .zero ? count : 0
        dropCancelled()
        let place = waiting.firstIndex { $0.due.map { $0 > due } ?? false } ?? waiting.endIndex
        waiting = waiting[..<place] + [perform] + waiting[place...]
    }

    func cancel(target: Responder) {
        for perform in waiting where perform.target === target { perform.cancel() }
        dropCancelled()
    }

    /// Cancels those whose responder has gone or is in no window.
    func dropThoseOutsideWindows() {
        for perform in waiting where perform.target?.responderWindow == nil { perform.cancel() }
        dropCancelled()
    }

    /// Runs one that was taken out.
    func run(_ perform: DelayedPerform) {
        isRunningImmediate = perform.isImmediate
        perform.run()
        isRunningImmediate = false
    }

    /// Takes out the first one that is due at an instant or before it; but one without a delay that another such one
    /// has asked for only if it was among the first `earlier`, so that two which ask for each other leave time for
    /// events.
    func takeDue(at time: EventTime, amongFirst earlier: Int) -> DelayedPerform? {
        dropCancelled()
        guard let first = waiting.first, let due = first.due, due <= time, first.number <= earlier else { return nil }
        waiting = Array(waiting.dropFirst())
        return first
    }

    private func dropCancelled() { waiting = waiting.filter(\.isPending) }
}
