/// Dispatches input and the passing of time to windows, their recognizers and their views. One dispatcher serves a
/// whole program.
///
/// The dispatcher has no clock and no loop. A host delivers frames as it reads them and, when it has read everything,
/// says up to which time that is. Therefore no deadline can pass before an earlier event, and a replay of the same
/// frames has the same result.
///
///     deliver(frame) ─▶ Window.sendEvent ─▶ recognizers ─▶ Arbiter ─▶ actions ─▶ ViewDelivery ─▶ views
///     advance(to:)   ─▶                     recognizers ─▶ Arbiter ─▶ actions ─▶ ViewDelivery ─▶ views
@MainActor public final class TouchDispatcher {
    /// The settings for recognizers and the counting of taps. A recognizer whose attempt has begun keeps the settings
    /// that were in effect then.
    public var settings: GestureSettings {
        get { context.settings }
        set { context.settings = newValue }
    }
    /// The time of the event or deadline that is being handled, or was handled last, on the event clock. It can step
    /// back if the clocks of several devices cannot be matched exactly.
    public var now: EventTime { context.now }

    private let context: DispatchContext
    private let tracker: TouchTracker
    private let views: ViewDelivery
    let arbiter: Arbiter
    private let pointers: PointerRouting
    let performs = DelayedPerforms()

    /// The input that is held back because a finger may have bounced.
    private var bounces = BounceFilter()
    /// Whether no finger is down and no input is held back, as far as the bounce filter knows. Stored apart, so that a
    /// move does not check the filter for exclusive access.
    private var isBounceFilterIdle = true
    /// The input that handlers have delivered, which waits until the current input is handled.
    private var waiting: [DispatchInput] = []
    /// Whether input or the passing of time is being handled.
    private var isHandling = false

    /// Creates a dispatcher with some settings.
    public init(settings: GestureSettings = GestureSettings()) {
        context = DispatchContext(settings: settings)
        tracker = TouchTracker(context)
        views = ViewDelivery(context, tracker)
        arbiter = Arbiter(context, tracker, views)
        pointers = PointerRouting(context, arbiter)
        performs.now = { [unowned self] in now }
        arbiter.whenResolved = { [unowned self] in if !isHandling, !waiting.isEmpty { handleWaiting() } }
    }

    isolated deinit {
        // Touches and recognizers refer to each other during an attempt.
        for touch in tracker.touches { touch.recipients.removeAll() }
        arbiter.dissolve()
    }

    // MARK: Input and time

    /// Handles a frame and tells views and actions of all that it leads to: ``take(_:)`` and ``tellOfMoves()``.
    package func deliver(_ frame: InputFrame) {
        take(frame)
        tellOfMoves()
    }

    /// Tells views and the actions of recognized gestures of the moves that were taken. A call inside a handler does
    /// nothing, since the call that is running does it in the end.
    package func tellOfMoves() {
        guard arbiter.hasUntoldMoves, !isHandling, !arbiter.isPerforming else { return }
        isHandling = true
        repeat {
            finishMoves()
            processWaiting()
        } while arbiter.hasUntoldMoves
        isHandling = false
    }

    /// Handles a frame: first the deadlines before it, then its changes. Recognizers receive each frame, and everything
    /// that is decided is told at once; so is a move by which a touch is no longer a tap, since views that handle touches
    /// decide by it. Views and the actions of recognized gestures are told of all other moves together: before the next
    /// deadline, the next other input, or by ``tellOfMoves()``. So the decisions, their times and their order do not
    /// depend on how many frames a host takes before it calls that.
    ///
    /// A frame that a handler delivers is handled after the current input.
    package func take(_ frame: InputFrame) {
        guard !isHandling, !arbiter.isPerforming else { return waiting = waiting + [.frame(frame)] }
        isHandling = true
        if filtersBounces { filter(frame) } else { process(frame) }
        processWaiting()
        isHandling = false
    }

    /// Handles a move that is a frame of its own, as ``take(_:)-(InputFrame)`` does.
    package func take(_ move: TouchMove) {
        guard !isHandling, !arbiter.isPerforming else { return waiting = waiting + [.frame(InputFrame(move))] }
        isHandling = true
        if filtersBounces { filter(InputFrame(move)) } else { process(move) }
        if !waiting.isEmpty { processWaiting() }
        isHandling = false
    }

