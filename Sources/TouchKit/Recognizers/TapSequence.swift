/// The taps that one recognizer has seen so far, and the fingers of the one that is being made. A value: every input
/// is answered with what it leads to.
///
/// A tap begins with its first finger's down and is made when its last finger is lifted; all of its fingers are down
/// together at some moment.
struct TapSequence {
    /// What an input leads to.
    enum Step {
        /// The tap goes on.
        case waiting
        /// A tap was made.
        case made
        /// This is no such tap.
        case failed(FailureReason)
    }

    private struct Finger {
        let touch: Touch
        let start: Point
        let down: EventTime
    }

    /// How many taps were made.
    private(set) var count = 0
    private var fingers: [Finger] = []
    private var previous: (starts: [Point], end: EventTime, device: InputDevice)?

    /// How many fingers the tap being made has had.
    var fingerCount: Int { fingers.count }
    /// Where the fingers of the tap being made came down, in the window's coordinates.
    var starts: [Point] { fingers.map(\.start) }

    /// Takes fingers that came down and, if they are the first of a tap, continue the sequence (see
    /// ``breakOfSequence(at:_:)``).
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

    /// When waiting is over: the finger that has been down longest was to be lifted, or the next tap to begin.
    func deadline(_ settings: GestureSettings) -> EventTime? {
        if let down = fingers.filter(\.touch.isDown).map(\.down).min() {
            return settings.tapMaximumDuration.map { down.advanced(by: $0) }
        }
        return fingers.isEmpty
            ? previous.flatMap { tap in settings.multiTapInterval.map { tap.end.advanced(by: $0) } } : nil
    }

    /// Why it fails when its deadline comes.
    func expired(at now: EventTime, _ settings: GestureSettings) -> FailureReason {
        if let down = fingers.filter(\.touch.isDown).map(\.down).min() {
            return .heldTooLong(measured: down.duration(to: now), allowed: settings.tapMaximumDuration ?? .zero)
        }
        let end = previous?.end ?? now
        return .nextTapTooLate(measured: end.duration(to: now), allowed: settings.multiTapInterval ?? .zero)
    }

    /// Returns why a finger that comes down does not continue the taps made so far; nil where it does, and where it is
    /// not the first finger of a tap.
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
