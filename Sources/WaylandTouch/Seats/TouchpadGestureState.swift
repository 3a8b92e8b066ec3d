import TouchKit

/// A touchpad's gesture, as one gesture object of a pointer tells of it. A value: each event returns what is to be
/// reported of it.
struct TouchpadGestureState {
    private enum Stage {
        /// None is made.
        case idle
        /// One is made over a window of ours.
        case running(fingers: Int, scale: Double)
        /// One is made, of which nobody hears: over a surface of others, or where the pointer has gone meanwhile.
        case unheard
    }

    /// What the fingers do.
    let kind: TouchpadGesture.Kind
    private var stage = Stage.idle

    init(_ kind: TouchpadGesture.Kind) { self.kind = kind }

    /// One begins; the one before it, if that has not ended, is taken back.
    ///
    /// - Parameter isOurs: whether it is made over a window of ours.
    mutating func begin(fingers: UInt32, isOurs: Bool) -> [TouchpadGesture] {
        let lost = lose()
        guard isOurs else {
            stage = .unheard
            return lost
        }
        let count = Int(min(fingers, 100))
        stage = .running(fingers: count, scale: 1)
        return lost + [TouchpadGesture(kind, .began, fingers: count)]
    }

    /// It has changed; nil where none has begun.
    ///
    /// - Parameters:
    ///   - scale: how far the fingers are apart, compared with the beginning; a number that is none counts as the last.
    ///   - degrees: how far they have turned since the last report, clockwise.
    mutating func update(by delta: Point, scale: Double = 1, degrees: Double = 0) -> [TouchpadGesture]? {
        switch stage {
        case .idle: return nil
        case .unheard: return []
        case .running(let fingers, let last):
            let scale = scale > 0 ? scale : last
            stage = .running(fingers: fingers, scale: scale)
            return [
                TouchpadGesture(
                    kind, .changed, fingers: fingers, delta: delta, scale: scale, rotation: degrees * .pi / 180)
            ]
        }
    }

    /// It ends; nil where none has begun.
    mutating func end(isCancelled: Bool) -> [TouchpadGesture]? {
        defer { stage = .idle }
        switch stage {
        case .idle: return nil
        case .unheard: return []
        case .running(let fingers, let scale):
            return [TouchpadGesture(kind, isCancelled ? .cancelled : .ended, fingers: fingers, scale: scale)]
        }
    }

    /// The pointer, or its window, has gone: nobody hears of the rest.
    mutating func lose() -> [TouchpadGesture] {
        guard case .running(let fingers, let scale) = stage else { return [] }
        stage = .unheard
        return [TouchpadGesture(kind, .cancelled, fingers: fingers, scale: scale)]
    }
}