    private func filter(_ frame: InputFrame) {
        bounces.add(frame, interval: settings.contactBounceInterval, radius: settings.tapAllowableMovement)
        processSettled { $0 < frame.time }
        isBounceFilterIdle = bounces.isIdle
    }

    /// Whether frames go through the bounce filter.
    private var filtersBounces: Bool { settings.contactBounceInterval > .zero || !isBounceFilterIdle }

    /// Handles a change of keys of a keyboard whose focus is in a window: first the deadlines before it, then the
    /// change, which goes to `Window.sendEvent(_:)`. A change that a handler delivers is handled after the current
    /// input.
    package func deliver(_ presses: PressesEvent, in window: Window) {
        guard !isHandling, !arbiter.isPerforming else { return waiting = waiting + [.presses(presses, window)] }
        isHandling = true
        if isHoldingInput {
            bounces.add(presses, in: window)
            processSettled { $0 < presses.timestamp }
        } else {
            process(presses, in: window)
        }
        processWaiting()
        isHandling = false
    }

    /// Whether input is held back because a finger that was lifted may have bounced: see
    /// ``GestureSettings/contactBounceInterval``.
    package var isHoldingInput: Bool { bounces.hold != nil }

    /// Handles the input that need not be held back any longer.
    private func processSettled(where isOver: (EventTime) -> Bool) {
        while let item = bounces.takeFirst(where: isOver) {
            process(item)
            processWaiting()
        }
    }

    private func handleWaiting() {
        isHandling = true
        processWaiting()
        isHandling = false
        tellOfMoves()
    }

    /// Handles the input that handlers have delivered.
    private func processWaiting() {
        while let next = waiting.first {
            waiting = Array(waiting.dropFirst())
            process(next)
        }
    }

    private func process(_ input: DispatchInput) {
        switch input {
        case .frame(let frame): process(frame)
        case .presses(let presses, let window): process(presses, in: window)
        }
    }

    private func process(_ frame: InputFrame) {
        guard let parts = frame.parts else { return processPart(frame) }
        for part in parts { processPart(part) }
    }

    private func processPart(_ frame: InputFrame) {
        if let move = frame.move { return process(move) }
        let onlyMoves = frame.onlyMoves
        if !onlyMoves { finishMoves() }
        begin(frame.time)
        context.observers.notify(frame)
        if onlyMoves { move { tracker.note(frame) } } else { handle(frame) }
    }

    private func process(_ move: TouchMove) {
        begin(move.time)
        if context.observers.observesFrames { context.observers.notify(InputFrame(move)) }
        self.move { tracker.note(move) }
    }

    /// Lets the deadlines pass that are before a frame.
    private func begin(_ time: EventTime) {
        runDeadlines { $0 < time }
        context.now = time
        context.frameNumber += 1
    }

    /// Tells of the moves before something else happens.
    private func finishMoves() {
        guard arbiter.hasUntoldMoves else { return }
        arbiter.tellOfMoves()
        tracker.closeEvent()
    }

    private func process(_ presses: PressesEvent, in window: Window) {
        finishMoves()
        runDeadlines { $0 < presses.timestamp }
        context.now = presses.timestamp
        context.observers.notify(presses, in: window)
        window.sendEvent(presses)
    }

    /// Lets time pass up to and including a time, up to which no more events will come. Deadlines at or before it are
    /// due.
    package func advance(to time: EventTime) { advance(to: time) { $0 <= time } }

    /// Lets time pass up to a time, before which no more events will come, though one at that time may. Deadlines
    /// before it are due.
    package func advance(before time: EventTime) { advance(to: time) { $0 < time } }

    private func advance(to time: EventTime, _ isDue: (EventTime) -> Bool) {
        guard !isHandling, !arbiter.isPerforming else { return }
        isHandling = true
        processSettled(where: isDue)
        finishMoves()
        // A deadline waits while earlier input is held back.
        let held = bounces.hold?.time
        runDeadlines { deadline in isDue(deadline) && (held.map { deadline < $0 } ?? true) }
        isHandling = false
        // The time does not step back if a later event was handled already.
        context.now = max(now, min(time, held ?? time))
    }

    /// Whether nothing is in progress: no touch is down, no recognizer is active, no input is held back and no delayed
    /// perform waits.
    public var isIdle: Bool { isBetweenGestures && performs.nextDue == nil }

