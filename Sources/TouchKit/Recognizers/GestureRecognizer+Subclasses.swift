// Steps that several recognizers share.

extension GestureRecognizer {
    /// Fails where a finger has strayed, at any sample, farther than allowed.
    func failWhereMoved(beyond allowed: Double?) {
        guard let allowed else { return }
        for touch in touches where touch.displacement > allowed {
            return fail(.movedTooFar(measured: touch.displacement, allowed: allowed))
        }
    }

    /// Keeps two fingers and passes over the others.
    func ignoreBeyondTwo(_ touches: Set<Touch>, _ event: TouchEvent) {
        for touch in self.touches.dropFirst(2) where touches.contains(touch) { ignore(touch, for: event) }
    }
}
