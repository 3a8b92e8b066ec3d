/// Routes key presses: to the recognizers of the first responder's view and of those around it, then to the responder
/// itself.
struct KeyRouting {
    private typealias PressMethod<Receiver> = (Receiver) -> (Set<Press>, PressesEvent) -> Void

    private let presses: Set<Press>
    private let event: PressesEvent
    private let tellRecognizer: PressMethod<GestureRecognizer>
    private let tellResponder: PressMethod<Responder>

    /// The routes of the presses that an event changes, one for each phase that there is.
    static func routes(of event: PressesEvent) -> [KeyRouting] {
        let phases: [(Press.Phase, PressMethod<GestureRecognizer>, PressMethod<Responder>)] = [
            (.began, GestureRecognizer.pressesBegan, Responder.pressesBegan),
            (.changed, GestureRecognizer.pressesChanged, Responder.pressesChanged),
            (.ended, GestureRecognizer.pressesEnded, Responder.pressesEnded),
            (.cancelled, GestureRecognizer.pressesCancelled, Responder.pressesCancelled),
        ]
        return phases.compactMap { phase, tellRecognizer, tellResponder in
            let presses = event.presses(in: phase)
            guard !presses.isEmpty else { return nil }
            return KeyRouting(
                presses: presses, event: event, tellRecognizer: tellRecognizer, tellResponder: tellResponder)
        }
    }

    /// Tells the recognizers on the way from the first responder to its window.
    func tellRecognizers(of first: Responder) {
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

    /// Tells the first responder.
    func tell(_ first: Responder) { tellResponder(first)(presses, event) }
}
