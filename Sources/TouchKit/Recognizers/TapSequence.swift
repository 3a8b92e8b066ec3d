/// The taps that one recognizer has counted, and the fingers of the tap in progress. A value: each input returns the
/// step that it leads to.
///
/// A tap begins when its first finger comes down and is complete when its last finger is lifted. All of its fingers
/// must be down together at some moment.
struct TapSequence {
    /// The result of an input.
    enum Step {
        /// The tap continues.
        case waiting
        /// A tap is complete.
        case made
        /// The touches are not the wanted tap.
        case failed(FailureReason)
    }

    private struct Finger {
        let touch: Touch
        let start: Point
        let down: EventTime
    }

    /// The number of complete taps.
    private(set) var count = 0
    private var fingers: [Finger] = []
    private var previous: (starts: [Point], end: EventTime, device: InputDevice)?

    /// The number of fingers of the tap in progress, including those that were lifted.
    var fingerCount: Int { fingers.count }
    /// The points at which the fingers of the tap in progress came down, in the window's coordinates.
    var starts: [Point] { fingers.map(\.start) }

    /// Adds fingers that came down. The first finger of a tap must continue the sequence; see
    /// ``breakOfSequence(at:_:)``.
    mutating func down(_ touches: [Touch], required touchesRequired: Int) -> Step {
        for touch in touches {
            fingers.append(Finger(touch: touch, start: touch.location(in: nil), down: touch.timestamp))
        }
        return fingers.count > touchesRequired
            ? .failed(.tooManyTouches(measured: fingers.count, allowed: touchesRequired)) : .waiting
    }

    mutating func lifted(_ touches: Set<Touch>, required touchesRequired: Int) -> Step {
        if fingers.count < touchesRequired {
            return .failed(.tooFewTouches(measured: fingers.count, needed: touchesRequired))
        }
        guard let first = fingers.first, fingers.allSatisfy({ !$0.touch.isDown }) else { return .waiting }
        let end = touches.map(\.timestamp).max() ?? first.down
        previous = (fingers.map(\.start), end, first.touch.device)
        fingers.removeAll()
        count += 1
        return .made
    }

    /// Returns the time by which the finger that has been down longest must be lifted or, between two taps, the next
    /// tap must begin; nil for no limit.
    func deadline(_ settings: GestureSettings) -> EventTime? {
        if let down = fingers.filter(\.touch.isDown).map(\.down).min() {
            return settings.tapMaximumDuration.map { down.advanced(by: $0) }
        }
        return fingers.isEmpty
            ? previous.flatMap { tap in settings.multiTapInterval.map { tap.end.advanced(by: $0) } } : nil
    }

    /// Returns the reason of the failure when the deadline has passed.
    func expired(at now: EventTime, _ settings: GestureSettings) -> FailureReason {
        if let down = fingers.filter(\.touch.isDown).map(\.down).min() {
            return .heldTooLong(measured: down.duration(to: now), allowed: settings.tapMaximumDuration ?? .zero)
        }
        let end = previous?.end ?? now
        return .nextTapTooLate(measured: end.duration(to: now), allowed: settings.multiTapInterval ?? .zero)
    }

    /// Returns why a finger that comes down does not continue the sequence of taps; nil if it does, or if it is not the
    /// first finger of a tap.
    func breakOfSequence(at touch: Touch, _ settings: GestureSettings) -> FailureReason? {
        guard fingers.isEmpty, let previous else { return nil }
        if previous.device != touch.device { return .nextTapFromOtherDevice }
        let pause = previous.end.duration(to: touch.timestamp)
        if let limit = settings.multiTapInterval, pause > limit {
            return .nextTapTooLate(measured: pause, allowed: limit)
        }
        if pause < settings.multiTapMinimumInterval {
            return .nextTapTooSoon(measured: pause, needed: settings.multiTapMinimumInterval)
        }
        let distance = previous.starts.map { touch.startPosition.distance(to: $0) }.min() ?? 0
        if let limit = settings.multiTapDistance, distance > limit {
            return .nextTapTooFar(measured: distance, allowed: limit)
        }
        return nil
    }
}
