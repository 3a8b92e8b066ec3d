/// Decides which recognizers are recognized, which wait and which fail. It looks at all active recognizers at once and
/// repeats its passes until nothing changes, so that the result does not depend on the order in which they received a
/// touch.
///
/// Recognizers report the states that they have reached. Only the arbiter decides about them, runs actions and resets
/// recognizers.
final class Arbiter {
    private let context: DispatchContext
    private let tracker: TouchTracker
    private let views: ViewDelivery
    /// Called when an outermost step and everything that follows from it are done.
    var whenResolved: () -> Void = {}

    /// Whether a step is being made or resolved.
    private(set) var isPerforming = false
    /// The recognizers whose attempt has begun and that were not reset since.
    private(set) var active: [GestureRecognizer] = [] { didSet { isFirstDeadlineKnown = false } }
    /// Whether a recognizer has reached a state that the arbiter has not looked at.
    private var isUnresolved = false
    /// Whether something has happened that may end an attempt.
    private var mayReset = false
    /// Whether touches are being moved.
    private var isMoving = false
    /// What moves have led to and was not told yet.
    private var untold = Untold()

    /// What moves have led to without a decision: see ``move(_:)``.
    private struct Untold {
        /// Whether touches have moved.
        var moves = false
        /// Whether recognized gestures have changed.
        var changes = false
    }

    /// The earliest deadline of the active recognizers; valid if `isFirstDeadlineKnown`.
    private var firstDeadline: EventTime?
    private var isFirstDeadlineKnown = true

    /// A transition that was decided and is to be reported.
    private struct Report {
        let recognizer: GestureRecognizer
        let from: GestureRecognizer.State
        let to: GestureRecognizer.State
        /// The recognizer's ``RecognizerProgress/cancellations`` when the transition was decided.
        let cancellations: Int
    }

    init(_ context: DispatchContext, _ tracker: TouchTracker, _ views: ViewDelivery) {
        self.context = context
        self.tracker = tracker
        self.views = views
    }

    /// Breaks the reference cycles between recognizers and touches.
    func dissolve() {
        for recognizer in active {
            for touch in recognizer.attempt.received { touch.recipients.removeAll() }
            recognizer.attempt.dynamicRequirements.removeAll()
            recognizer.leave()
        }
    }

    /// The time of the event or deadline that is being handled.
    var now: EventTime { context.now }
    /// The number of the frame that is being handled.
    var frameNumber: Int { context.frameNumber }
    /// The settings of an attempt that begins now.
    var settings: GestureSettings { context.settings }

    // MARK: What recognizers report

    /// Handles that a recognizer has reached a state: its attempt begins, and there is something to decide.
    func cameToSomething(_ recognizer: GestureRecognizer) {
        begin(recognizer)
        perform {}
    }

    /// Handles that a recognized gesture has changed.
    func hasChanged(_ recognizer: GestureRecognizer) {
        untold.changes = true
        if !isMoving { perform {} }
    }

    /// Makes a recognizer active.
    func begin(_ recognizer: GestureRecognizer) {
        isUnresolved = true
        guard !active.contains(recognizer) else { return }
        active = active + [recognizer]
        recognizer.join(self)
    }

    /// Handles that a recognizer has lost a touch or a requirement: others may no longer wait for it, and its attempt
    /// may be over.
    func becameFree() {
        isUnresolved = true
        mayReset = true
        perform {}
    }

    /// Removes a recognizer from the recipients of all touches.
    func forgetTouches(of recognizer: GestureRecognizer) {
        for touch in tracker.touches { touch.recipients.removeAll { $0 === recognizer } }
    }

    /// Handles that a recognizer's deadline has changed.
    func deadlineChanged() { isFirstDeadlineKnown = false }

    /// Reports an assignment of a recognizer's state that the table of transitions does not allow.
    func refuse(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
        context.observers.notify(
            InvalidTransition(recognizer: recognizer, from: recognizer.progress.state, to: state, time: now))
    }

    // MARK: What the dispatcher reports

