// Arbitration: who of those that want to be recognized is, who waits, and who fails. It looks at the whole set of
// recognizers that are amid an attempt, in passes, until nothing changes; nothing depends on the order in which they
// were fed.

extension TouchDispatcher {
    /// Lets everything follow from what recognizers have come to: decisions, actions, what views hear, resets.
    func settle() {
        resolve()
        retireTouches()
    }

    private func resolve() {
        repeat {
            decide()
            tellViews()
        } while isUnsettled || resetFinished()
    }

    /// Arbitrates and runs actions, which may bring up something new, until nothing is left.
    private func decide() {
        while isUnsettled {
            isUnsettled = false
            for report in arbitrate() { run(report) }
        }
    }

    /// Settles a change that came from outside the handling of an event.
    func settleUnlessWalking() { walk {} }

    /// A state to report.
    private struct Report {
        let recognizer: GestureRecognizer
        let from: GestureRecognizer.State
        let to: GestureRecognizer.State
        /// How often the recognizer had been withdrawn when this was decided.
        let withdrawals: Int
    }

    private func arbitrate() -> [Report] {
        var reports: [Report] = []
        while true {
            let set = participants
            for recognizer in set where recognizer.reported == .possible {
                // What was taken away before it was ever reported has never been.
                if recognizer.machine == .cancelled { recognizer.overrule(recognizer.reason ?? .touchesEnded) }
                if recognizer.machine == .failed {
                    recognizer.reported = .failed
                    mayReset = true
                    notify(recognizer, .failed)
                }
            }
            for recognizer in set where recognizer.isRecognized && recognizer.hasNews {
                reports += take(recognizer.claims, of: recognizer)
            }
            var candidates: [GestureRecognizer] = []
            for recognizer in set where recognizer.reported == .possible && recognizer.hasNews {
                candidates.append(recognizer)
            }
            if candidates.isEmpty { return reports }
            var anyFailed = false
            for candidate in candidates {
                if let reason = refusal(of: candidate), candidate.hasNews {
                    candidate.overrule(reason)
                    anyFailed = true
                }
            }
            if anyFailed { continue }
            guard let winner = choose(among: candidates.filter { !waits($0) }) else { return reports }
            // Whoever was asked may have taken it away.
            guard let first = winner.claims.first, let last = winner.claims.last else { continue }
            // Held for long, it reports its beginning, and its end if that has come.
            let states = last.isTerminal && !first.isTerminal ? [first, last] : [first]
            reports += take(states, of: winner)
            failOthers(than: winner)
        }
    }

    private func take(_ states: [GestureRecognizer.State], of recognizer: GestureRecognizer) -> [Report] {
        recognizer.claims.removeAll(keepingCapacity: true)
        var reports: [Report] = []
        for state in states {
            reports.append(
                Report(
                    recognizer: recognizer, from: recognizer.reported, to: state, withdrawals: recognizer.withdrawals))
            recognizer.reported = state
            if state != .changed { mayReset = true }
        }
        return reports
    }

    /// Why a recognizer that wants to be recognized can't be, if it can't.
    private func refusal(of candidate: GestureRecognizer) -> FailureReason? {
        if let runner = participants.first(where: { $0.isRecognized && $0.excludes(candidate) }) {
            return .prevented(by: runner)
        }
        if candidate.attempt.mayBegin == nil { candidate.attempt.mayBegin = mayBegin(candidate) }
        if candidate.attempt.mayBegin == false { return .declined }
        if let required = participants.first(where: { $0.isRecognized && candidate.requires($0) }) {
            return .requiredRecognized(required)
        }
        return nil
    }

