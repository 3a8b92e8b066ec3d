import TouchKit

/// The state of a touchpad gesture of one kind. Each method handles an event and returns the reports to deliver.
struct TouchpadGestureState {
    private enum Stage {
        /// There is no gesture.
        case idle
        /// There is a gesture over a window of the program.
        case running(fingers: Int, scale: Double)
        /// There is a gesture that is not reported: it is over a surface that is not a window of the program, or the
        /// pointer has left the window meanwhile.
        case ignored
    }

    /// The kind of gesture.
    let kind: TouchpadGesture.Kind
    private var stage = Stage.idle

    init(_ kind: TouchpadGesture.Kind) { self.kind = kind }

    /// Begins a gesture, after cancelling the previous one if it has not ended.
    ///
    /// - Parameters:
    ///   - fingers: the number of fingers.
    ///   - isOurs: whether the pointer is over a window of the program.
    mutating func begin(fingers: UInt32, isOurs: Bool) -> [TouchpadGesture] {
        let lost = lose()
        guard isOurs else {
            stage = .ignored
            return lost
        }
        let count = Int(min(fingers, 100))
        stage = .running(fingers: count, scale: 1)
        return lost + [TouchpadGesture(kind, .began, fingers: count)]
    }

    /// Handles a change of the gesture. Returns nil if no gesture has begun.
    ///
    /// - Parameters:
    ///   - delta: the motion since the last report, in points.
    ///   - scale: the distance of the fingers relative to the beginning. A value that is not above 0 is replaced by the
    ///     previous one.
    ///   - degrees: the clockwise rotation since the last report.
    mutating func update(by delta: Point, scale: Double = 1, degrees: Double = 0) -> [TouchpadGesture]? {
        switch stage {
        case .idle: return nil
        case .ignored: return []
        case .running(let fingers, let last):
            let scale = scale > 0 ? scale : last
            stage = .running(fingers: fingers, scale: scale)
            return [
                TouchpadGesture(
                    kind, .changed, fingers: fingers, delta: delta, scale: scale, rotation: degrees * .pi / 180)
            ]
        }
    }

    /// Ends the gesture. Returns nil if no gesture has begun.
    mutating func end(isCancelled: Bool) -> [TouchpadGesture]? {
        defer { stage = .idle }
        switch stage {
        case .idle: return nil
        case .ignored: return []
        case .running(let fingers, let scale):
            return [TouchpadGesture(kind, isCancelled ? .cancelled : .ended, fingers: fingers, scale: scale)]
        }
    }

    /// Cancels the gesture, as when the pointer leaves the window. The rest of the gesture is not reported.
    mutating func lose() -> [TouchpadGesture] {
        guard case .running(let fingers, let scale) = stage else { return [] }
        stage = .ignored
        return [TouchpadGesture(kind, .cancelled, fingers: fingers, scale: scale)]
    }
}
