/// Carries frames of input and the passing of time to windows, their recognizers and their views. One serves a whole
/// program.
///
/// It has no clock and no loop: a host delivers frames as it reads them, and says how far time has come when it has
/// read everything there is. So a deadline can't overtake an event, and a replay of the same frames comes to the same
/// end.
///
///     deliver(frame) ─▶ Window.sendEvent ─▶ recognizers ─▶ arbitration ─▶ actions ─▶ views
///     advance(to:)   ─▶                     recognizers ─▶ arbitration ─▶ actions ─▶ views
@MainActor public final class TouchDispatcher {
    /// The numbers that recognizers and tap counting go by. A recognizer that is amid an attempt keeps those that there
    /// were when it began.
    public var settings: GestureSettings
    /// The time of the event or of the deadline that is being handled, or was last. Devices whose stamps can't be
    /// fitted to one another exactly may make it step back.
    public internal(set) var now: EventTime {
        get { time }
        set { time = newValue }
    }

    // What every move reads is not public and is replaced as a whole, never changed in place: so the compiler sees that
    // no read can overlap a change, and leaves out the check for that. What is done to each element goes by index: so the
    // array need not be kept alive meanwhile.

    private var time = EventTime(nanoseconds: 0)

    /// The touches that are down, or were lifted while their view has yet to hear of it; oldest first.
    private(set) var touches: [Touch] = []
    /// The recognizers that are amid an attempt.
    var participants: [GestureRecognizer] = [] { didSet { deadlinesHaveChanged = true } }
    /// Whether ``firstDeadline`` has to be found anew.
    var deadlinesHaveChanged = false
    /// The first of the participants' deadlines.
    private var firstDeadline: EventTime?
    /// What waits for its time.
    let performs = DelayedPerforms()
    /// Which frame is being handled, so that fingers which were down at one moment can be told.
    private(set) var frameNumber = 0

    private var observers: [(token: ObserverToken, observe: (GestureTransition) -> Void)] = []
    private var frameObservers: [(token: ObserverToken, observe: (InputFrame) -> Void)] = []
    private var invalidTransitionObservers: [(token: ObserverToken, observe: (InvalidTransition) -> Void)] = []
    private var observerCount = 0
    private var taps = TapCounter()
    /// Where pointers are, and whom their touchpads' gestures go to.
    var pointers: [InputDevice: Pointer] = [:]
    var touchpadFollowers: [InputDevice: [GestureRecognizer]] = [:]
    private var waiting: [InputFrame] = []
    /// Whether a frame or the passing of time is being handled.
    private var isHandling = false
    /// Whether something follows from a step of that, or of what a program has done by itself.
    private var isWalking = false
    /// The event of the frame that is being handled.
    private(set) var event: TouchEvent?
    /// The last event, if it was of one touch alone and nobody has kept it: most often the next one is of the same.
    private var spareEvent: TouchEvent?
    /// Whether somebody has come to something since arbitration has last looked.
    var isUnsettled = false
    /// Whether something has happened after which an attempt may be over.
    var mayReset = false

    /// A dispatcher that goes by some numbers.
    public init(settings: GestureSettings = GestureSettings()) {
        self.settings = settings
        performs.now = { [unowned self] in now }
    }

    isolated deinit {
        // Touches and those that follow them hold one another for as long as that lasts, and so do recognizers that
        // were asked about one another.
        for touch in participants.flatMap(\.attempt.received) + touches { touch.followers.removeAll() }
        for recognizer in participants { recognizer.attempt.dynamicRequirements.removeAll() }
    }

    // MARK: Input and time

    /// Handles a frame: first the deadlines that lie before it, then what it says. A frame delivered from inside a
    /// handler is handled when the present one is done.
    public func deliver(_ frame: InputFrame) {
        guard !isHandling, !isWalking else { return waiting = waiting + [frame] }
        isHandling = true
        process(frame)
        processWaiting()
        isHandling = false
    }

