// The relations between recognizers: which one comes first, which one excludes another, and which one waits for another
// to fail.

extension GestureRecognizer {
    /// The recognizers for which this one waits: those that must fail before it is reported, and are still undecided.
    /// Empty if it waits for none. UIKit has no such property.
    ///
    /// The answer uses what delegates and subclasses have said in this attempt, and does not ask them again.
    public final var awaited: [GestureRecognizer] { arbiter?.awaited(by: self) ?? [] }

    /// Whether the recognizer takes precedence over another one where both could be recognized: the one nearer to the
    /// touched view does and, on the same view, the one that was attached later.
    final func precedes(_ other: GestureRecognizer) -> Bool {
        let depths = (view?.depth ?? 0, other.view?.depth ?? 0)
        return depths.0 != depths.1 ? depths.0 > depths.1 : attachment > other.attachment
    }

    /// Whether the recognition of this recognizer makes another one fail. It does if both are on one view or one's view
    /// is inside the other's, if both had a touch during the same frame, and if neither the recognizers nor their
    /// delegates allow both.
    final func excludes(_ other: GestureRecognizer) -> Bool {
        guard other !== self, let view, let otherView = other.view,
            view.isDescendant(of: otherView) || otherView.isDescendant(of: view),
            attempt.spans.contains(where: { span in other.attempt.spans.contains { span.overlaps($0) } })
        else { return false }
        return canPrevent(other) && other.canBePrevented(by: self)
            && !(delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
            && !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false)
    }

    /// Whether the recognizer waits for another one to fail, either always or, in this attempt, because a delegate or a
    /// subclass said so. A requirement that would close a cycle does not count.
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

    /// Whether the recognizer is known to wait for another one to fail, without asking delegates and subclasses.
    final func isKnownToRequire(_ other: GestureRecognizer) -> Bool {
        failureRequirements.contains(other) || attempt.dynamicRequirements[other] == true
    }

    /// Returns the chain of requirements from this recognizer to another one, including those of this attempt; nil if
    /// there is none.
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
