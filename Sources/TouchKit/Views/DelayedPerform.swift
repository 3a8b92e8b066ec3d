/// An action that waits for its time on the event clock.
public final class DelayedPerform {
    weak var target: Responder?
    private var action: (() -> Void)?

    init(target: Responder, action: @escaping () -> Void) {
        self.target = target
        self.action = action
    }

    /// Whether it has no delay.
    var isImmediate = false
    /// Which one it is, if it has no delay and another such one has asked for it; otherwise 0.
    var number = 0

    /// When it is due; nil once it has run or was cancelled.
    public internal(set) var due: EventTime?

    /// Whether it still waits.
    public var isPending: Bool { due != nil }

    /// Drops the action if it has not run yet.
    public func cancel() {
        due = nil
        action = nil
    }

    func run() {
        let action = due == nil ? nil : action
        cancel()
        if target != nil { action?() }
    }
}