    /// Whether no gesture is in progress: no touch is down, no recognizer is active and no input is held back.
    package var isBetweenGestures: Bool { touches.isEmpty && arbiter.active.isEmpty && !isHoldingInput }

    /// Whether nothing but drags is in progress: a touch is down, no touch can become a tap any more, no gesture is
    /// undecided and no input is held back. Then only moves can be missed by a host that reads a little later.
    package var onlyFollowsDrags: Bool {
        !touches.isEmpty && !isHoldingInput && !touches.contains { $0.tapCount > 0 }
            && !arbiter.active.contains { $0.isUndecided }
    }

    /// Whether a touch is down in a window.
    package func isTouched(_ window: Window) -> Bool { touches.contains { $0.window === window } }

    /// The touches that are down, or that were lifted and are not fully delivered to their view; oldest first.
    var touches: [Touch] { tracker.touches }

    /// The next time at which something happens without input; nil if nothing waits.
    package var nextDeadline: EventTime? {
        guard let hold = bounces.hold else { return nextDue }
        guard let due = nextDue, due < hold.time else { return hold.end }
        return due
    }

    /// The next deadline of a recognizer or a delayed perform.
    private var nextDue: EventTime? {
        let deadline = arbiter.nextDeadline
        guard let due = performs.nextDue else { return deadline }
        return min(deadline ?? due, due)
    }

    private func runDeadlines(until isDue: (EventTime) -> Bool) {
        guard let first = nextDue, isDue(first) else { return }
        finishMoves()
        let earlier = performs.count
        while let deadline = nextDue, isDue(deadline) {
            context.now = deadline
            // Input that this leads to is handled before the input that already waits.
            let later = waiting
            waiting = []
            defer { waiting = later }
            var decided = false
            arbiter.perform { decided = arbiter.reachDeadlines(at: deadline) }
            let due = decided ? nil : performs.takeDue(at: deadline, amongFirst: earlier)
            if let due { arbiter.perform { performs.run(due) } }
            processWaiting()
            if !decided, due == nil, nextDue == deadline { return }
        }
    }

    // MARK: Observing