    /// Handles that touches have come down or ended, or that time has passed, so that an attempt may be over.
    func touchesChanged() { mayReset = true }

    /// Handles that a touch has moved too far to be a tap. Its view is told at once, since a view that tells taps apart
    /// by touch handlers decides then, and its decision must have the same time as that of a tap recognizer.
    func tapEnded() { isUnresolved = true }

    /// The earliest deadline of the active recognizers.
    var nextDeadline: EventTime? {
        if !isFirstDeadlineKnown {
            firstDeadline = nil
            for recognizer in active {
                if let deadline = recognizer.deadline { firstDeadline = min(firstDeadline ?? deadline, deadline) }
            }
            isFirstDeadlineKnown = true
        }
        return firstDeadline
    }

    /// Calls the recognizers whose deadline has come. Returns false if there are none.
    func reachDeadlines(at time: EventTime) -> Bool {
        mayReset = true
        var isAnyDue = false
        for recognizer in active where recognizer.deadline.map({ $0 <= time }) ?? false {
            recognizer.deadline = nil
            recognizer.deadlineReached()
            isAnyDue = true
        }
        return isAnyDue
    }

    /// Fails the recognizers whose sequence of taps the new touches do not continue, as if the time for the next tap
    /// had run out just before. The consequences are decided and the recognizers reset before any recognizer receives
    /// the new touches, so that a tap that breaks one sequence can be the first of the next.
    func breakSequences(by newcomers: TouchGroup) {
        var anyBroke = false
        for recognizer in tracker.recipients(of: newcomers.list) {
            guard let first = newcomers.list.first(where: { recognizer.mayReceive($0) }),
                let reason = recognizer.breakOfSequence(at: first)
            else { continue }
            recognizer.fail(reason)
            anyBroke = true
        }
        if anyBroke { resolve() }
    }

    /// Cancels the attempts of the recognizers of a view and of the views inside it.
    func cancelAttempts(in view: View, _ reason: FailureReason) {
        for recognizer in active where recognizer.view?.isDescendant(of: view) ?? false {
            recognizer.cancelAttempt(reason)
        }
    }

    // MARK: Resolving

    /// Makes a step of input or time and resolves everything that follows from it. Inside another step, only makes the
    /// step; the outer one resolves it.
    func perform(_ step: () -> Void) {
        guard !isPerforming else { return step() }
        isPerforming = true
        step()
        resolve()
        tracker.dropFinished()
        isPerforming = false
        whenResolved()
    }

    /// Makes a step that only moves touches. If it leads to a decision, everything is resolved. Otherwise nothing but
    /// the places of touches and of recognized gestures has changed, of which actions and views are told by
    /// ``tellOfMoves()``: once for all moves that were read together.
    func move(_ step: () -> Void) {
        isPerforming = true
        isMoving = true
        step()
        isMoving = false
        untold.moves = true
        if isUnresolved || mayReset {
            resolve()
            tracker.dropFinished()
        }
        isPerforming = false
    }

    /// Whether actions or views have not been told of moves.
    var hasUntoldMoves: Bool { untold.moves }

    /// Tells actions and views of the moves of which they have not been told.
    func tellOfMoves() { if untold.moves { perform {} } }

    /// Resolves what recognizers have reported: decides, runs actions, calls views and resets, until nothing is left.
    private func resolve() {
        if untold.changes { isUnresolved = true }
        untold = Untold()
        repeat {
            decide()
            views.deliver()
        } while isUnresolved || resetFinished()
        for touch in tracker.touches { touch.settle() }
    }

    /// Decides and runs actions until no recognizer has reached a new state.
    private func decide() {
        while isUnresolved {
            isUnresolved = false
            for report in arbitrate() { run(report) }
        }
    }