    private func mayBegin(_ recognizer: GestureRecognizer) -> Bool {
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

    /// Whether a recognizer is held back until another one has decided.
    private func waits(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.reported == .possible
            && participants.contains { $0.isUndecided && $0.isEnabled && recognizer.requires($0) }
    }

    /// Returns the recognizer nearest to the touched view and, on one view, the one that was attached last. A tap gives
    /// way to the taps of more taps that are ready too, if one of them excludes it; among those the same rules decide,
    /// whichever of them the shorter tap may be recognized with.
    private func choose(among ready: [GestureRecognizer]) -> GestureRecognizer? {
        guard let first = ready.min(by: { $0.precedes($1) }) else { return nil }
        guard let tap = first as? TapGestureRecognizer else { return first }
        let longer = ready.filter {
            ($0 as? TapGestureRecognizer).map { $0.numberOfTapsRequired > tap.numberOfTapsRequired } ?? false
        }
        return longer.contains { $0.excludes(tap) } ? choose(among: longer) : first
    }

    private func failOthers(than winner: GestureRecognizer) {
        for other in participants where other !== winner && other.reported != .failed && !other.reported.isTerminal {
            if other.isUndecided, other.requires(winner) {
                other.overrule(.requiredRecognized(winner))
            } else if other.machine != .failed, winner.excludes(other) {
                other.overrule(.prevented(by: winner))
            }
        }
    }

    private func run(_ report: Report) {
        let recognizer = report.recognizer
        guard recognizer.withdrawals == report.withdrawals else { return }
        recognizer.reporting = report.to
        notify(recognizer, report.to)
        for action in recognizer.actions { action.run(recognizer) }
        recognizer.tellListeners(report.to)
        recognizer.reporting = nil
        if report.from == .possible, recognizer.cancelsTouchesInView {
            for touch in recognizer.attempt.received { touch.stream.take() }
            tellViews([.cancelled])
        }
    }

    // MARK: Reset

    /// Resets whoever has finished; true if there is more to settle then.
    private func resetFinished() -> Bool {
        guard mayReset else { return false }
        mayReset = false
        for recognizer in participants
        where recognizer.isUndecided && recognizer.claims.isEmpty && recognizer.touches.isEmpty
            && recognizer.deadline == nil
        {
            recognizer.overrule(.touchesEnded)
        }
        if isUnsettled { return true }
        let finished = participants.filter { recognizer in
            // One that ignored all of its touches is as if it had seen none.
            if !recognizer.isParticipating { return true }
            guard recognizer.reported.isTerminal, !isAwaited(recognizer) else { return false }
            if recognizer.attempt.isWithdrawn { return true }
            return !isAmidTouchpadGesture(recognizer)
                && !touches.contains { $0.isDown && !$0.begins && $0.followers.contains(recognizer) }
        }
        reset(finished)
        // Whoever heard of that may have brought up something new.
        return isUnsettled || mayReset
    }

    /// A failed one stays failed while somebody who needed that is undecided.
    private func isAwaited(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.reported == .failed && !recognizer.attempt.isWithdrawn
            && participants.contains { $0.isUndecided && $0.requires(recognizer) }
    }

    private func reset(_ finished: [GestureRecognizer]) {
        guard !finished.isEmpty else { return }
        participants = participants.filter { !finished.contains($0) }
        for recognizer in finished {
            recognizer.beginNextAttempt()
            if recognizer.told != .possible { notify(recognizer, .possible) }
        }
    }

    /// Fails the recognizers whose sequence of taps the newcomers do not continue, as if the time for the next tap had
    /// run out just before: what waits for such a failure is decided and reset, and only then does any recognizer
    /// receive the newcomers. So a tap that breaks one sequence can be the first of the next.
    func breakSequences(by newcomers: TouchGroup) {
        var anyBroke = false
        for recognizer in followers(of: newcomers.list) {
            guard let first = newcomers.list.first(where: { recognizer.mayTake($0) }),
                let reason = recognizer.breakOfSequence(at: first)
            else { continue }
            recognizer.fail(reason)
            anyBroke = true
        }
        if anyBroke { resolve() }
    }

    // MARK: Views

    /// Tells views what they are to hear now of their touches: beginnings first, then moves, ends, cancellations.
    func tellViews(_ calls: [ViewStream.Call] = ViewStream.Call.allCases) {
        if touches.count == 1 {
            let touch = touches[0]
            while let call = nextCall(for: touch), calls.contains(call) {
                if let event, event.changes.isJust(touch) {
                    tell(event.changes, call, event)
                } else {
                    tell(TouchGroup([touch]), call)
                }
            }
            return
        }
        for call in calls {
            var waiting = touches
            while let first = waiting.firstIndex(where: { nextCall(for: $0) == call }) {
                let view = waiting[first].view
                let group = waiting.filter { $0.view === view && nextCall(for: $0) == call }
                waiting.removeAll { group.contains($0) }
                tell(TouchGroup(group), call)
            }
        }
    }

    private func nextCall(for touch: Touch) -> ViewStream.Call? {
        // Recognizers receive the beginning of a touch before its view does.
        if touch.begins { return nil }
        return touch.stream.next {
            var holds = ViewStream.Holds()
            for recognizer in touch.followers
            where recognizer.isUndecided && recognizer.attempt.received.contains(touch) {
                holds.began = holds.began || recognizer.delaysTouchesBegan
                holds.ended = holds.ended || recognizer.delaysTouchesEnded
            }
            return holds
        }
    }

    private func tell(_ group: TouchGroup, _ call: ViewStream.Call) {
        if let event, event.changes.contains(group) {
            tell(group, call, event)
        } else {
            // What was held back is told with an event of its own.
            tell(group, call, TouchEvent(timestamp: now, present: touches, changes: group))
        }
    }

    /// Tells the view that some touches are in.
    private func tell(_ group: TouchGroup, _ call: ViewStream.Call, _ event: TouchEvent) {
        for touch in group.list { touch.stream.tell(call) }
        guard let view = group.list.first?.view else { return }
        var kept: [(touch: Touch, before: Touch.Appearance, wasDown: Bool)] = []
        for touch in group.list {
            let before = touch.show(as: call)
            // A moved touch looks as it is.
            if call != .moved || before.phase != .moved { kept.append((touch, before, touch.isDown)) }
        }
        switch call {
        case .began: view.touchesBegan(group.set, with: event)
        case .moved: view.touchesMoved(group.set, with: event)
        case .ended: view.touchesEnded(group.set, with: event)
        case .cancelled: view.touchesCancelled(group.set, with: event)
        }
        for (touch, before, wasDown) in kept { touch.endShow(before, wasDown: wasDown) }
    }
}

extension GestureRecognizer {
    /// Whether it has come to something that was not reported.
    fileprivate var hasNews: Bool { !claims.isEmpty }

