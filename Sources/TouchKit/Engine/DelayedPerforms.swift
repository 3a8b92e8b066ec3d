/// The delayed performs that are waiting, earliest first. Those that are due at the same time are in the order in which
/// they were scheduled.
final class DelayedPerforms {
    // Reassigned, never changed in place, so that the compiler can leave out exclusivity checks.
    private var waiting: [DelayedPerform] = []
    /// The number of performs that were ever scheduled.
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

    /// Cancels the performs whose responder was deallocated or is in no window.
    func dropThoseOutsideWindows() {
        for perform in waiting where perform.target?.responderWindow == nil { perform.cancel() }
        dropCancelled()
    }

    /// Runs a perform that was taken out.
    func run(_ perform: DelayedPerform) {
        isRunningImmediate = perform.isImmediate
        perform.run()
        isRunningImmediate = false
    }

    /// Takes out the first perform that is due at or before a time. A perform without delay that another such perform
    /// has scheduled is taken only if it is among the first `earlier`: two performs that schedule each other would
    /// otherwise leave no time for events.
    func takeDue(at time: EventTime, amongFirst earlier: Int) -> DelayedPerform? {
        dropCancelled()
        guard let first = waiting.first, let due = first.due, due <= time, first.number <= earlier else { return nil }
        waiting = Array(waiting.dropFirst())
        return first
    }

    private func dropCancelled() { waiting = waiting.filter(\.isPending) }
}
