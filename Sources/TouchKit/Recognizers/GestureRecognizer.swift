/// Recognizes one kind of gesture. A recognizer is attached to a view and receives every touch that comes down in that
/// view or inside it, independently of the responder chain.
///
/// A recognizer is a state machine with these transitions only:
///
///     possible ──▶ ended (a discrete gesture: recognized)
///     possible ──▶ began ──▶ changed* ──▶ ended | cancelled
///     possible ──▶ failed
///     ended, cancelled, failed ──▶ possible, by reset alone
///
/// The actions run for began, changed, ended and cancelled, and never for failed or possible. They run after all
/// recognizers have seen the event and the library has chosen among those that compete, and before views receive the
/// event. A recognizer that has to wait for another one to fail goes through its states without a report. When the wait
/// is over, it reports began first or, for a discrete gesture, ended.
///
/// **Subclassing.** Override the touch methods, assign ``state`` or call ``fail(_:)``, set ``deadline`` where time
/// alone decides, and restore the initial values in ``reset()``. Call `super` in each override. A recognizer that is
/// still possible when all of its touches are lifted, and that has no deadline, is failed by the library; in UIKit,
/// recognizers that wait for it would wait for ever.
@MainActor open class GestureRecognizer {
    /// The state of a gesture.
    public nonisolated enum State: Hashable, Sendable {
        /// The recognizer has not decided.
        case possible
        /// A continuous gesture has begun.
        case began
        /// A continuous gesture has changed.
        case changed
        /// A continuous gesture has ended, or a discrete one was recognized.
        case ended
        /// A continuous gesture that had begun was cancelled.
        case cancelled
        /// The touches are not this gesture.
        case failed

        /// The final state of a discrete gesture; the same as ``ended``.
        public static let recognized = State.ended

        /// Whether the state is ended, cancelled or failed, which only a reset leaves.
        public var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }

