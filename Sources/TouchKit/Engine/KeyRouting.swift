/// Routes key presses: to the recognizers of the first responder's view and of the views around it, then to the first
/// responder.
struct KeyRouting {
    private typealias PressMethod<Receiver> = (Receiver) -> (Set<Press>, PressesEvent) -> Void

    private let presses: Set<Press>
    private let event: PressesEvent
    private let recognizerMethod: PressMethod<GestureRecognizer>
    private let responderMethod: PressMethod<Responder>

    /// Returns the routes of an event's presses: one for each phase that occurs among them.
    static func routes(of event: PressesEvent) -> [KeyRouting] {
        let phases: [(Press.Phase, PressMethod<GestureRecognizer>, PressMethod<Responder>)] = [
            (.began, GestureRecognizer.pressesBegan, Responder.pressesBegan),
            (.changed, GestureRecognizer.pressesChanged, Responder.pressesChanged),
            (.ended, GestureRecognizer.pressesEnded, Responder.pressesEnded),
            (.cancelled, GestureRecognizer.pressesCancelled, Responder.pressesCancelled),
        ]
        return phases.compactMap { phase, recognizerMethod, responderMethod in
            let presses = event.presses(in: phase)
            guard !presses.isEmpty else { return nil }
            return KeyRouting(
                presses: presses, event: event, recognizerMethod: recognizerMethod, responderMethod: responderMethod)
        }
    }

    /// Delivers the presses to the recognizers from the first responder up to its window.
    func deliverToRecognizers(from first: Responder) {
        var view = first as? View
        while let current = view {
            for recognizer in current.gestureRecognizers.reversed() where recognizer.isEnabled {
                let wanted = presses.filter {
                    recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: $0) ?? true
                }
                if !wanted.isEmpty, !recognizer.state.isTerminal { recognizerMethod(recognizer)(wanted, event) }
            }
            view = current.superview
        }
    }

    /// Delivers the presses to the first responder.
    func deliver(to first: Responder) { responderMethod(first)(presses, event) }
}