    /// Handles the frames that handlers have delivered.
    private func processWaiting() {
        while let next = waiting.first {
            waiting = Array(waiting.dropFirst())
            process(next)
        }
    }

    private func process(_ frame: InputFrame) {
        guard let parts = frame.parts else { return process(frame, of: frame, isFirst: true) }
        for (index, part) in parts.enumerated() { process(part, of: frame, isFirst: index == 0) }
    }

    private func process(_ part: InputFrame, of frame: InputFrame, isFirst: Bool) {
        let time = part.time
        runDeadlines { $0 < time }
        now = time
        if isFirst { for observer in frameObservers { observer.observe(frame) } }
        handle(part)
    }

    /// Says that no event up to and including an instant is still to come: deadlines up to there are due.
    public func advance(to time: EventTime) { advance(to: time) { $0 <= time } }

    /// Says that no event before an instant is still to come, though one at it may be: deadlines before it are due.
    public func advance(before time: EventTime) { advance(to: time) { $0 < time } }

    private func advance(to time: EventTime, _ isDue: (EventTime) -> Bool) {
        guard !isHandling, !isWalking else { return }
        isHandling = true
        runDeadlines(until: isDue)
        isHandling = false
        // It says nothing new where an event of a later time has come.
        now = max(now, time)
    }

    /// Whether nothing is under way: no touch is down, no recognizer is amid an attempt and no perform waits.
    public var isIdle: Bool { isBetweenGestures && performs.nextDue == nil }

    /// Whether no gesture is under way: no touch is down and no recognizer is amid an attempt.
    public var isBetweenGestures: Bool { touches.isEmpty && participants.isEmpty }

    /// The next instant at which time alone decides something; nil where nothing waits.
    public var nextDeadline: EventTime? {
        if deadlinesHaveChanged {
            firstDeadline = nil
            for recognizer in participants {
                if let deadline = recognizer.deadline { firstDeadline = min(firstDeadline ?? deadline, deadline) }
            }
            deadlinesHaveChanged = false
        }
        guard let due = performs.nextDue else { return firstDeadline }
        return min(firstDeadline ?? due, due)
    }

    private func runDeadlines(until isDue: (EventTime) -> Bool) {
        let earlier = performs.count
        while let deadline = nextDeadline, isDue(deadline) {
            now = deadline
            // The frames that this leads to come before those that wait for the present one.
            let later = waiting
            waiting = []
            defer { waiting = later }
            var decided = false
            walk {
                mayReset = true
                for recognizer in participants where recognizer.deadline.map({ $0 <= deadline }) ?? false {
                    recognizer.deadline = nil
                    recognizer.deadlineReached()
                    decided = true
                }
            }
            let perform = decided ? nil : performs.takeDue(at: deadline, amongFirst: earlier)
            if let perform { walk { performs.run(perform) } }
            processWaiting()
            if !decided, perform == nil, nextDeadline == deadline { return }
        }
    }

    // MARK: Observing

    /// Calls `observe` at every transition of every recognizer, before its actions run.
    @discardableResult
    public func addObserver(_ observe: @escaping (GestureTransition) -> Void) -> ObserverToken {
        let token = makeToken()
        observers.append((token, observe))
        return token
    }

    /// Calls `observe` with each frame before it is handled, for recorders.
    @discardableResult
    public func addFrameObserver(_ observe: @escaping (InputFrame) -> Void) -> ObserverToken {
        let token = makeToken()
        frameObservers = frameObservers + [(token, observe)]
        return token
    }

    /// Calls `observe` at every assignment of ``GestureRecognizer/state`` that is not in the table of transitions and
    /// therefore changes nothing, for logs.
    @discardableResult
    public func addInvalidTransitionObserver(_ observe: @escaping (InvalidTransition) -> Void) -> ObserverToken {
        let token = makeToken()
        invalidTransitionObservers.append((token, observe))
        return token
    }

