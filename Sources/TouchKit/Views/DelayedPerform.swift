/// An action that runs at a later time of the event clock; see ``Responder/perform(after:_:)``.
public final class DelayedPerform {
    weak var target: Responder?
    private var action: (() -> Void)?

    init(target: Responder, action: @escaping () -> Void) {
        self.target = target
        self.action = action
    }

    /// Whether the action has no delay.
    var isImmediate = false
    /// The number of the perform if it has no delay and another perform without delay has scheduled it; otherwise 0.
    var number = 0

    /// The time at which the action is due, on the event clock; nil once it has run or was cancelled.
    public internal(set) var due: EventTime?

    /// Whether the action is still to run.
    public var isPending: Bool { due != nil }

    /// Cancels the action, unless it has run already.
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
