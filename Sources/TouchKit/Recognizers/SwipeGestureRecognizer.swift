/// Recognizes a quick straight stroke. It is recognized while the fingers move, as soon as their centroid has gone
/// ``GestureSettings/swipeMinimumDistance`` along, and farther along than across.
public final class SwipeGestureRecognizer: GestureRecognizer {
    /// The ways that it may go; it does not tell which one it went. Default to the right.
    public var direction: Direction = .right
    /// How many fingers. Default 1.
    public var numberOfTouchesRequired = 1

    /// Ways of a swipe.
    public nonisolated struct Direction: OptionSet, Hashable, Sendable {
        /// One bit a way.
        public let rawValue: UInt8
        /// A set of the bits given.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upward.
        public static let up = Direction(rawValue: 4)
        /// Downward.
        public static let down = Direction(rawValue: 8)
    }

    private var start: Point?
    private var firstDown: EventTime?
    private var path = Point.zero
    private var lastCentroid: Point?
    private var velocity = VelocityTracker()

    /// Where the swipe began.
    public override func location(in view: View?) -> Point {
        let place = start ?? anchor
        return view?.convert(place, from: nil) ?? place
    }

    /// Takes fingers in.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        if numberOfTouches > numberOfTouchesRequired {
            return fail(.tooManyTouches(measured: numberOfTouches, allowed: numberOfTouchesRequired))
        }
        lastCentroid = self.touches.centroid
        start = lastCentroid
        velocity.add(path, at: event.timestamp)
        if firstDown == nil {
            firstDown = event.timestamp
            deadline = attemptSettings.swipeMaximumDuration.map { event.timestamp.advanced(by: $0) }
        }
    }

    /// Is recognized, or fails where it goes the wrong way.
    public override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        let step = anchor - (lastCentroid ?? anchor)
        lastCentroid = anchor
        guard numberOfTouches == numberOfTouchesRequired else { return }
        path = path + step
        velocity.add(path, at: event.timestamp)
        let distance = attemptSettings.swipeMinimumDistance
        guard max(abs(path.x), abs(path.y)) >= distance else { return }
        let way: Direction =
            abs(path.x) > abs(path.y)
            ? (path.x > 0 ? .right : .left) : abs(path.y) > abs(path.x) ? (path.y > 0 ? .down : .up) : []
        guard !way.isEmpty, direction.contains(way) else { return fail(.wrongDirection) }
        let speed = velocity.velocity(at: event.timestamp).length
        if speed < attemptSettings.swipeMinimumVelocity {
            return fail(.tooSlow(measured: speed, needed: attemptSettings.swipeMinimumVelocity))
        }
        state = .ended
    }

    /// Fails: a finger was lifted before the swipe was long enough.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        fail(
            numberOfTouches < numberOfTouchesRequired
                ? .tooFewTouches(measured: numberOfTouches, needed: numberOfTouchesRequired)
                : .tooShort(measured: path.length, needed: attemptSettings.swipeMinimumDistance))
    }

    /// Fails: it has taken too long.
    public override func deadlineReached() {
        guard let firstDown, let allowed = attemptSettings.swipeMaximumDuration else { return }
        fail(.heldTooLong(measured: firstDown.duration(to: now), allowed: allowed))
    }

    /// Puts everything back.
    public override func reset() {
        super.reset()
        start = nil
        firstDown = nil
        path = .zero
        lastCentroid = nil
        velocity.reset()
    }
}