        /// Whether a state may follow this one: the one table of transitions.
        func allows(_ next: State) -> Bool {
            switch (self, next) {
            case (.possible, .began), (.possible, .ended), (.possible, .failed): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            case (.ended, .possible), (.cancelled, .possible), (.failed, .possible): true
            default: false
            }
        }
    }

    /// Creates a recognizer without actions.
    public required init() {}

    // MARK: Configuration

    /// The delegate. Default nil. The recognizer does not keep it alive.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// A name for logs and scenario files. Default nil.
    public final var name: String?
    /// Whether the recognizer receives touches. Default true. Disabling it during a gesture makes the gesture fail, or
    /// cancels it if it has begun. A recognizer that is enabled again starts with the next touch.
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { cancelAttempt(.disabled) } }
    }
    /// Whether the gesture's touches are cancelled in their views when it is recognized. Default true.
    public final var cancelsTouchesInView = true
    /// Whether views receive the gesture's touches only after the recognizer has failed. Default false.
    public final var delaysTouchesBegan = false
    /// Whether views receive the end of the gesture's touches only after the recognizer has failed, so that the touches
    /// can still be cancelled. Default true.
    public final var delaysTouchesEnded = true
    /// The kinds of touches that the recognizer receives. Default all.
    public final var allowedTouchTypes: Set<Touch.Kind> = [.direct, .stylus, .indirectPointer]
    /// Whether a recognizer that has a touch ignores touches of other kinds. Default true.
    ///
    /// UIKit ignores them until the recognizer is reset, even between two taps. Here, a tap with another kind of device
    /// between two taps makes the recognizer fail and is the first tap of the next attempt, so that it is not lost.
    public final var requiresExclusiveTouchType = true
    /// The settings of this recognizer; nil to use those of its window's dispatcher. Default nil. UIKit has no such
    /// property.
    public final var customSettings: GestureSettings?
    /// The view to which the recognizer is attached.
    public internal(set) final weak var view: View?

    /// The settings that the recognizer uses: those at the beginning of its attempt or, between attempts, those with
    /// which the next one would begin.
    public final var settings: GestureSettings {
        attempt.spans.isEmpty ? customSettings ?? arbiter?.settings ?? GestureSettings() : attemptSettings
    }

    /// The settings of the current attempt.
    private(set) final var attemptSettings = GestureSettings()

    // MARK: Actions

    final var actions: [(token: ActionToken, run: (GestureRecognizer) -> Void)] = []
    private var actionCount = 0
    /// The sequences of the tasks that await ``events``.
    final var listeners: [AsyncStream<GestureEvent>.Continuation] = []

    /// Identifies an action for ``GestureRecognizer/removeAction(_:)``.
    public nonisolated struct ActionToken: Hashable, Sendable {
        fileprivate let number: Int
    }

    final func addErasedAction(_ action: @escaping (GestureRecognizer) -> Void) -> ActionToken {
        actionCount += 1
        let token = ActionToken(number: actionCount)
        actions.append((token, action))
        return token
    }

    /// Removes an action.
    public final func removeAction(_ token: ActionToken) { actions.removeAll { $0.token == token } }

    // MARK: State

    /// The state of the gesture. Inside an action it is the state that is being reported. Elsewhere it is the state
    /// that the recognizer itself has reached, which may be ahead of the reports (see ``require(toFail:)``).
    ///
    /// Subclasses assign it. Assigning the current state changes nothing, except that a changed gesture changes again.
    /// Assigning ``State/failed`` to a gesture that has begun cancels it. Any other assignment that is not in the table
    /// of transitions changes nothing and is reported to the observers of
    /// ``TouchDispatcher/addInvalidTransitionObserver(_:)``. No assignment stops the program, because the states depend
    /// on what the person does. UIKit raises an exception or leaves the result undefined.
    public final var state: State {
        get { progress.visible }
        set {
            let isFailure = newValue == .failed || newValue == .cancelled
            advance(isFailure ? .other("unspecified") : nil, to: newValue) { $0.assign(newValue) }
        }
    }

    /// Fails a gesture that has not begun, or cancels one that has. Does nothing in a terminal state. For subclasses.
    public final func fail(_ reason: FailureReason) { advance(reason, to: .failed) { $0.fail() } }

    /// The states of the recognizer.
    final var progress: RecognizerProgress {
        get { storedProgress }
        set { storedProgress = newValue }
    }
    // Hot-path state is private; see TouchTracker.
    private final var storedProgress = RecognizerProgress()
    /// The data of the current attempt.
    final var attempt = Attempt()

    /// Applies an input to the progress, and posts the consequence to the arbiter.
    private func advance(
        _ reason: FailureReason?, to next: State, by input: (inout RecognizerProgress) -> RecognizerProgress.Consequence
    ) {
        let before = progress.state
        switch input(&progress) {
        case .nothing: return
        case .invalid:
            arbiter?.refuse(next, of: self)
            return
        case .changed:
            arbiter?.hasChanged(self)
            return
        case .unresolved: break
        }
        if let reason { attempt.reason = reason }
        if progress.state.isTerminal { deadline = nil }
        if before == .possible, progress.state == .ended { recognizedPoints = gesturePoints }
        if let arbiter {
            arbiter.cameToSomething(self)
        } else if progress.state.isTerminal {
            // Outside a window, no arbiter and no observer exist, so the reset happens here.
            _ = beginNextAttempt()
        }
    }

    /// Changes a running gesture whose touches moved, if the subclass did not do that itself.
    final func noteMovement() { if progress.canNoteMovement { state = .changed } }

    /// Fails the recognizer by decision of the arbiter, whatever state it has reached; cancels a running gesture.
    final func overrule(_ reason: FailureReason) {
        attempt.reason = reason
        progress.overrule()
        deadline = nil
    }

    // MARK: Touches

    /// The touches that the recognizer is receiving, in the order in which they came down.
    public internal(set) final var touches: [Touch] {
        get { fingers }
        set { fingers = newValue }
    }
    // Hot-path state is private; see TouchTracker.
    private final var fingers: [Touch] = []

    /// The number of touches of the gesture: those that the recognizer is receiving or, from the recognition of a
    /// discrete gesture to its reset, those that made it. For several taps these are the touches of the first tap. It
    /// is 0 after the last touch of a continuous gesture has ended.
    public final var numberOfTouches: Int { recognizedPoints?.count ?? touches.count }

    /// Returns the location of the gesture in a view's coordinates, or in the window's where `view` is nil: the
    /// centroid of the touches or, after the last one was lifted, their last centroid. Some subclasses return another
    /// point.
    open func location(in view: View?) -> Point { view?.convert(anchor, from: nil) ?? anchor }

    /// Returns the location of one of the gesture's ``numberOfTouches`` touches, in a view's coordinates or in the
    /// window's where `view` is nil. Index 0 is the touch that came down first. For a discrete gesture that was
    /// recognized, the location is that at its recognition; for a tap, it is the point at which the touch of the first
    /// tap came down.
    ///
    /// An index that is out of range returns ``location(in:)``, because the number of touches depends on what the
    /// person does. UIKit raises an exception.
    public final func location(ofTouch index: Int, in view: View?) -> Point {
        let points = recognizedPoints ?? touches.map(\.position)
        guard points.indices.contains(index) else { return location(in: view) }
        return view?.convert(points[index], from: nil) ?? points[index]
    }

    /// The points of the touches that made a discrete gesture, in the window's coordinates; nil before it is
    /// recognized.
    private final var recognizedPoints: [Point]?

    /// The points to record when a discrete gesture is recognized, in the window's coordinates.
    var gesturePoints: [Point] { touches.map(\.position) }

    /// The centroid of the touches, in the window's coordinates; after the last touch was lifted, the last one.
    final var anchor = Point.zero

    /// The time at which the library calls ``deadlineReached()``, on the event clock; nil for none. For subclasses.
    ///
    /// The call happens after all events at or before that time, and before all later ones, however late the program
    /// is. A terminal state sets it to nil.
    public final var deadline: EventTime? {
        get { due }
        set {
            guard newValue != due else { return }
            due = newValue
            arbiter?.deadlineChanged()
        }
    }
    // Hot-path state is private; see TouchTracker.
    private final var due: EventTime?

    /// Called when the time of ``deadline`` has come; the property is nil then. For subclasses.
    open func deadlineReached() {}

    /// Called when touches come down in the recognizer's view or inside it. For subclasses.
    open func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Called when touches have moved. For subclasses.
    open func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Called when touches were lifted. ``touches`` still contains them. For subclasses.
    open func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Called when touches were cancelled. ``touches`` still contains them. For subclasses. The default implementation
    /// calls ``fail(_:)``.
    open func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        fail(touches.first?.cancelReason ?? .cancelledByCompositor)
    }

    /// Called when the attempt is over, to restore the initial values. For subclasses, which call `super`.
    ///
    /// The library calls it when no touch is down that the recognizer would receive, including touches that came down
    /// after its decision, and when every recognizer that waited for it to fail has decided. Touches that the
    /// recognizer refused or ignored, and those that came down while it was disabled, do not count.
    open func reset() {}

    /// Called when keys are pressed while the first responder is in the recognizer's view or inside it. For subclasses.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when keys that are held repeat. For subclasses.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when keys were released. For subclasses.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when held keys were cancelled, because the keyboard lost its focus or went away. For subclasses.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Returns why a touch that comes down does not continue the recognizer's sequence of taps; nil if it does, or if
    /// the recognizer counts no taps.
    func breakOfSequence(at touch: Touch) -> FailureReason? { nil }

    /// Whether a gesture of a touchpad drives the recognizer.
    func wants(_ gesture: TouchpadGesture) -> Bool { false }
    /// Handles a report of a touchpad's gesture that drives the recognizer.
    func follow(_ gesture: TouchpadGesture) {}

    /// Returns whether the recognizer wants a touch; asked before its delegate. For subclasses. The default
    /// implementation returns whether the touch's kind is in ``allowedTouchTypes`` and, for a pointer, whether the
    /// primary button makes the touch.
    open func accepts(_ touch: Touch) -> Bool {
        allowedTouchTypes.contains(touch.type)
            && (touch.type != .indirectPointer || touch.buttonMask.contains(.primary))
    }

    /// Stops receiving a touch. The touch is then not cancelled in its view either. For subclasses.
    public final func ignore(_ touch: Touch, for event: TouchEvent) {
        touches.removeAll { $0 === touch }
        attempt.received.removeAll { $0 === touch }
        touch.recipients.removeAll { $0 === self }
        guard let arbiter else { return }
        if touches.isEmpty { attempt.closeSpan(at: arbiter.frameNumber) }
        arbiter.becameFree()
    }

    // MARK: Arbitration

    /// Returns whether the recognition of this recognizer may make another one fail. For subclasses. Default true.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Returns whether the recognition of another recognizer may make this one fail. For subclasses. Default true.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Returns whether this recognizer waits, in this attempt, until another one has failed. For subclasses. Default
    /// false.
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Returns whether another recognizer waits, in this attempt, until this one has failed. For subclasses. Default
    /// false.
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Returns whether the recognizer wants the touches that begin with an event. For subclasses. Default true.
    open func shouldReceive(_ event: TouchEvent) -> Bool { true }

    /// The recognizers that must fail before this one is reported.
    private var required: [WeakRecognizer] = []
    /// The recognizers that were passed to ``require(toFail:)`` and still exist, in that order. UIKit has no such
    /// property.
    public final var failureRequirements: [GestureRecognizer] { required.compactMap(\.recognizer) }

    /// Holds this recognizer's actions back until another recognizer has failed. If the other one is recognized
    /// instead, this one fails. A recognizer that is disabled, is detached or has received no touch counts as failed.
    ///
    /// Only ``removeFailureRequirement(_:)``, which UIKit lacks, removes the requirement.
    ///
    /// - Returns: Nil, or the cycle of requirements that the new one would have closed, from this recognizer back to
    ///   itself; nothing is changed then. In UIKit the recognizers of a cycle would wait for ever.
    @discardableResult
    public final func require(toFail other: GestureRecognizer) -> [GestureRecognizer]? {
        if let path = other.requirementPath(to: self) { return [self] + path }
        if !failureRequirements.contains(other) {
            required.removeAll { $0.recognizer == nil }
            required.append(WeakRecognizer(recognizer: other))
        }
        return nil
    }

    /// Removes a requirement that ``require(toFail:)`` has added.
    public final func removeFailureRequirement(_ other: GestureRecognizer) {
        required.removeAll { $0.recognizer === other }
        arbiter?.becameFree()
    }

    /// The time of the event or deadline that is being handled, on the event clock. For subclasses.
    public final var now: EventTime { arbiter?.now ?? EventTime(nanoseconds: 0) }

    // MARK: Attachment

    /// The position of the attachment among all of the program's: of two recognizers on one view, the one that was
    /// attached later takes precedence.
    private(set) final var attachment = 0
    private static var attachments = 0

    /// The arbiter that decides about the recognizer: during an attempt the one with which the attempt began, even if
    /// the view has left its window.
    final var arbiter: Arbiter? { attemptArbiter ?? view?.window?.dispatcher.arbiter }
    private final var attemptArbiter: Arbiter?

    /// Stores the arbiter with which an attempt begins.
    final func join(_ arbiter: Arbiter) { attemptArbiter = arbiter }

    /// Forgets the arbiter, which is being deallocated.
    final func leave() { attemptArbiter = nil }

    /// Records that the recognizer has touches from the current frame on.
    final func openSpan(through arbiter: Arbiter) {
        if attempt.spans.isEmpty { attemptSettings = customSettings ?? arbiter.settings }
        attempt.openSpan(at: arbiter.frameNumber)
    }

    final func attach(to view: View) {
        self.view = view
        Self.attachments += 1
        attachment = Self.attachments
    }

    final func detach() {
        view = nil
        finishListeners()
    }

    private func finishListeners() {
        for listener in listeners { listener.finish() }
        listeners.removeAll()
    }

    isolated deinit { finishListeners() }

    /// Ends the recognizer's touches and attempt at once.
    final func cancelAttempt(_ reason: FailureReason) {
        guard let arbiter else { return }
        arbiter.forgetTouches(of: self)
        stopFollowing(at: arbiter.frameNumber)
        guard isParticipating else { return }
        for touch in attempt.received { touch.recipients.removeAll { $0 === self } }
        touches.removeAll()
        attempt.isCancelled = true
        if !progress.announced.isTerminal { attempt.reason = reason }
        progress.cancelAttempt()
        if progress.state.isTerminal { deadline = nil }
        arbiter.begin(self)
        arbiter.becameFree()
    }

    /// Ends the effect of a touchpad's gesture on the recognizer.
    final func stopFollowing(at frame: Int) {
        guard attempt.isDrivenByTouchpad else { return }
        attempt.isDrivenByTouchpad = false
        attempt.closeSpan(at: frame)
        if !isParticipating { attempt = Attempt() }
    }

    /// Whether the recognizer has received a touch, or is in a state that a reset has to leave.
    final var isParticipating: Bool { !attempt.received.isEmpty || progress.hasLeftPossible }

    /// Whether the outcome of the recognizer's attempt is open for other recognizers.
    final var isUndecided: Bool { isParticipating && progress.isUndecided }

    /// Whether the gesture was recognized and not reset since.
    final var isRecognized: Bool { progress.isRecognized }

    /// Resets the recognizer for the next attempt. Returns the state of which observers were notified last.
    final func beginNextAttempt() -> State {
        let announced = progress.announced
        progress.reset()
        deadline = nil
        touches.removeAll()
        attempt = Attempt()
        recognizedPoints = nil
        attemptArbiter = nil
        reset()
        return announced
    }
}

private struct WeakRecognizer {
    weak var recognizer: GestureRecognizer?
}

extension GestureRecognizer: @MainActor CustomStringConvertible {
    /// The class, name and state, for logs.
    public var description: String { "\(type(of: self))\(name.map { " \"\($0)\"" } ?? "") \(state)" }
}

nonisolated extension GestureRecognizer: Hashable {
    /// A recognizer equals only itself.
    public static func == (a: GestureRecognizer, b: GestureRecognizer) -> Bool { a === b }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension GestureRecognizer {
    /// The recognizer's name or, without one, its class, for use in a sentence.
    public final var title: String { name ?? "\(type(of: self))" }
}
