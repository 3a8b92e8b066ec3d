/// Recognizes a drag with one or more fingers. The gesture begins when the centroid of the fingers has moved more than
/// ``GestureSettings/panSlop``, changes as they move, and ends when the last finger is lifted.
///
/// Fingers can be added and lifted during the pan without a jump of the translation. Scrolling can drive the pan too;
/// see ``allowedScrollTypesMask``.
open class PanGestureRecognizer: GestureRecognizer {
    /// The number of fingers that must be down for the pan to begin. Default 1.
    public final var minimumNumberOfTouches = 1
    /// The largest number of fingers. Default unlimited. A further finger makes the recognizer fail before the pan
    /// begins; afterwards that finger is ignored.
    public final var maximumNumberOfTouches = Int.max
    /// The kinds of scrolling that drive the pan, besides touches. Default none, as in UIKit.
    public final var allowedScrollTypesMask: ScrollTypeMask = []

    /// Kinds of scrolling.
    public nonisolated struct ScrollTypeMask: OptionSet, Hashable, Sendable {
        /// One bit for each kind.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The steps of a mouse wheel.
        public static let discrete = ScrollTypeMask(rawValue: 1)
        /// Continuous scrolling, as with two fingers on a touchpad.
        public static let continuous = ScrollTypeMask(rawValue: 2)
        /// Both kinds.
        public static let all: ScrollTypeMask = [.discrete, .continuous]
    }

    /// The sum of the centroid's movements, including the slop.
    private var path = Point.zero
    /// The translation since the pan began, unless the program has set another one.
    private var covered = Point.zero
    private var lastCentroid: Point?
    private var velocity = VelocityTracker()

    /// Returns how far the fingers have moved since the pan began, without the slop, in points. The result is the same
    /// for every view, since views cannot be scaled or rotated.
    public final func translation(in view: View?) -> Point { covered }

    /// Sets the translation. Later movements are added to it.
    public final func setTranslation(_ translation: Point, in view: View?) { covered = translation }

    /// Returns the velocity of the fingers over the last 100 ms, in points per second. It is zero after the fingers
    /// have rested.
    public final func velocity(in view: View?) -> Point { velocity.velocity(at: now) }

    /// Returns why a movement of the fingers does not begin this gesture, or nil if it does. For subclasses. The
    /// default implementation returns nil for every movement.
    ///
    /// - Parameter path: The movement of the centroid since the fingers came down, in points.
    open func refusal(of path: Point) -> FailureReason? { nil }

    /// Adds the fingers that came down, or fails if they are too many.
    open override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in self.touches where touches.contains(touch) && numberOfTouches > maximumNumberOfTouches {
            if state == .possible {
                return fail(.tooManyTouches(measured: numberOfTouches, allowed: maximumNumberOfTouches))
            }
            ignore(touch, for: event)
        }
        lastCentroid = self.touches.centroid
        // A finger that joins a pan which scrolling has begun keeps it going, even if the wheel rests.
        if state != .possible, !self.touches.isEmpty { deadline = nil }
        if state == .possible { velocity.add(path, at: event.timestamp) }
    }

    /// Begins the pan, or changes it.
    open override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        let step = anchor - (lastCentroid ?? anchor)
        lastCentroid = anchor
        guard state != .possible || numberOfTouches >= minimumNumberOfTouches else { return }
        go(step, event.timestamp)
    }

    /// Ends the pan if no finger is left.
    open override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches, isCancelled: false)
    }

    /// Continues with the fingers that are left; without any, cancels the pan.
    open override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        removeFingers(touches, isCancelled: true)
    }

    /// Resets the recognizer to its initial values.
    open override func reset() {
        super.reset()
        path = .zero
        covered = .zero
        lastCentroid = nil
        velocity.reset()
    }

    private func go(_ step: Point, _ time: EventTime) {
        path = path + step
        velocity.add(path, at: time)
        if state != .possible {
            covered = covered + step
            state = .changed
        } else if path.length > attemptSettings.panSlop {
            if let reason = refusal(of: path) { return fail(reason) }
            covered = path * (1 - attemptSettings.panSlop / path.length)
            state = .began
        }
    }

    private func removeFingers(_ gone: Set<Touch>, isCancelled: Bool) {
        let left = touches.filter { !gone.contains($0) }
        lastCentroid = left.centroid
        guard left.isEmpty else { return }
        if isCancelled {
            fail(gone.first?.cancelReason ?? .cancelledByCompositor)
        } else if state == .possible {
            fail(
                gone.count < minimumNumberOfTouches && path == .zero && minimumNumberOfTouches > 1
                    ? .tooFewTouches(measured: gone.count, needed: minimumNumberOfTouches)
                    : .tooShort(measured: path.length, needed: attemptSettings.panSlop))
        } else {
            state = .ended
        }
    }

    // MARK: Scrolling and touchpads

    /// The time after a step of a mouse wheel during which the next step continues the pan. A wheel does not report
    /// when it stops.
    private static let scrollPause = Duration.milliseconds(150)

    /// Whether a scroll drives the recognizer.
    final func wants(_ scroll: Scroll) -> Bool {
        isEnabled && touches.isEmpty && allowedScrollTypesMask.contains(scroll.isDiscrete ? .discrete : .continuous)
    }

    /// Handles a scroll over the recognizer's view. The pan begins without a slop, because scrolling does not happen by
    /// accident.
    final func scrolled(_ scroll: Scroll, at place: Point, through arbiter: Arbiter) {
        guard !state.isTerminal else { return }
        anchor = place
        openSpan(through: arbiter)
        if scroll.delta != .zero { drive(by: scroll.delta) }
        if scroll.isLast, state != .possible {
            stopScrolling()
        } else if state != .possible {
            deadline = now.advanced(by: Self.scrollPause)
        }
        if !isParticipating { attempt = Attempt() }
    }

    /// Ends the pan when scrolling has stopped and no finger was added.
    open override func deadlineReached() { if state != .possible { stopScrolling() } }

    private func stopScrolling() {
        attempt.closeSpan(at: arbiter?.frameNumber ?? 0)
        state = .ended
    }

    private func drive(by delta: Point) {
        path = path + delta
        covered = covered + delta
        velocity.add(path, at: now)
        state = state == .possible ? .began : .changed
    }

    final override func wants(_ gesture: TouchpadGesture) -> Bool {
        gesture.kind == .swipe && allowedScrollTypesMask.contains(.continuous) && touches.isEmpty
            && (minimumNumberOfTouches...max(minimumNumberOfTouches, maximumNumberOfTouches)).contains(gesture.fingers)
    }

    final override func follow(_ gesture: TouchpadGesture) {
        switch gesture.phase {
        case .began: break
        case .changed: if gesture.delta.isSensible { drive(by: gesture.delta) }
        case .ended: if state != .possible { state = .ended }
        case .cancelled: fail(.cancelledByCompositor)
        }
    }
}