    /// Removes an observer of any kind.
    public func removeObserver(_ token: ObserverToken) {
        observers.removeAll { $0.token == token }
        frameObservers = frameObservers.filter { $0.token != token }
        invalidTransitionObservers.removeAll { $0.token == token }
    }

    func noteInvalidTransition(
        of recognizer: GestureRecognizer, from: GestureRecognizer.State, to: GestureRecognizer.State
    ) {
        let transition = InvalidTransition(recognizer: recognizer, from: from, to: to, time: now)
        for observer in invalidTransitionObservers { observer.observe(transition) }
    }

    private func makeToken() -> ObserverToken {
        observerCount += 1
        return ObserverToken(number: observerCount)
    }

    func notify(_ recognizer: GestureRecognizer, _ to: GestureRecognizer.State) {
        let from = recognizer.told
        recognizer.told = to
        guard !observers.isEmpty else { return }
        let transition = GestureTransition(
            recognizer: recognizer, from: from, to: to, time: now, location: recognizer.location(in: nil),
            reason: to == .failed || to == .cancelled ? recognizer.reason : nil)
        for observer in observers { observer.observe(transition) }
    }

    // MARK: Frames

    private func handle(_ frame: InputFrame) {
        frameNumber += 1
        if let hover = frame.hover { handle(hover, frame.hoverContact, of: frame.device) }
        if let scroll = frame.scroll { handle(scroll, of: frame.device) }
        if let gesture = frame.touchpad { handle(gesture, of: frame.device) }
        guard !frame.samples.isEmpty else { return }
        walk {
            let event = note(frame)
            self.event = event
            let changes = event.changes
            if let began = changes.part(where: { $0.begins }) {
                for touch in began.list { collectFollowers(of: touch, event) }
            }
            if let window = changes.list.first?.window {
                if changes.only != nil { event.addressee = ObjectIdentifier(window) }
                window.sendEvent(event)
                event.addressee = nil
            }
            if changes.list.count > 1 { sendToOtherWindows(event) }
            if let left = changes.part(where: { $0.isChanging }) {
                for touch in left.list { touch.lose() }
                cancelLost(of: left, event)
            }
        }
        retireEvent()
    }

    /// The event has been handled: it serves again, or who keeps it finds in it the touches that there were.
    private func retireEvent() {
        var retired = event
        event = nil
        if !isKnownUniquelyReferenced(&retired) {
            _ = retired?.allTouches
        } else if let retired, retired.changes.list.count == 1, !retired.changes.list[0].isOver {
            spareEvent = retired
        }
    }

    private func sendToOtherWindows(_ event: TouchEvent) {
        var sent: [Window] = event.changes.list.first?.window.map { [$0] } ?? []
        for touch in event.changes.list {
            guard let window = touch.window, !sent.contains(where: { $0 === window }) else { continue }
            sent.append(window)
            window.sendEvent(event)
        }
    }

    /// Notes with each touch what the frame says of it, and makes the event of that.
    private func note(_ frame: InputFrame) -> TouchEvent {
        for index in touches.indices { touches[index].rest() }
        let former = spareEvent
        spareEvent = nil
        var changed: [Touch] = []
        for sample in frame.samples {
            guard let touch = note(sample) else { continue }
            if let former, former.changes.isJust(touch), frame.samples.count == 1 {
                former.renew(timestamp: frame.time, present: touches)
                return former
            }
            changed.append(touch)
        }
        return TouchEvent(timestamp: frame.time, present: touches, changes: TouchGroup(changed))
    }

    /// Notes a sample with its touch, and returns that where it is the frame's first of it.
    private func note(_ sample: TouchSample) -> Touch? {
        guard sample.isSensible else { return nil }
        if case .began(let start, let position) = sample.change, start.window != nil {
            touches = touches + [begin(sample, start, at: position)]
        }
        guard let touch = openTouch(sample.key) else { return nil }
        defer { touch.note(sample) }
        return touch.isChanging ? nil : touch
    }

