/// The state of a recognizer in its attempt, in three steps: what the recognizer itself has reached, what the arbiter
/// has decided about it, and what observers and actions have been notified of.
///
/// A plain value, and the only writer of a recognizer's states. Each input is checked against the one table of
/// transitions (``GestureRecognizer/State/allows(_:)``) and returns the consequence for the arbiter.
struct RecognizerProgress: Equatable {
    typealias State = GestureRecognizer.State

    /// The consequence of an input.
    enum Consequence: Equatable {
        /// The input changed nothing.
        case nothing
        /// The recognizer has reached a state about which the arbiter has to decide.
        case unresolved
        /// A recognized gesture has changed. Nothing is to be decided, so the report may wait for further moves.
        case changed
        /// The assignment is not in the table of transitions, and changed nothing.
        case invalid
    }

    /// The states that the recognizer has reached and the arbiter has not decided about. They are reported in the order
    /// of the properties.
    private struct Pending: Equatable {
        var hasBegun = false
        var hasChanged = false
        var end: State?

        var isEmpty: Bool { !hasBegun && !hasChanged && end == nil }

        mutating func append(_ state: State) {
            switch state {
            case .began: hasBegun = true
            // A gesture that is yet to begin reports its beginning as it is then, so changes before it do not count.
            case .changed: if !hasBegun { hasChanged = true }
            case .ended, .cancelled: end = state
            case .possible, .failed: break
            }
        }
    }

    /// The state that the recognizer itself has reached.
    private(set) var state = State.possible
    /// The state that the arbiter has decided; `possible` while the recognizer is held back or undecided.
    private(set) var decided = State.possible
    /// The state of which observers and actions were notified last; behind `decided` while reports are being made.
    private(set) var announced = State.possible
    /// The state of which actions are being notified at the moment.
    private(set) var reporting: State?
    private var pending = Pending()
    /// How often an attempt was cancelled from outside, because the recognizer was disabled, was detached or left its
    /// window. A report that was decided before is void.
    private(set) var cancellations = 0

    /// The public `state`: inside an action the one that is being reported, elsewhere the one that the recognizer has
    /// reached.
    var visible: State { reporting ?? state }

    /// Whether the recognizer has left the possible state, by itself or by decision of the arbiter.
    var hasLeftPossible: Bool { state != .possible || decided != .possible }

    /// Whether the recognizer has reached states about which the arbiter has not decided.
    var hasPending: Bool { !pending.isEmpty }

    /// Whether the arbiter has recognized the gesture in this attempt.
    var isRecognized: Bool { decided != .possible && decided != .failed }

    /// Whether the outcome is still open for other recognizers.
    var isUndecided: Bool { decided == .possible && state != .failed }

    /// Whether the gesture is a running continuous one that has reported everything.
    var canNoteMovement: Bool { (state == .began || state == .changed) && pending.isEmpty }

    // MARK: Inputs of the recognizer

    /// Assigns a state. Assigning the current state changes nothing, except that a changed gesture changes again.
    /// Assigning `failed` cancels a gesture that has begun. Any other state that the table does not allow is invalid.
    mutating func assign(_ next: State) -> Consequence {
        if next == state, next != .changed { return .nothing }
        let isRunning = state == .began || state == .changed
        let next = next == .failed && isRunning ? .cancelled : next
        guard next != .possible && state.allows(next) else { return .invalid }
        state = next
        pending.append(next)
        return next == .changed && isRecognized ? .changed : .unresolved
    }

    /// Fails the gesture, or cancels it if it has begun. A gesture in a terminal state keeps it.
    mutating func fail() -> Consequence { state.isTerminal ? .nothing : assign(.failed) }

    // MARK: Inputs of the arbiter

    /// Fails the gesture by decision of the arbiter, whatever state it has reached; cancels it if its beginning was
    /// decided.
    mutating func overrule() {
        pending = Pending()
        if decided == .began || decided == .changed {
            state = .cancelled
            pending.append(.cancelled)
        } else {
            state = .failed
        }
    }

    /// Records the arbiter's decision that the gesture has failed.
    mutating func decideFailure() { decided = .failed }

    /// Recognizes the gesture, or lets a running gesture continue. Calls `report` with each step and the state before
    /// it: a gesture that was held back reports its beginning and, if it is over, its end.
    mutating func release(_ report: (_ from: State, _ to: State) -> Void) {
        func step(to next: State) {
            report(decided, next)
            decided = next
        }
        if pending.hasBegun { step(to: .began) }
        if pending.hasChanged { step(to: .changed) }
        if let end = pending.end { step(to: end) }
        pending = Pending()
    }

    /// Records a state of which observers are notified. Returns the one before.
    mutating func announce(_ state: State) -> State {
        defer { announced = state }
        return announced
    }

    /// Records the state of which actions are being notified; nil when they have been.
    mutating func report(_ state: State?) { reporting = state }

    /// Cancels the attempt from outside. Decisions that were not announced are void, and a gesture that has not ended
    /// fails or is cancelled.
    mutating func cancelAttempt() {
        cancellations += 1
        decided = announced
        if !decided.isTerminal { overrule() }
    }

    /// Starts over for the next attempt.
    mutating func reset() {
        let cancellations = cancellations
        self = RecognizerProgress()
        self.cancellations = cancellations
    }
}
