/// Carries frames of input and the passing of time to windows, their recognizers and their views. One serves a whole
/// program.
///
/// It has no clock and no loop: a host delivers frames as it reads them, and says how far time has come when it has
/// read everything there is. So a deadline can't overtake an event, and a replay of the same frames comes to the same
/// end.
///
///     deliver(frame) ─▶ Window.sendEvent ─▶ recognizers ─▶ Arbiter ─▶ actions ─▶ ViewDelivery ─▶ views
///     advance(to:)   ─▶                     recognizers ─▶ Arbiter ─▶ actions ─▶ ViewDelivery ─▶ views
@MainActor public final class TouchDispatcher {
    /// The numbers that recognizers and tap counting go by. A recognizer whose attempt has begun keeps those that there
    /// were when it began.
    public var settings: GestureSettings {
        get { context.settings }
        set { context.settings = newValue }
    }
    /// The time of the event or of the deadline that is being handled, or was last. Devices whose stamps can't be
    /// fitted to one another exactly may make it step back.
    public var now: EventTime { context.now }

    private let context: DispatchContext
    private let tracker: TouchTracker
    private let views: ViewDelivery
    let arbiter: Arbiter
    private let pointers: PointerRouting
    let performs = DelayedPerforms()

    /// The input that is held back, because a finger may have bounced.
    private var bounces = BounceFilter()
    /// The input that handlers have delivered and that waits for the present one.
    private var waiting: [DispatchInput] = []
    /// Whether a frame or the passing of time is being handled.
    private var isHandling = false