    /// Whether it comes before another one where both could win: the one nearer to the touched view, on one view the
    /// one that was attached later.
    func precedes(_ other: GestureRecognizer) -> Bool {
        let depths = (view?.depth ?? 0, other.view?.depth ?? 0)
        return depths.0 != depths.1 ? depths.0 > depths.1 : attachment > other.attachment
    }

    /// Whether its recognition makes another one fail: both are on one view or one's view is inside the other's,
    /// both had a finger down at some common moment, and nobody says that they may go together.
    fileprivate func excludes(_ other: GestureRecognizer) -> Bool {
        guard other !== self, let view, let otherView = other.view,
            view.isDescendant(of: otherView) || otherView.isDescendant(of: view),
            attempt.spans.contains(where: { span in other.attempt.spans.contains { span.overlaps($0) } })
        else { return false }
        return canPrevent(other) && other.canBePrevented(by: self)
            && !(delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
            && !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false)
    }

    /// Whether it waits for another one's failure: always, or in this attempt because somebody said so. A requirement
    /// that would close a ring does not hold.
    fileprivate func requires(_ other: GestureRecognizer) -> Bool {
        guard other !== self else { return false }
        if failureRequirements.contains(other) { return true }
        if let answer = attempt.dynamicRequirements[other] { return answer }
        let wanted =
            shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
        let answer = wanted && other.requirementPath(to: self) == nil
        attempt.dynamicRequirements[other] = answer
        return answer
    }
}
