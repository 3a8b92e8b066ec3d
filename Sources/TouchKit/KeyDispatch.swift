extension TouchDispatcher {
    /// The way of key presses: the recognizers of the first responder's view and of those around it, then the
    /// responder itself.
    func send(_ event: PressesEvent, to first: Responder) {
        now = event.timestamp
        let phases: [(Press.Phase, PressMethod<GestureRecognizer>, PressMethod<Responder>)] = [
            (.began, GestureRecognizer.pressesBegan, Responder.pressesBegan),
            (.changed, GestureRecognizer.pressesChanged, Responder.pressesChanged),
            (.ended, GestureRecognizer.pressesEnded, Responder.pressesEnded),
            (.cancelled, GestureRecognizer.pressesCancelled, Responder.pressesCancelled),
        ]
        for (phase, tellRecognizer, tellResponder) in phases {
            let presses = event.allPresses.filter { $0.phase == phase && $0.timestamp == event.timestamp }
            guard !presses.isEmpty else { continue }
            walk {
                var view = first as? View
                while let current = view {
                    for recognizer in current.gestureRecognizers.reversed() where recognizer.isEnabled {
                        let wanted = presses.filter {
                            recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: $0) ?? true
                        }
                        if !wanted.isEmpty, !recognizer.state.isTerminal { tellRecognizer(recognizer)(wanted, event) }
                    }
                    view = current.superview
                }
            }
            walk { tellResponder(first)(presses, event) }
        }
    }

    private typealias PressMethod<Receiver> = (Receiver) -> (Set<Press>, PressesEvent) -> Void
}
