/// How far a recognizer has come in its attempt: what it has come to itself, what its arbiter has decided of that, and what
/// observers and actions have been told.
///
/// A plain value, and the only writer of a recognizer's states. Each input checks the one table of transitions
/// (``GestureRecognizer/State/allows(_:)``) and says what follows for the arbiter.
struct RecognizerProgress: Equatable {
    typealias State = GestureRecognizer.State

    /// What an input leads to.
    enum Consequence: Equatable {
        /// Nothing has changed.
        case nothing
        /// The recognizer has come to something that the arbiter has to decide about.
        case unresolved
        /// The assignment is no transition of the table; it has changed nothing.
        case invalid
    }

    /// The states that a recognizer has come to and that are not decided, in the only order that there is.
    private struct Pending: Equatable {
        var hasBegun = false
        var changes = 0
        var end: State?

        var isEmpty: Bool { !hasBegun && changes == 0 && end == nil }

        mutating func append(_ state: State) {
            switch state {
            case .began: hasBegun = true
            // Of a gesture that is only to begin, the changes are past when it does.
            case .changed: if !hasBegun { changes += 1 }
            case .ended, .cancelled: end = state
            case .possible, .failed: break
            }
        }
    }

    /// What the recognizer itself has come to.
    private(set) var state = State.possible
    /// What the arbiter has decided; `possible` while the recognizer is held back or has come to nothing.
    private(set) var decided = State.possible
    /// What observers and actions have been told; a step behind `decided` while reports are made.
    private(set) var announced = State.possible
    /// The state that actions are being told of right now.
    private(set) var reporting: State?
    private var pending = Pending()
    /// How often an attempt was cancelled from outside (the recognizer was disabled or detached, or left its window): a
    /// report that was decided before is void.
    private(set) var cancellations = 0

    /// What the public `state` is: inside an action what is being reported, elsewhere what the recognizer has come to.
    var visible: State { reporting ?? state }

    /// Whether the recognizer has left the possible state, in its own eyes or in the arbiter's.
    var hasLeftPossible: Bool { state != .possible || decided != .possible }

    /// Whether the recognizer has come to something that was not decided.
    var hasPending: Bool { !pending.isEmpty }

    /// Whether the arbiter has recognized it in this attempt.
    var isRecognized: Bool { decided != .possible && decided != .failed }

    /// Whether others do not know yet what comes of it.
    var isUndecided: Bool { decided == .possible && state != .failed }

    /// Whether it is a running continuous gesture of which no change is pending.
    var canNoteMovement: Bool { (state == .began || state == .changed) && pending.isEmpty }

    // MARK: Inputs of the recognizer

    /// The recognizer assigns a state. The state that it already has changes nothing, except that a changed gesture
    /// changes again; `failed` cancels a gesture that has begun; any other state that the table does not allow is invalid.
    mutating func assign(_ next: State) -> Consequence {
        if next == state, next != .changed { return .nothing }
        let isRunning = state == .began || state == .changed
        let next = next == .failed && isRunning ? .cancelled : next
        guard next != .possible && state.allows(next) else { return .invalid }
        state = next
        pending.append(next)
        return .unresolved
    }

    /// The recognizer fails, or is cancelled where it has begun; one that has ended stays as it is.
    mutating func fail() -> Consequence { state.isTerminal ? .nothing : assign(.failed) }

    // MARK: Inputs of the arbiter

    /// The arbiter fails the recognizer, whatever it has come to itself; one whose beginning was decided is cancelled.
    mutating func overrule() {
        pending = Pending()
        if decided == .began || decided == .changed {
            state = .cancelled
            pending.append(.cancelled)
        } else {
            state = .failed
        }
    }

    /// The arbiter decides that the recognizer has failed.
    mutating func decideFailure() { decided = .failed }

    /// The arbiter recognizes it, or lets a gesture that runs go on: passes each step to be reported to `report`, with the
    /// state before it. A gesture that was held back reports its beginning, and its end if that has come.
    mutating func release(_ report: (_ from: State, _ to: State) -> Void) {
        func step(to next: State) {
            report(decided, next)
            decided = next
        }
        if pending.hasBegun { step(to: .began) }
        for _ in 0..<pending.changes { step(to: .changed) }
        if let end = pending.end { step(to: end) }
        pending = Pending()
    }

    /// Observers are told of a state; returns the one that they were told of before.
    mutating func announce(_ state: State) -> State {
        defer { announced = state }
        return announced
    }

    /// Actions are told of a state from now on; nil when they have been.
    mutating func report(_ state: State?) { reporting = state }

    /// The attempt is cancelled from outside: what was decided and not yet announced is void, and what has not come to
    /// its end fails or is cancelled.
    mutating func cancelAttempt() {
        cancellations += 1
        decided = announced
        if !decided.isTerminal { overrule() }
    }

    /// The attempt is over.
    mutating func reset() {
        let cancellations = cancellations
        self = RecognizerProgress()
        self.cancellations = cancellations
    }
}