    /// The touch of a key that the frame has not ended yet.
    private func openTouch(_ key: TouchKey) -> Touch? {
        for touch in touches where touch.key == key && touch.isDown && !touch.isEnding { return touch }
        return nil
    }

    private func begin(_ sample: TouchSample, _ start: TouchSample.Start, at position: Point) -> Touch {
        let touch = Touch(key: sample.key, start: start, at: position, time: sample.time)
        touch.view = touch.window?.hitTest(position, with: nil)
        let others = touches.filter { $0.isDown && $0.view === touch.view }
        touch.tapGroup = others.last?.tapGroup ?? frameNumber
        touch.tapCount = taps.count(touch, settings: settings)
        let tracked = touches.filter { $0.isDown && $0.window === touch.window && !$0.stream.isClosed }
        let isExcluded = tracked.contains { other in
            other.view !== touch.view && (touch.view?.isExclusiveTouch == true || other.view?.isExclusiveTouch == true)
        }
        let isSecond = touch.view?.isMultipleTouchEnabled == false && !others.isEmpty
        if touch.view == nil || isSecond || isExcluded { touch.stream.take() }
        return touch
    }

    private func collectFollowers(of touch: Touch, _ event: TouchEvent) {
        var followers: [GestureRecognizer] = []
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers.reversed() where recognizer.wants(touch, event) {
                followers.append(recognizer)
            }
            view = current.superview
        }
        touch.followers = followers
    }

    /// The way of an event through the recognizers of one window. Arbitration, actions and views follow when all
    /// windows have had it.
    func send(_ event: TouchEvent, in window: Window) {
        let isAllForIt = event.addressee == ObjectIdentifier(window)
        let mine = isAllForIt ? event.changes : event.changes.part { $0.window === window }
        guard let changes = mine else { return }
        if let began = changes.part(where: { $0.begins }) {
            breakSequences(by: began)
            for touch in began.list { touch.begin() }
            feed(began, event, .began)
        }
        if let moved = changes.part(where: { $0.moves }) {
            let strayLimit = settings.tapAllowableMovement
            for index in moved.list.indices { moved.list[index].move(strayLimit: strayLimit) }
            feed(moved, event, .moved)
        }
        if let ended = changes.part(where: { $0.ends }) {
            for touch in ended.list {
                touch.lift()
                taps.ended(touch, settings: settings)
            }
            feed(ended, event, .ended)
        }
        cancelLost(of: changes, event)
    }

    private func cancelLost(of changes: TouchGroup, _ event: TouchEvent) {
        guard let lost = changes.part(where: { $0.isLost }) else { return }
        for touch in lost.list { touch.cancel() }
        feed(lost, event, .cancelled)
    }

    /// Hands one group of touches to the recognizers that follow them, nearest first.
    func feed(_ group: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase) {
        if phase != .moved { mayReset = true }
        if let tree = group.only?.followerTree {
            tree.feed(group, event, phase, in: self)
        } else {
            for recognizer in followers(of: group.list) { recognizer.receive(group, event, phase, in: self) }
        }
    }

    func followers(of touches: [Touch]) -> [GestureRecognizer] {
        var all: [GestureRecognizer] = []
        for touch in touches {
            for recognizer in touch.followers where !all.contains(recognizer) { all.append(recognizer) }
        }
        return all.sorted { $0.precedes($1) }
    }

    /// Runs a step of input or time, then everything that follows from it, unless that is under way already.
    func walk(_ step: () -> Void) {
        guard !isWalking else { return step() }
        isWalking = true
        step()
        settle()
        isWalking = false
        guard !isHandling, !waiting.isEmpty else { return }
        isHandling = true
        processWaiting()
        isHandling = false
    }

    /// Notes that a recognizer is amid an attempt, and has come to something.
    func activate(_ recognizer: GestureRecognizer) {
        isUnsettled = true
        guard !participants.contains(recognizer) else { return }
        participants = participants + [recognizer]
        recognizer.join(self)
    }

    /// Drops the touches that are over and of which no view has to hear any more.
    func retireTouches() {
        var isAnyOver = false
        for touch in touches where touch.isOver { isAnyOver = true }
        guard isAnyOver else { return }
        touches = touches.filter { !$0.isOver }
        spareEvent = nil
    }

    // MARK: Taking away

    /// Takes the touches of a view and of all that is in it, and lets their recognizers start afresh.
    func withdraw(_ view: View, _ reason: FailureReason) {
        walk {
            let lost = touches.filter { $0.view?.isDescendant(of: view) ?? false }
            let down = lost.filter(\.isDown)
            for touch in down {
                touch.noteLoss(at: now, reason)
                touch.cancel()
            }
            let event = TouchEvent(timestamp: now, present: touches, changes: TouchGroup(down))
            if !down.isEmpty { feed(event.changes, event, .cancelled) }
            for touch in lost { touch.stream.take() }
            stopFollowing { $0.view?.isDescendant(of: view) ?? false }
            for recognizer in participants where recognizer.view?.isDescendant(of: view) ?? false {
                recognizer.withdraw(reason)
            }
            tellViews([.cancelled])
        }
    }
}