    /// Adds an observer of the transitions of all recognizers. It is called at each transition before the recognizer's
    /// actions run.
    @discardableResult
    public func addObserver(_ observe: @escaping (GestureTransition) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Adds an observer of frames, which is called with each frame before it is handled. For recorders. A frame whose
    /// changes are all of one touch is handled as several frames, one for each change; successive moves are one change.
    @discardableResult
    package func addFrameObserver(_ observe: @escaping (InputFrame) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Adds an observer of key presses, which is called with each change of keys before it is handled, and with the
    /// window that has the keyboard's focus. For recorders.
    @discardableResult
    package func addPressesObserver(_ observe: @escaping (PressesEvent, Window) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Adds an observer of removals, which is called with each view that is about to leave its window and with each
    /// window that is closed, before touches in it are cancelled. For recorders.
    @discardableResult
    package func addRemovalObserver(_ observe: @escaping (View) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Adds an observer of invalid transitions, which is called at each assignment of ``GestureRecognizer/state`` that
    /// is not in the table of transitions and therefore changed nothing. For logs.
    @discardableResult
    public func addInvalidTransitionObserver(_ observe: @escaping (InvalidTransition) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Removes an observer of any kind.
    public func removeObserver(_ token: ObserverToken) { context.observers.remove(token) }

    // MARK: Frames

    /// Handles a frame in which touches only move. `note` records it and returns its event.
    private func move(_ note: () -> TouchEvent) {
        arbiter.move { send(note()) }
        if !arbiter.hasUntoldMoves { tracker.closeEvent() }
    }

    private func handle(_ frame: InputFrame) {
        if let hover = frame.hover { arbiter.perform { pointers.route(hover, frame.hoverContact, of: frame.device) } }
        if let scroll = frame.scroll { arbiter.perform { pointers.route(scroll, of: frame.device) } }
        if let gesture = frame.touchpad { arbiter.perform { pointers.route(gesture, of: frame.device) } }
        guard !frame.samples.isEmpty else { return }
        arbiter.perform {
            let event = tracker.note(frame)
            if let began = event.changes.filtered(where: { $0.pending.begins }) {
                for touch in began.list { tracker.findRecipients(of: touch, event) }
            }
            send(event)
            if let left = event.changes.filtered(where: { $0.pending.isAny }) {
                for touch in left.list { touch.noteUnforwarded() }
                cancelLost(of: left, event)
            }
        }
        tracker.closeEvent()
    }

    /// Sends an event to the windows of its changes.
    private func send(_ event: TouchEvent) {
        let changes = event.changes
        guard let window = changes.list.first?.window else {
            if changes.list.count > 1 { sendToOtherWindows(event) }
            return
        }
        if changes.only != nil { event.addressee = ObjectIdentifier(window) }
        window.sendEvent(event)
        event.addressee = nil
        if changes.list.count > 1 { sendToOtherWindows(event) }
    }

    private func sendToOtherWindows(_ event: TouchEvent) {
        var sent: [Window] = event.changes.list.first?.window.map { [$0] } ?? []
        for touch in event.changes.list {
            guard let window = touch.window, !sent.contains(where: { $0 === window }) else { continue }
            sent.append(window)
            window.sendEvent(event)
        }
    }

    /// Delivers an event to the recognizers of one window. Arbitration, actions and calls of views follow after all
    /// windows have received the event.
    func send(_ event: TouchEvent, in window: Window) {
        let isAllForIt = event.addressee == ObjectIdentifier(window)
        let mine = isAllForIt ? event.changes : event.changes.filtered { $0.window === window }
        guard let changes = mine else { return }
        if let touch = changes.only, touch.pending.isOnlyMove {
            if touch.applyMoves(limit: settings.tapAllowableMovement) { arbiter.tapEnded() }
            return feed(changes, event, .moved)
        }
        if let began = changes.filtered(where: { $0.pending.begins }) {
            arbiter.breakSequences(by: began)
            for touch in began.list { touch.applyBeginning() }
            feed(began, event, .began)
        }
        if let moved = changes.filtered(where: { $0.pending.moves }) {
            let limit = settings.tapAllowableMovement
            for index in moved.list.indices where moved.list[index].applyMoves(limit: limit) { arbiter.tapEnded() }
            feed(moved, event, .moved)
        }
        if let ended = changes.filtered(where: { $0.pending.lifts }) {
            for touch in ended.list {
                touch.applyEnd()
                tracker.countTap(touch)
            }
            feed(ended, event, .ended)
        }
        cancelLost(of: changes, event)
    }

    private func cancelLost(of changes: TouchGroup, _ event: TouchEvent) {
        guard let lost = changes.filtered(where: { $0.pending.cancels }) else { return }
        for touch in lost.list { touch.applyEnd() }
        feed(lost, event, .cancelled)
    }

    /// Delivers a group of touches to the recognizers that receive them, nearest first.
    private func feed(_ group: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase) {
        if phase != .moved { arbiter.touchesChanged() }
        if let tree = group.only?.recipientTree {
            tree.feed(group, event, phase, through: arbiter)
        } else {
            for recognizer in tracker.recipients(of: group.list) {
                recognizer.receive(group, event, phase, through: arbiter)
            }
        }
    }

    // MARK: Keys

    /// Delivers key presses; see ``KeyRouting``.
    func send(_ event: PressesEvent, to first: Responder) {
        context.now = event.timestamp
        for route in KeyRouting.routes(of: event) {
            arbiter.perform { route.deliverToRecognizers(from: first) }
            arbiter.perform { route.deliver(to: first) }
        }
    }

    // MARK: Taking away

    /// Cancels the touches of a view and of the views inside it, and the attempts of their recognizers.
    func cancelTouches(in view: View, _ reason: FailureReason) {
        context.observers.notify(view)
        if let window = view as? Window { bounces.forget(window) }
        arbiter.perform {
            let lost = touches.filter { $0.view?.isDescendant(of: view) ?? false }
            let down = lost.filter(\.isDown)
            for touch in down {
                touch.noteCancellation(at: now, reason)
                touch.applyEnd()
            }
            let event = TouchEvent(timestamp: now, present: touches, changes: TouchGroup(down))
            if !down.isEmpty { feed(event.changes, event, .cancelled) }
            for touch in lost { touch.stream.suppress() }
            pointers.stopFollowing(in: view)
            arbiter.cancelAttempts(in: view, reason)
            views.deliver([.cancelled])
        }
    }
}