    /// A dispatcher that goes by some numbers.
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
        // Touches and recognizers hold one another during an attempt.
        for touch in tracker.touches { touch.recipients.removeAll() }
        arbiter.dissolve()
    }

    // MARK: Input and time

    /// Handles a frame: first the deadlines that lie before it, then what it says. A frame delivered from inside a
    /// handler is handled when the present one is done.
    public func deliver(_ frame: InputFrame) {
        guard !isHandling, !arbiter.isPerforming else { return waiting = waiting + [.frame(frame)] }
        isHandling = true
        if settings.contactBounceInterval > .zero || !bounces.isIdle {
            bounces.add(frame, interval: settings.contactBounceInterval, radius: settings.tapAllowableMovement)
            processSettled { $0 < frame.time }
        } else {
            process(frame)
        }
        processWaiting()
        isHandling = false
    }

    /// Handles a change of keys whose keyboard has its focus in a window: first the deadlines before it, then the
    /// change, which goes to ``Window/sendEvent(_:)``. A change that a handler delivers is handled when the present
    /// input is done.
    public func deliver(_ presses: PressesEvent, in window: Window) {
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

    /// Whether input is held back, because a finger that was lifted may have bounced: see
    /// ``GestureSettings/contactBounceInterval``.
    public var isHoldingInput: Bool { bounces.hold != nil }

    /// Handles what need not be held back any longer.
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
        runDeadlines { $0 < frame.time }
        context.now = frame.time
        context.observers.notify(frame)
        handle(frame)
    }

    private func process(_ presses: PressesEvent, in window: Window) {
        runDeadlines { $0 < presses.timestamp }
        context.now = presses.timestamp
        context.observers.notify(presses, in: window)
        window.sendEvent(presses)
    }

    /// Says that no event up to and including an instant is still to come: deadlines up to there are due.
    public func advance(to time: EventTime) { advance(to: time) { $0 <= time } }

    /// Says that no event before an instant is still to come, though one at it may be: deadlines before it are due.
    public func advance(before time: EventTime) { advance(to: time) { $0 < time } }

    private func advance(to time: EventTime, _ isDue: (EventTime) -> Bool) {
        guard !isHandling, !arbiter.isPerforming else { return }
        isHandling = true
        processSettled(where: isDue)
        // Nothing is decided by time alone before it is known what happened first.
        let held = bounces.hold?.time
        runDeadlines { deadline in isDue(deadline) && (held.map { deadline < $0 } ?? true) }
        isHandling = false
        // It says nothing new where an event of a later time has come.
        context.now = max(now, min(time, held ?? time))
    }

    /// Whether nothing is under way: no touch is down, no recognizer's attempt has begun and no perform waits.
    public var isIdle: Bool { isBetweenGestures && performs.nextDue == nil }

    /// Whether no gesture is under way: no touch is down, no recognizer's attempt has begun and no input is held back.
    public var isBetweenGestures: Bool { touches.isEmpty && arbiter.active.isEmpty && !isHoldingInput }

    /// The touches that are down, or were lifted and are not delivered to their view to the end; oldest first.
    var touches: [Touch] { tracker.touches }

    /// The next instant at which time alone decides something; nil where nothing waits.
    public var nextDeadline: EventTime? {
        guard let hold = bounces.hold else { return nextDue }
        guard let due = nextDue, due < hold.time else { return hold.end }
        return due
    }

    /// The next deadline of a recognizer or a perform.
    private var nextDue: EventTime? {
        let deadline = arbiter.nextDeadline
        guard let due = performs.nextDue else { return deadline }
        return min(deadline ?? due, due)
    }

    private func runDeadlines(until isDue: (EventTime) -> Bool) {
        let earlier = performs.count
        while let deadline = nextDue, isDue(deadline) {
            context.now = deadline
            // The input that this leads to comes before that which waits for the present one.
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

    /// Calls `observe` at every transition of every recognizer, before its actions run.
    @discardableResult
    public func addObserver(_ observe: @escaping (GestureTransition) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Calls `observe` with each frame before it is handled, for recorders. A frame that reports one touch alone is
    /// handled as several, one for each thing that happened to the touch.
    @discardableResult
    public func addFrameObserver(_ observe: @escaping (InputFrame) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Calls `observe` with each change of keys that is delivered, and the window that has the keyboard's focus, before
    /// it is handled, for recorders.
    @discardableResult
    public func addPressesObserver(_ observe: @escaping (PressesEvent, Window) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Calls `observe` with each view that is about to leave its window, and with each window that is closed, before what
    /// is in it loses its touches, for recorders.
    @discardableResult
    public func addRemovalObserver(_ observe: @escaping (View) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Calls `observe` at every assignment of ``GestureRecognizer/state`` that is not in the table of transitions and
    /// therefore changes nothing, for logs.
    @discardableResult
    public func addInvalidTransitionObserver(_ observe: @escaping (InvalidTransition) -> Void) -> ObserverToken {
        context.observers.add(observe)
    }

    /// Removes an observer of any kind.
    public func removeObserver(_ token: ObserverToken) { context.observers.remove(token) }

    // MARK: Frames

    private func handle(_ frame: InputFrame) {
        context.frameNumber += 1
        if let hover = frame.hover { arbiter.perform { pointers.route(hover, frame.hoverContact, of: frame.device) } }
        if let scroll = frame.scroll { arbiter.perform { pointers.route(scroll, of: frame.device) } }
        if let gesture = frame.touchpad { arbiter.perform { pointers.route(gesture, of: frame.device) } }
        guard !frame.samples.isEmpty else { return }
        arbiter.perform {
            let event = tracker.note(frame)
            context.event = event
            let changes = event.changes
            if let began = changes.part(where: { $0.pending.begins }) {
                for touch in began.list { tracker.findRecipients(of: touch, event) }
            }
            if let window = changes.list.first?.window {
                if changes.only != nil { event.addressee = ObjectIdentifier(window) }
                window.sendEvent(event)
                event.addressee = nil
            }
            if changes.list.count > 1 { sendToOtherWindows(event) }
            if let left = changes.part(where: { $0.pending.isAny }) {
                for touch in left.list { touch.noteUnforwarded() }
                cancelLost(of: left, event)
            }
        }
        tracker.retireEvent()
    }

    private func sendToOtherWindows(_ event: TouchEvent) {
        var sent: [Window] = event.changes.list.first?.window.map { [$0] } ?? []
        for touch in event.changes.list {
            guard let window = touch.window, !sent.contains(where: { $0 === window }) else { continue }
            sent.append(window)
            window.sendEvent(event)
        }
    }

    /// The way of an event through the recognizers of one window. Arbitration, actions and views follow when all
    /// windows have had it.
    func send(_ event: TouchEvent, in window: Window) {
        let isAllForIt = event.addressee == ObjectIdentifier(window)
        let mine = isAllForIt ? event.changes : event.changes.part { $0.window === window }
        guard let changes = mine else { return }
        if let began = changes.part(where: { $0.pending.begins }) {
            arbiter.breakSequences(by: began)
            for touch in began.list { touch.applyBeginning() }
            feed(began, event, .began)
        }
        if let moved = changes.part(where: { $0.pending.moves }) {
            let limit = settings.tapAllowableMovement
            for index in moved.list.indices { moved.list[index].applyMoves(limit: limit) }
            feed(moved, event, .moved)
        }
        if let ended = changes.part(where: { $0.pending.lifts }) {
            for touch in ended.list {
                touch.applyEnd()
                tracker.countTap(touch)
            }
            feed(ended, event, .ended)
        }
        cancelLost(of: changes, event)
    }

    private func cancelLost(of changes: TouchGroup, _ event: TouchEvent) {
        guard let lost = changes.part(where: { $0.pending.cancels }) else { return }
        for touch in lost.list { touch.applyEnd() }
        feed(lost, event, .cancelled)
    }

    /// Hands one group of touches to the recognizers that receive them, nearest first.
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

    /// The way of key presses; see ``KeyRouting``.
    func send(_ event: PressesEvent, to first: Responder) {
        context.now = event.timestamp
        for route in KeyRouting.routes(of: event) {
            arbiter.perform { route.tellRecognizers(of: first) }
            arbiter.perform { route.tell(first) }
        }
    }

    // MARK: Taking away

    /// Cancels the touches of a view and of all that is in it, and the attempts of its recognizers.
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
