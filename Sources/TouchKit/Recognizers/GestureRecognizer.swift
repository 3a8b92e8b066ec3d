/// Watches touches for one kind of gesture. Attach it to a view; it hears of every touch that comes down in that view
/// or inside it, beside the responder chain.
///
/// A recognizer is a state machine, and its only rules are these transitions:
///
///     possible ──▶ ended (a discrete gesture: recognized)
///     possible ──▶ began ──▶ changed* ──▶ ended | cancelled
///     possible ──▶ failed
///     ended, cancelled, failed ──▶ possible, by reset alone
///
/// Its actions run for began, changed, ended and cancelled, never for failed or possible, after all recognizers have
/// seen the event and one of those that compete was chosen, and before the event reaches the view. A recognizer that
/// another one must fail first goes through its states unheard until then; when it is released it reports began
/// first, or ended if it is discrete.
///
/// **Subclassing.** Override the touch methods, assign ``state`` or call ``fail(_:)``, set ``deadline`` where time
/// alone decides, and put everything back in ``reset()``, calling `super` in each. A recognizer that has seen a touch
/// has to come to an end: one that is still possible when all of its touches are lifted and that has no deadline is
/// failed by the library (in UIKit it would hang everything that waits for it).
@MainActor open class GestureRecognizer {
    /// Where a gesture stands.
    public nonisolated enum State: Hashable, Sendable {
        /// Not decided.
        case possible
        /// A continuous gesture has begun.
        case began
        /// A continuous gesture has changed.
        case changed
        /// A continuous gesture has ended, or a discrete one was recognized.
        case ended
        /// A continuous gesture that had begun was taken away.
        case cancelled
        /// It is not this gesture.
        case failed

        /// The final state of a discrete gesture: ``ended``.
        public static let recognized = State.ended

        /// Whether only a reset leads out of it.
        public var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }

        /// The one table of transitions.
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

    /// A recognizer of nothing yet, with no action.
    public required init() {}

    // MARK: Configuration

