// What recognizers are to one another: which one comes first, excludes another, or has to wait for another's failure.

extension GestureRecognizer {
    /// The recognizers that have to fail before this one is reported and whose outcome is still open: what a recognizer
    /// that has come to something is waiting for. Empty where it waits for nothing. UIKit has no such list.
    ///
    /// The arbiter answers by what delegates and subclasses have said in this attempt; it does not ask them again.
    public final var awaited: [GestureRecognizer] { arbiter?.awaited(by: self) ?? [] }

    /// Whether it comes before another one where both could win: the one nearer to the touched view, on one view the
    /// one that was attached later.
    final func precedes(_ other: GestureRecognizer) -> Bool {
        let depths = (view?.depth ?? 0, other.view?.depth ?? 0)
        return depths.0 != depths.1 ? depths.0 > depths.1 : attachment > other.attachment
    }

    /// Whether its recognition makes another one fail: both are on one view or one's view is inside the other's,
    /// both had a finger down at some common moment, and nobody says that they may go together.
    final func excludes(_ other: GestureRecognizer) -> Bool {
        guard other !== self, let view, let otherView = other.view,
            view.isDescendant(of: otherView) || otherView.isDescendant(of: view),
            attempt.spans.contains(where: { span in other.attempt.spans.contains { span.overlaps($0) } })
        else { return false }
        return canPrevent(other) && other.canBePrevented(by: self)
            && !(delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
            && !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false)
    }

    /// Whether it waits for another one's failure: always, or in this attempt because a delegate or a subclass said so.
    /// A requirement that would close a ring does not hold.
    final func requires(_ other: GestureRecognizer) -> Bool {
        guard other !== self else { return false }
        if isKnownToRequire(other) { return true }
        if let answer = attempt.dynamicRequirements[other] { return answer }
        let wanted =
            shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
        let answer = wanted && other.requirementPath(to: self) == nil
        attempt.dynamicRequirements[other] = answer
        return answer
    }

    /// Whether it waits for another one's failure by what is known without asking.
    final func isKnownToRequire(_ other: GestureRecognizer) -> Bool {
        failureRequirements.contains(other) || attempt.dynamicRequirements[other] == true
    }

    /// The chain of requirements, lasting ones and those of this attempt, from here to a recognizer, if there is one.
    final func requirementPath(to goal: GestureRecognizer) -> [GestureRecognizer]? {
        var seen: Set<GestureRecognizer> = []
        return requirementPath(to: goal, past: &seen)
    }

    private func requirementPath(
        to goal: GestureRecognizer, past seen: inout Set<GestureRecognizer>
    ) -> [GestureRecognizer]? {
        if self === goal { return [self] }
        guard seen.insert(self).inserted else { return nil }
        for next in failureRequirements + attempt.dynamicRequirements.filter(\.value).keys {
            if let rest = next.requirementPath(to: goal, past: &seen) { return [self] + rest }
        }
        return nil
    }
}
