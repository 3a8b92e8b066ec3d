/// Recognizes a drag of one or more fingers. It begins when their centroid has gone farther than
/// ``GestureSettings/panSlop``, changes as they move, and ends when the last one is lifted.
///
/// Fingers may join and leave: the translation goes on from where it was. Scrolling can drive it too, see
/// ``allowedScrollTypesMask``.
open class PanGestureRecognizer: GestureRecognizer {
    /// How many fingers it takes to begin. Default 1.
    public final var minimumNumberOfTouches = 1
    /// How many fingers at the most. Default any number. One more before it begins makes it fail; afterwards that
    /// finger is no part of it.
    public final var maximumNumberOfTouches = Int.max
    /// The kinds of scrolling that drive it besides touches. Default none, as in UIKit.
    public final var allowedScrollTypesMask: ScrollTypeMask = []

    /// Kinds of scrolling.
    public nonisolated struct ScrollTypeMask: OptionSet, Hashable, Sendable {
        /// One bit a kind.
        public let rawValue: UInt8
        /// A set of the bits given.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A wheel's, in notches.
        public static let discrete = ScrollTypeMask(rawValue: 1)
        /// A touchpad's, continuous.
        public static let continuous = ScrollTypeMask(rawValue: 2)
        /// Both.
        public static let all: ScrollTypeMask = [.discrete, .continuous]
    }

    /// The way of the fingers from first to last, slop included.
    private var path = Point.zero
    /// What was covered since the pan began, as the program may have set it anew.
    private var covered = Point.zero
    private var lastCentroid: Point?
    private var velocity = VelocityTracker()

    /// How far the fingers have gone since the pan began, without the slop, in points of a view's axes.
    public final func translation(in view: View?) -> Point { covered }

    /// Sets the translation, which goes on from there.
    public final func setTranslation(_ translation: Point, in view: View?) { covered = translation }

    /// How fast the fingers move, in points a second of a view's axes, over the last 100 ms; zero after a rest.
    public final func velocity(in view: View?) -> Point { velocity.velocity(at: now) }

    /// Whether the way that the fingers have gone before the pan begins is the way of this gesture. For subclasses.
    /// Default: any way is.
    open func refusal(of path: Point) -> FailureReason? { nil }

    /// Takes fingers in.
    open override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in self.touches where touches.contains(touch) && numberOfTouches > maximumNumberOfTouches {
            if state == .possible {
                return fail(.tooManyTouches(measured: numberOfTouches, allowed: maximumNumberOfTouches))
            }
            ignore(touch, for: event)
        }
        lastCentroid = self.touches.centroid
        // A finger that joins a pan that scrolling has begun drives it from now on, however long the wheel rests.
        if state != .possible, !self.touches.isEmpty { deadline = nil }
        if state == .possible { velocity.add(path, at: event.timestamp) }
    }

    /// Begins or changes.
    open override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        let step = anchor - (lastCentroid ?? anchor)
        lastCentroid = anchor
        guard state != .possible || numberOfTouches >= minimumNumberOfTouches else { return }
        go(step, event.timestamp)
    }

    /// Ends with the last finger.
    open override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { lose(touches, isCancelled: false) }

    /// Goes on with the fingers that are left; is cancelled with the last one.
    open override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        lose(touches, isCancelled: true)
    }

    /// Puts everything back.
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

    private func lose(_ lost: Set<Touch>, isCancelled: Bool) {
        let left = touches.filter { !lost.contains($0) }
        lastCentroid = left.centroid
        guard left.isEmpty else { return }
        if isCancelled {
            fail(lost.first?.cancelReason ?? .cancelledByCompositor)
        } else if state == .possible {
            fail(
                lost.count < minimumNumberOfTouches && path == .zero && minimumNumberOfTouches > 1
                    ? .tooFewTouches(measured: lost.count, needed: minimumNumberOfTouches)
                    : .tooShort(measured: path.length, needed: attemptSettings.panSlop))
        } else {
            state = .ended
        }
    }

    // MARK: Scrolling and touchpads

    /// How long after a wheel's notch the next one still belongs to the same pan; wheels do not say when they stop.
    private static let scrollPause = Duration.milliseconds(150)

    /// Whether a kind of scrolling drives it.
    final func wants(_ scroll: Scroll) -> Bool {
        isEnabled && touches.isEmpty && allowedScrollTypesMask.contains(scroll.isDiscrete ? .discrete : .continuous)
    }

    /// Something was scrolled over its view. Scrolling has no slop: nobody scrolls without meaning it.
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

    /// Ends the pan: scrolling has stopped, and no finger has joined.
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
