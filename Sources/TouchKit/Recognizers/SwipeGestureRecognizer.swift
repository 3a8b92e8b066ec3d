/// Recognizes a quick straight stroke.
///
/// The swipe is recognized while the fingers move: as soon as their centroid has moved
/// ``GestureSettings/swipeMinimumDistance`` in the wanted direction, farther along it than across it, and moves at
/// ``GestureSettings/swipeMinimumVelocity`` or faster. A stroke that has gone far enough but too slowly may still
/// become faster. The recognizer fails when a finger is lifted or ``GestureSettings/swipeMaximumDuration`` has passed.
public final class SwipeGestureRecognizer: GestureRecognizer {
    /// The directions in which the swipe may go. Default right. The recognizer does not report which of several
    /// directions it was.
    public var direction: Direction = .right
    /// The number of fingers. Default 1.
    public var numberOfTouchesRequired = 1

    /// Directions of a swipe.
    public nonisolated struct Direction: OptionSet, Hashable, Sendable {
        /// One bit for each direction.
        public let rawValue: UInt8
        /// Creates a set from its bits.
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
    /// The largest speed since the swipe has gone far enough, in points per second; nil before.
    private var greatestSpeed: Double?

    /// Returns where the swipe began.
    public override func location(in view: View?) -> Point {
        let place = start ?? anchor
        return view?.convert(place, from: nil) ?? place
    }

    /// Adds the fingers that came down, or fails if they are too many.
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

    /// Recognizes the swipe, or fails if the fingers move in another direction.
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
        // A stroke that is too slow so far can still become fast enough.
        if speed >= attemptSettings.swipeMinimumVelocity {
            state = .ended
        } else {
            greatestSpeed = max(greatestSpeed ?? 0, speed)
        }
    }

    /// Fails, because a finger was lifted before the swipe was far or fast enough.
    public override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        if numberOfTouches < numberOfTouchesRequired {
            fail(.tooFewTouches(measured: numberOfTouches, needed: numberOfTouchesRequired))
        } else {
            fail(tooSlow ?? .tooShort(measured: path.length, needed: attemptSettings.swipeMinimumDistance))
        }
    }

    /// Fails, because the swipe took too long.
    public override func deadlineReached() {
        guard let firstDown, let allowed = attemptSettings.swipeMaximumDuration else { return }
        fail(tooSlow ?? .heldTooLong(measured: firstDown.duration(to: now), allowed: allowed))
    }

    /// The reason of a swipe that has gone far enough but never fast enough; nil if it has not gone far enough.
    private var tooSlow: FailureReason? {
        greatestSpeed.map { .tooSlow(measured: $0, needed: attemptSettings.swipeMinimumVelocity) }
    }

    /// Resets the recognizer to its initial values.
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
