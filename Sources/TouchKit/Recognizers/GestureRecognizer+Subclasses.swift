// Steps that several recognizers share.

extension GestureRecognizer {
    /// Fails if one of the touches has ever been farther than `allowed` points from where it came down.
    func failWhereMoved(beyond allowed: Double?) {
        guard let allowed else { return }
        for touch in touches where touch.displacement > allowed {
            return fail(.movedTooFar(measured: touch.displacement, allowed: allowed))
        }
    }

    /// Ignores the newly arrived touches beyond the first two that the recognizer has.
    func ignoreBeyondTwo(_ touches: Set<Touch>, _ event: TouchEvent) {
        for touch in self.touches.dropFirst(2) where touches.contains(touch) { ignore(touch, for: event) }
    }
}