    private func arbitrate() -> [Report] {
        var reports: [Report] = []
        while true {
            let set = active
            for recognizer in set where recognizer.progress.decided == .possible {
                // A gesture that was cancelled before its beginning was reported counts as failed.
                if recognizer.progress.state == .cancelled {
                    overrule(recognizer, recognizer.attempt.reason ?? .touchesEnded)
                }
                if recognizer.progress.state == .failed {
                    recognizer.progress.decideFailure()
                    mayReset = true
                    announce(recognizer, .failed)
                }
            }
            for recognizer in set where recognizer.isRecognized && recognizer.progress.hasPending {
                release(recognizer, &reports)
            }
            var candidates: [GestureRecognizer] = []
            for recognizer in set where recognizer.progress.decided == .possible && recognizer.progress.hasPending {
                candidates.append(recognizer)
            }
            if candidates.isEmpty { return reports }
            var anyFailed = false
            for candidate in candidates {
                if let reason = refusal(of: candidate), candidate.progress.hasPending {
                    overrule(candidate, reason)
                    anyFailed = true
                }
            }
            if anyFailed { continue }
            guard let winner = choose(among: candidates.filter { !isHeldBack($0) }) else { return reports }
            // The delegate that was just asked may have disabled or detached the recognizer.
            guard winner.progress.hasPending else { continue }
            release(winner, &reports)
            failOthers(than: winner)
        }
    }

    private func release(_ recognizer: GestureRecognizer, _ reports: inout [Report]) {
        let cancellations = recognizer.progress.cancellations
        recognizer.progress.release { from, to in
            reports.append(Report(recognizer: recognizer, from: from, to: to, cancellations: cancellations))
            if to != .changed { mayReset = true }
        }
    }

    /// Fails a recognizer, or cancels it if it is running, whatever state it has reached.
    private func overrule(_ recognizer: GestureRecognizer, _ reason: FailureReason) {
        recognizer.overrule(reason)
        isUnresolved = true
    }

    /// Returns why a recognizer that has reached a state cannot be recognized; nil if it can.
    private func refusal(of candidate: GestureRecognizer) -> FailureReason? {
        if let runner = active.first(where: { $0.isRecognized && $0.excludes(candidate) }) {
            return .prevented(by: runner)
        }
        if !mayBegin(candidate) { return .declined }
        if let required = active.first(where: { $0.isRecognized && candidate.requires($0) }) {
            return .requiredRecognized(required)
        }
        return nil
    }

    /// Whether the delegate and the views whose touches would be cancelled let a recognizer begin. They are asked once
    /// in an attempt.
    private func mayBegin(_ recognizer: GestureRecognizer) -> Bool {
        if let answer = recognizer.attempt.mayBegin { return answer }
        let answer = asksToBegin(recognizer)
        recognizer.attempt.mayBegin = answer
        return answer
    }

    private func asksToBegin(_ recognizer: GestureRecognizer) -> Bool {
        guard recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true else { return false }
        guard recognizer.cancelsTouchesInView else { return true }
        var asked: [View] = []
        for touch in recognizer.attempt.received where !touch.stream.isClosed {
            guard let view = touch.view, !asked.contains(where: { $0 === view }) else { continue }
            asked.append(view)
            if !view.gestureRecognizerShouldBegin(recognizer) { return false }
        }
        return true
    }

    /// Returns the undecided recognizers that must fail before a recognizer is reported, according to `requires`.
    private func awaited(
        by recognizer: GestureRecognizer, _ requires: (GestureRecognizer) -> Bool
    ) -> [GestureRecognizer] {
        guard recognizer.progress.decided == .possible else { return [] }
        return active.filter { $0.isUndecided && $0.isEnabled && requires($0) }
    }

    /// Returns the undecided recognizers that must fail before a recognizer is reported, according to what is known in
    /// this attempt. Delegates are not asked.
    func awaited(by recognizer: GestureRecognizer) -> [GestureRecognizer] {
        awaited(by: recognizer, recognizer.isKnownToRequire)
    }

    /// Whether a recognizer must wait until another one has decided.
    private func isHeldBack(_ recognizer: GestureRecognizer) -> Bool {
        !awaited(by: recognizer, recognizer.requires).isEmpty
    }