extension GestureRecognizer {
    /// Whether it is to follow a touch that has come down.
    fileprivate func wants(_ touch: Touch, _ event: TouchEvent) -> Bool {
        guard isEnabled, accepts(touch) else { return false }
        if requiresExclusiveTouchType, let first = touches.first, first.type != touch.type { return false }
        return shouldReceive(event)
            && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
            && delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
    }

    /// Takes its own of a group of touches: those that it is receiving or, when they come down, is to receive.
    func receive(
        _ group: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase, in dispatcher: TouchDispatcher
    ) {
        // Where nothing more can come of it, moves are nothing to it.
        if phase == .moved, machine.isTerminal { return }
        if group.list.allSatisfy({ isOwn($0, phase) }) {
            take(group, event, phase, in: dispatcher)
        } else if let mine = group.part(where: { isOwn($0, phase) }) {
            take(mine, event, phase, in: dispatcher)
        }
    }

    private func take(
        _ mine: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase, in dispatcher: TouchDispatcher
    ) {
        if phase == .began {
            if touches.isEmpty { openSpan(in: dispatcher) }
            touches += mine.list
            attempt.received += mine.list
            dispatcher.activate(self)
        }
        if !machine.isTerminal {
            if let centroid = touches.centroid { anchor = centroid }
            switch phase {
            case .began:
                touchesBegan(mine.set, with: event)
                if isRecognized, cancelsTouchesInView {
                    for touch in mine.list where touches.contains(touch) { touch.stream.take() }
                }
            case .moved, .stationary:
                touchesMoved(mine.set, with: event)
                noteMovement()
            case .ended: touchesEnded(mine.set, with: event)
            case .cancelled: touchesCancelled(mine.set, with: event)
            }
        }
        guard phase == .ended || phase == .cancelled else { return }
        touches.removeAll { mine.set.contains($0) }
        if touches.isEmpty {
            attempt.closeSpan(at: dispatcher.frameNumber)
        } else if let centroid = touches.centroid {
            anchor = centroid
        }
    }

    private func isOwn(_ touch: Touch, _ phase: Touch.Phase) -> Bool {
        if phase == .began { return mayTake(touch) }
        for own in touches where own === touch { return true }
        return false
    }

    /// Whether a touch that has come down is one for this attempt.
    func mayTake(_ touch: Touch) -> Bool {
        !machine.isTerminal && !attempt.isWithdrawn && touch.isDown && touch.followers.contains(self)
            && !attempt.received.contains(touch)
    }
}

extension [Touch] {
    /// Where they are on average, in their window's coordinates; nil where there are none.
    var centroid: Point? {
        guard !isEmpty else { return nil }
        var sum = Point.zero
        for touch in self { sum = sum + touch.position }
        return sum * (1 / Double(count))
    }
}
