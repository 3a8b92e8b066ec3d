import Testing

@testable import TouchKit

/// Every input in every state that a recognizer can be in leads to what the table says, and never to a state that has no
/// way there.
@Suite struct RecognizerProgressTests {
    /// Everything that can be done to a recognizer's progress.
    private enum Input: CaseIterable {
        case assignPossible, assignBegan, assignChanged, assignEnded, assignCancelled, assignFailed
        case fail, overrule, decideFailure, release, announce, cancelAttempt, reset

        /// Gives the input; returns what it led to, in words.
        func give(to progress: inout RecognizerProgress) -> String {
            func assign(_ state: GestureRecognizer.State) -> String { "\(progress.assign(state))" }
            switch self {
            case .assignPossible: return assign(.possible)
            case .assignBegan: return assign(.began)
            case .assignChanged: return assign(.changed)
            case .assignEnded: return assign(.ended)
            case .assignCancelled: return assign(.cancelled)
            case .assignFailed: return assign(.failed)
            case .fail: return "\(progress.fail())"
            case .overrule: progress.overrule()
            case .decideFailure: progress.decideFailure()
            case .release:
                var steps: [String] = []
                progress.release { steps.append("\($0)-\($1)") }
                return steps.joined(separator: " ")
            case .announce: return "from \(progress.announce(progress.decided))"
            case .cancelAttempt: progress.cancelAttempt()
            case .reset: progress.reset()
            }
            return ""
        }

        /// Whether an arbiter would give it: it decides only about what a recognizer has come to.
        func isGiven(to progress: RecognizerProgress) -> Bool {
            switch self {
            case .decideFailure: progress.decided == .possible && progress.state == .failed
            case .overrule: progress.decided != .failed && !progress.decided.isTerminal
            case .release: progress.hasPending && progress.state != .failed
            default: true
            }
        }
    }

    /// Every progress that inputs lead to from the first one.
    private static let reachable: [RecognizerProgress] = {
        var found = [RecognizerProgress()]
        var next = 0
        while next < found.count {
            for input in Input.allCases where input.isGiven(to: found[next]) {
                var progress = found[next]
                _ = input.give(to: &progress)
                // The count of cancellations grows without end and decides nothing.
                let isNew = progress.cancellations < 2 && !found.contains(progress)
                if isNew { found.append(progress) }
            }
            next += 1
        }
        return found
    }()

    @Test func `every assignment in every reachable state follows the table`() {
        #expect(Self.reachable.count > 30)
        let states: [GestureRecognizer.State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
        for before in Self.reachable {
            for next in states {
                var after = before
                let consequence = after.assign(next)
                let isRunning = before.state == .began || before.state == .changed
                if next == before.state, next != .changed {
                    #expect(consequence == .nothing && after == before)
                } else if next == .failed, isRunning {
                    #expect(consequence == .unresolved && after.state == .cancelled)
                } else if next != .possible, before.state.allows(next) {
                    let needsNoDecision = next == .changed && before.isRecognized
                    #expect(consequence == (needsNoDecision ? .changed : .unresolved) && after.state == next)
                } else {
                    #expect(consequence == .invalid && after == before)
                }
                #expect(after.decided == before.decided && after.announced == before.announced)
            }
        }
    }

    @Test func `a failure changes nothing after the end and fails or cancels before it`() {
        for before in Self.reachable {
            var after = before
            let consequence = after.fail()
            switch before.state {
            case .possible: #expect(consequence == .unresolved && after.state == .failed)
            case .began, .changed: #expect(consequence == .unresolved && after.state == .cancelled)
            case .ended, .cancelled, .failed: #expect(consequence == .nothing && after == before)
            }
        }
    }

    @Test func `whatever is released is a chain of transitions of the table that ends where the recognizer is`() {
        for before in Self.reachable where Input.release.isGiven(to: before) {
            var after = before
            var last = before.decided
            after.release { from, to in
                #expect(from == last && from.allows(to), "\(before): \(from) to \(to)")
                last = to
            }
            #expect(after.decided == last && !after.hasPending)
            let isHeldBack = before.decided == .possible && before.state == .changed
            #expect(last == (isHeldBack ? .began : before.state), "\(before)")
        }
    }

    @Test func `an overruled recognizer fails, or is cancelled where its beginning was decided`() {
        for before in Self.reachable where Input.overrule.isGiven(to: before) {
            var after = before
            after.overrule()
            let wasRunning = before.decided == .began || before.decided == .changed
            #expect(after.state == (wasRunning ? .cancelled : .failed) && after.hasPending == wasRunning)
        }
    }

    @Test func `a cancelled attempt takes back what was decided and not announced`() {
        for before in Self.reachable {
            var after = before
            after.cancelAttempt()
            #expect(after.decided == before.announced && after.cancellations == before.cancellations + 1)
            #expect(after.decided.isTerminal || after.state == .failed || after.state == .cancelled)
        }
    }

    @Test func `a reset leaves nothing but the count of cancellations`() {
        for before in Self.reachable {
            var after = before
            after.reset()
            var fresh = RecognizerProgress()
            for _ in 0..<before.cancellations { fresh.cancelAttempt() }
            fresh.reset()
            #expect(after == fresh)
        }
    }
}
