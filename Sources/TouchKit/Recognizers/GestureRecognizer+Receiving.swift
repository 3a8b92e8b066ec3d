// The way of touches into a recognizer.

extension GestureRecognizer {
    /// Whether the recognizer wants to receive a touch that comes down.
    final func wants(_ touch: Touch, _ event: TouchEvent) -> Bool {
        guard isEnabled, accepts(touch) else { return false }
        if requiresExclusiveTouchType, let first = touches.first, first.type != touch.type { return false }
        return shouldReceive(event)
            && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
            && delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
    }

    /// Whether a touch that comes down belongs to the current attempt.
    final func mayReceive(_ touch: Touch) -> Bool {
        !progress.state.isTerminal && !attempt.isCancelled && touch.isDown && touch.recipients.contains(self)
            && !attempt.received.contains(touch)
    }

    /// Receives those touches of a group that belong to the recognizer: the touches that it is receiving already or,
    /// when they come down, those that belong to its attempt.
    final func receive(_ group: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase, through arbiter: Arbiter) {
        // Moves cannot change an attempt that is over.
        if phase == .moved, progress.state.isTerminal { return }
        guard let own = group.filtered(where: { isOwn($0, phase) }) else { return }
        if phase == .began { add(own, through: arbiter) }
        if !progress.state.isTerminal { handle(own, event, phase) }
        if phase == .ended || phase == .cancelled { remove(own, through: arbiter) }
    }

    private func isOwn(_ touch: Touch, _ phase: Touch.Phase) -> Bool {
        if phase == .began { return mayReceive(touch) }
        for own in touches where own === touch { return true }
        return false
    }

    private func add(_ own: TouchGroup, through arbiter: Arbiter) {
        if touches.isEmpty { openSpan(through: arbiter) }
        touches += own.list
        attempt.received += own.list
        arbiter.begin(self)
    }

    private func handle(_ own: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase) {
        if let centroid = touches.centroid { anchor = centroid }
        switch phase {
        case .began:
            touchesBegan(own.set, with: event)
            if isRecognized, cancelsTouchesInView {
                for touch in own.list where touches.contains(touch) { touch.stream.suppress() }
            }
        case .moved, .stationary:
            touchesMoved(own.set, with: event)
            noteMovement()
        case .ended: touchesEnded(own.set, with: event)
        case .cancelled: touchesCancelled(own.set, with: event)
        }
    }

    private func remove(_ own: TouchGroup, through arbiter: Arbiter) {
        touches.removeAll { own.set.contains($0) }
        if touches.isEmpty {
            attempt.closeSpan(at: arbiter.frameNumber)
        } else if let centroid = touches.centroid {
            anchor = centroid
        }
    }
}