    /// Who is asked. Default nil.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// A name for logs and scenarios. Default nil.
    public final var name: String?
    /// Whether it hears of touches. Default true. Disabling it amid a gesture drops its touches: it fails, or is
    /// cancelled where it has begun; enabled again, it starts afresh with the next touch.
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { cancelAttempt(.disabled) } }
    }
    /// Whether its touches are cancelled in their views when it is recognized. Default true.
    public final var cancelsTouchesInView = true
    /// Whether views hear of its touches only when it has failed. Default false.
    public final var delaysTouchesBegan = false
    /// Whether views hear of the end of its touches only when it has failed, so that they can still be cancelled.
    /// Default true.
    public final var delaysTouchesEnded = true
    /// The kinds of touches that it hears of. Default all.
    public final var allowedTouchTypes: Set<Touch.Kind> = [.direct, .stylus, .indirectPointer]
    /// Whether, while it has a touch, touches of other kinds are passed over. Default true.
    ///
    /// UIKit passes them over until the recognizer is reset, even between two taps; here a tap of another device ends
    /// that wait and counts as a first one, so that it is not lost.
    public final var requiresExclusiveTouchType = true
    /// The numbers that it decides by; nil for those of its window's dispatcher. Default nil. UIKit has no such thing.
    public final var customSettings: GestureSettings?
    /// The view that it is attached to.
    public internal(set) final weak var view: View?

    /// The numbers that it decides by: those that there were when its attempt began or, before one, those that it
    /// would begin with.
    public final var settings: GestureSettings {
        attempt.spans.isEmpty ? customSettings ?? arbiter?.settings ?? GestureSettings() : attemptSettings
    }

    /// The numbers that this attempt goes by.
    private(set) final var attemptSettings = GestureSettings()

    // MARK: Actions

    final var actions: [(token: ActionToken, run: (GestureRecognizer) -> Void)] = []
    private var actionCount = 0
    /// Who awaits its events.
    final var listeners: [AsyncStream<GestureEvent>.Continuation] = []

    /// Names an action so that it can be removed.
    public nonisolated struct ActionToken: Hashable, Sendable {
        fileprivate let number: Int
    }

    final func addErasedAction(_ action: @escaping (GestureRecognizer) -> Void) -> ActionToken {
        actionCount += 1
        let token = ActionToken(number: actionCount)
        actions.append((token, action))
        return token
    }

    /// Takes an action away.
    public final func removeAction(_ token: ActionToken) { actions.removeAll { $0.token == token } }

    // MARK: State

    /// Where the gesture stands: inside an action what is being reported; elsewhere what the recognizer itself has
    /// come to, which may be further than what has been reported (see ``require(toFail:)``).
    ///
    /// Subclasses assign it. Assigning the state that the recognizer already has changes nothing, except that a changed
    /// gesture changes again. Assigning ``State/failed`` to a gesture that has begun cancels it. Any other assignment
    /// that is not in the table of transitions changes nothing and is reported to the observers of
    /// ``TouchDispatcher/addInvalidTransitionObserver(_:)``: which states a recognizer passes through depends on what
    /// the person does, so no assignment stops the program. UIKit raises an exception or leaves the result undefined.
    public final var state: State {
        get { progress.visible }
        set {
            let isFailure = newValue == .failed || newValue == .cancelled
            advance(isFailure ? .other("unspecified") : nil, to: newValue) { $0.assign(newValue) }
        }
    }

    /// Fails a gesture that has not begun, cancels one that has. For subclasses.
    public final func fail(_ reason: FailureReason) { advance(reason, to: .failed) { $0.fail() } }

    /// How far it has come.
    final var progress: RecognizerProgress {
        get { storedProgress }
        set { storedProgress = newValue }
    }
    // Hot-path state is private; see TouchTracker.
    private final var storedProgress = RecognizerProgress()
    /// What this attempt has seen.
    final var attempt = Attempt()

    /// Gives its progress an input, and reports what follows to the arbiter.
    private func advance(
        _ reason: FailureReason?, to next: State, by input: (inout RecognizerProgress) -> RecognizerProgress.Consequence
    ) {
        let before = progress.state
        switch input(&progress) {
        case .nothing: return
        case .invalid:
            arbiter?.refuse(next, of: self)
            return
        case .unresolved: break
        }
        if let reason { attempt.reason = reason }
        if progress.state.isTerminal { deadline = nil }
        if before == .possible, progress.state == .ended { recognizedPoints = gesturePoints }
        if let arbiter {
            arbiter.cameToSomething(self)
        } else if progress.state.isTerminal {
            // Outside a window there is no observer, and no arbiter that would reset it later.
            _ = beginNextAttempt()
        }
    }

    /// Reports a change of a running gesture whose touches moved though it did not say so itself.
    final func noteMovement() { if progress.canNoteMovement { state = .changed } }

    /// The arbiter fails it, whatever it has come to by itself; a gesture that runs is cancelled.
    final func overrule(_ reason: FailureReason) {
        attempt.reason = reason
        progress.overrule()
        deadline = nil
    }

    // MARK: Touches

    /// The touches that it is receiving, in the order in which they came down.
    public internal(set) final var touches: [Touch] {
        get { fingers }
        set { fingers = newValue }
    }
    // Hot-path state is private; see TouchTracker.
    private final var fingers: [Touch] = []

    /// The number of touches of the gesture: those that the recognizer is receiving or, from the recognition of a
    /// discrete gesture to its reset, those that made it (of several taps those of the first). 0 after the last touch of
    /// a continuous gesture has ended.
    public final var numberOfTouches: Int { recognizedPoints?.count ?? touches.count }

    /// Where the gesture is, in a view's coordinates (in the window's where `view` is nil): the centroid of its
    /// touches, or where that was when the last one was lifted. Subclasses may mean another place.
    open func location(in view: View?) -> Point { view?.convert(anchor, from: nil) ?? anchor }

    /// Returns the location of one of the ``numberOfTouches`` touches of the gesture, in a view's coordinates (in the
    /// window's where `view` is nil). The touch that came down first has index 0. For a discrete gesture that has been
    /// recognized this is where the touch was then; for a tap it is where the touch of the first tap came down.
    ///
    /// The number of touches depends on what the person does, so an index that is out of range is no error: the result
    /// is then ``location(in:)``. UIKit raises an exception.
    public final func location(ofTouch index: Int, in view: View?) -> Point {
        let points = recognizedPoints ?? touches.map(\.position)
        guard points.indices.contains(index) else { return location(in: view) }
        return view?.convert(points[index], from: nil) ?? points[index]
    }

    /// Where the touches that made a discrete gesture were, in the window's coordinates; nil before it is recognized.
    private final var recognizedPoints: [Point]?

    /// Where the touches that make a discrete gesture are at its recognition, in the window's coordinates.
    var gesturePoints: [Point] { touches.map(\.position) }

    /// The centroid in the window's coordinates.
    final var anchor = Point.zero

    /// The instant at which ``deadlineReached()`` is to be called, on the event clock; nil for none. For subclasses.
    ///
    /// It is called before any later event is seen and after every event at or before that instant, however late the
    /// program is. A terminal state clears it.
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

    /// Time has come to ``deadline``, which is nil again. For subclasses.
    open func deadlineReached() {}

    /// Touches came down in the recognizer's view or inside it. For subclasses.
    open func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Touches moved. For subclasses.
    open func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Touches were lifted; ``touches`` still holds them. For subclasses.
    open func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {}
    /// Touches were taken away; ``touches`` still holds them. For subclasses. Default: fails, or cancels.
    open func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        fail(touches.first?.cancelReason ?? .cancelledByCompositor)
    }

    /// The attempt is over and everything is to be as it was at first. For subclasses, which call `super`.
    ///
    /// Called when no touch is down that the recognizer was to receive, those included that came down after it had
    /// decided, and every recognizer that waited for its failure has decided. A touch that it refused or ignored, or
    /// that came down while it was disabled, does not count.
    open func reset() {}

    /// Keys were pressed while a responder in the recognizer's view or inside it was first. For subclasses.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Keys that are held repeat. For subclasses.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Keys were released. For subclasses.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Held keys were taken away. For subclasses.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Returns why a touch that comes down, and that it would receive, does not continue the sequence of taps that it
    /// has seen so far; nil where the touch does, or where it counts no taps.
    func breakOfSequence(at touch: Touch) -> FailureReason? { nil }

    /// Whether a touchpad's gesture drives it.
    func wants(_ gesture: TouchpadGesture) -> Bool { false }
    /// A touchpad's gesture that it wants goes on.
    func follow(_ gesture: TouchpadGesture) {}

    /// Whether the recognizer wants a touch at all; asked before its delegate. For subclasses. Default: the touch's
    /// kind is allowed, and it is made by the primary button where it is made by a pointer.
    open func accepts(_ touch: Touch) -> Bool {
        allowedTouchTypes.contains(touch.type)
            && (touch.type != .indirectPointer || touch.buttonMask.contains(.primary))
    }

    /// Hears no more of a touch, which is then not cancelled in its view either. For subclasses.
    public final func ignore(_ touch: Touch, for event: TouchEvent) {
        touches.removeAll { $0 === touch }
        attempt.received.removeAll { $0 === touch }
        touch.recipients.removeAll { $0 === self }
        guard let arbiter else { return }
        if touches.isEmpty { attempt.closeSpan(at: arbiter.frameNumber) }
        arbiter.becameFree()
    }

    // MARK: Arbitration

    /// Whether its recognition may make another one fail. For subclasses. Default true.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether another one's recognition may make it fail. For subclasses. Default true.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether it waits, in this attempt, until another one has failed. For subclasses. Default false.
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether another one waits, in this attempt, until it has failed. For subclasses. Default false.
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Whether it wants the touches that begin with an event. For subclasses. Default true.
    open func shouldReceive(_ event: TouchEvent) -> Bool { true }

    /// The recognizers that have to fail before this one is reported.
    private var required: [WeakRecognizer] = []
    /// The recognizers given to ``require(toFail:)`` that still exist, in the order in which they were. UIKit has no
    /// such list.
    public final var failureRequirements: [GestureRecognizer] { required.compactMap(\.recognizer) }

    /// Holds this recognizer's actions back until another one has failed; if that one is recognized instead, this one
    /// fails. A recognizer that is disabled, detached or has seen no touch counts as failed.
    ///
    /// There is no undoing it, but for ``removeFailureRequirement(_:)``, which UIKit lacks.
    ///
    /// - Returns: nil, or the requirements that would have waited for one another in a ring, from this recognizer to
    ///   itself, in which case nothing was changed. UIKit would let them wait for ever.
    @discardableResult
    public final func require(toFail other: GestureRecognizer) -> [GestureRecognizer]? {
        if let path = other.requirementPath(to: self) { return [self] + path }
        if !failureRequirements.contains(other) {
            required.removeAll { $0.recognizer == nil }
            required.append(WeakRecognizer(recognizer: other))
        }
        return nil
    }

    /// Takes back a ``require(toFail:)``.
    public final func removeFailureRequirement(_ other: GestureRecognizer) {
        required.removeAll { $0.recognizer === other }
        arbiter?.becameFree()
    }

    /// The time of the event or of the deadline that is being handled, on the event clock. For subclasses.
    public final var now: EventTime { arbiter?.now ?? EventTime(nanoseconds: 0) }

    // MARK: Attachment

    /// How many were attached before it, in the whole program: the later one wins a tie on one view.
    private(set) final var attachment = 0
    private static var attachments = 0

    /// Who decides about it: during an attempt the arbiter with which it began, though the view may have left its window.
    final var arbiter: Arbiter? { attemptArbiter ?? view?.window?.dispatcher.arbiter }
    private final var attemptArbiter: Arbiter?

    /// An attempt begins.
    final func join(_ arbiter: Arbiter) { attemptArbiter = arbiter }

    /// The arbiter goes.
    final func leave() { attemptArbiter = nil }

    /// It has fingers from now on.
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

    /// Drops its touches and its attempt at once.
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

    /// A touchpad's gesture no longer drives it.
    final func stopFollowing(at frame: Int) {
        guard attempt.isDrivenByTouchpad else { return }
        attempt.isDrivenByTouchpad = false
        attempt.closeSpan(at: frame)
        if !isParticipating { attempt = Attempt() }
    }

    /// Whether it has received a touch, or is in a state that a reset has to leave.
    final var isParticipating: Bool { !attempt.received.isEmpty || progress.hasLeftPossible }

    /// Whether the outcome of its attempt is open as far as others can know.
    final var isUndecided: Bool { isParticipating && progress.isUndecided }

    /// Whether it has been recognized and not been reset since.
    final var isRecognized: Bool { progress.isRecognized }

    /// Puts everything back for the next attempt. Returns the state that observers were told of last.
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
    /// Class, name and state, for logs.
    public var description: String { "\(type(of: self))\(name.map { " \"\($0)\"" } ?? "") \(state)" }
}

nonisolated extension GestureRecognizer: Hashable {
    /// A recognizer equals only itself.
    public static func == (a: GestureRecognizer, b: GestureRecognizer) -> Bool { a === b }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension GestureRecognizer {
    /// What a sentence calls it: its name, or its class.
    public final var title: String { name ?? "\(type(of: self))" }
}
