public import TouchKit

extension Outcome {
    /// Returns an explanation in one line: `double failed at 360: the next tap had not begun 300 ms after the first
    /// ended; tap again sooner, or allow a longer interval`.
    ///
    /// - Parameter transition: The transition that the outcome stands for.
    public func sentence(for transition: GestureTransition) -> String {
        let time = t == t.rounded() && abs(t) < 1e15 ? "\(Int64(t))" : "\(t)"
        let what =
            switch event {
            case .recognized, .cancelled: "was \(event.rawValue)"
            case .began, .changed, .ended, .failed: event.rawValue
            }
        let explanation = transition.explanation.map { ": \($0)" } ?? ""
        // A recognizer's name may have line breaks and other control characters.
        let scalars = "\(recognizer) \(what) at \(time)\(explanation)".unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