    /// Returns the recognizer nearest to the touched view and, on one view, the one that was attached last. A tap
    /// recognizer gives way to recognizers of more taps that are ready too, if one of them excludes it. Among these the
    /// same rules decide, even if the first recognizer may be recognized together with some of them.
    private func choose(among ready: [GestureRecognizer]) -> GestureRecognizer? {
        guard let first = ready.min(by: { $0.precedes($1) }) else { return nil }
        guard let tap = first as? TapGestureRecognizer else { return first }
        let longer = ready.filter {
            ($0 as? TapGestureRecognizer).map { $0.numberOfTapsRequired > tap.numberOfTapsRequired } ?? false
        }
        return longer.contains { $0.excludes(tap) } ? choose(among: longer) : first
    }

    private func failOthers(than winner: GestureRecognizer) {
        for other in active where other !== winner {
            guard other.progress.decided != .failed, !other.progress.decided.isTerminal else { continue }
            if other.isUndecided, other.requires(winner) {
                overrule(other, .requiredRecognized(winner))
            } else if other.progress.state != .failed, winner.excludes(other) {
                overrule(other, .prevented(by: winner))
            }
        }
    }

    // MARK: Reporting

    private func run(_ report: Report) {
        let recognizer = report.recognizer
        guard recognizer.progress.cancellations == report.cancellations else { return }
        recognizer.progress.report(report.to)
        announce(recognizer, report.to)
        for action in recognizer.actions { action.run(recognizer) }
        recognizer.notifyListeners(report.to)
        recognizer.progress.report(nil)
        if report.from == .possible && recognizer.cancelsTouchesInView {
            for touch in recognizer.attempt.received { touch.stream.suppress() }
            views.deliver([.cancelled])
        }
    }

    private func announce(_ recognizer: GestureRecognizer, _ to: GestureRecognizer.State) {
        notify(recognizer, from: recognizer.progress.announce(to), to: to)
    }

    private func notify(
        _ recognizer: GestureRecognizer, from: GestureRecognizer.State, to: GestureRecognizer.State
    ) {
        guard context.observers.observesTransitions else { return }
        context.observers.notify(
            GestureTransition(
                recognizer: recognizer, from: from, to: to, time: now, location: recognizer.location(in: nil),
                reason: to == .failed || to == .cancelled ? recognizer.attempt.reason : nil))
    }

    // MARK: Reset

    /// Resets the recognizers that have finished. Returns true if there is more to resolve then.
    private func resetFinished() -> Bool {
        guard mayReset else { return false }
        mayReset = false
        for recognizer in active
        where recognizer.isUndecided && !recognizer.progress.hasPending && recognizer.touches.isEmpty
            && recognizer.deadline == nil
        {
            overrule(recognizer, .touchesEnded)
        }
        if isUnresolved { return true }
        reset(active.filter(hasFinished))
        // The reset of a recognizer may have led to something new.
        return isUnresolved || mayReset
    }

    private func hasFinished(_ recognizer: GestureRecognizer) -> Bool {
        // A recognizer that ignored all of its touches has received none.
        if !recognizer.isParticipating { return true }
        guard recognizer.progress.decided.isTerminal, !isAwaited(recognizer) else { return false }
        if recognizer.attempt.isCancelled { return true }
        return !recognizer.attempt.isDrivenByTouchpad
            && !tracker.touches.contains { $0.isDown && !$0.pending.begins && $0.recipients.contains(recognizer) }
    }

    /// Whether a failed recognizer must stay failed because an undecided one needs its failure.
    private func isAwaited(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.progress.decided == .failed && !recognizer.attempt.isCancelled
            && active.contains { $0.isUndecided && $0.requires(recognizer) }
    }

    private func reset(_ finished: [GestureRecognizer]) {
        guard !finished.isEmpty else { return }
        active = active.filter { !finished.contains($0) }
        for recognizer in finished {
            let announced = recognizer.beginNextAttempt()
            if announced != .possible { notify(recognizer, from: announced, to: .possible) }
        }
    }
}
