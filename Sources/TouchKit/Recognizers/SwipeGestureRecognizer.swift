/// Recognizes a quick straight stroke. The swipe is recognized while the fingers move, as soon as their centroid has gone
/// ``GestureSettings/swipeMinimumDistance`` along its direction, farther along than across, and moves at
/// ``GestureSettings/swipeMinimumVelocity`` or faster. A stroke that has gone that far more slowly may still speed up; it
/// fails when a finger is lifted or ``GestureSettings/swipeMaximumDuration`` has passed.
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
    /// The greatest speed since it has gone far enough, in points a second, while that was too slow; nil before.
    private var greatestSpeed: Double?

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
        // A stroke that is too slow so far can still become quick enough.
        if speed >= attemptSettings.swipeMinimumVelocity {
            state = .ended
        } else {
            greatestSpeed = max(greatestSpeed ?? 0, speed)
        }
    }

    /// Fails: a finger was lifted before the swipe was long enough, or it was never fast enough.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        if numberOfTouches < numberOfTouchesRequired {
            fail(.tooFewTouches(measured: numberOfTouches, needed: numberOfTouchesRequired))
        } else {
            fail(tooSlow ?? .tooShort(measured: path.length, needed: attemptSettings.swipeMinimumDistance))
        }
    }

    /// Fails: it has taken too long.
    public override func deadlineReached() {
        guard let firstDown, let allowed = attemptSettings.swipeMaximumDuration else { return }
        fail(tooSlow ?? .heldTooLong(measured: firstDown.duration(to: now), allowed: allowed))
    }

    /// Says that the swipe went far enough, but never fast enough; nil where it did not go far enough.
    private var tooSlow: FailureReason? {
        greatestSpeed.map { .tooSlow(measured: $0, needed: attemptSettings.swipeMinimumVelocity) }
    }

    /// Puts everything back.
    public override func reset() {
        super.reset()
        start = nil
        firstDown = nil
        path = .zero
        lastCentroid = nil
        velocity.reset()
        greatestSpeed = nil
    }
}
