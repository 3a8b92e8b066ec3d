/// Carries frames of input and the passing of time to windows, their recognizers and their views. One serves a whole
/// program.
///
/// It has no clock and no loop: a host delivers frames as it reads them, and says how far time has come when it has
/// read everything there is. So a deadline can't overtake an event, and a replay of the same frames comes to the same
/// end.
///
///     deliver(frame) ─▶ Window.sendEvent ─▶ recognizers ─▶ arbitration ─▶ actions ─▶ views
///     advance(to:)   ─▶                     recognizers ─▶ arbitration ─▶ actions ─▶ views
public final class TouchDispatcher {
    /// The numbers that recognizers and tap counting go by.
    public var settings: GestureSettings
    /// The time of the event or of the deadline that is being handled, or was last. Devices whose stamps can't be
    /// fitted to one another exactly may make it step back.
    public internal(set) var now = EventTime(nanoseconds: 0)

    /// The touches that are down, or were lifted while their view has yet to hear of it; oldest first.
    private(set) var touches: [Touch] = []
    /// The recognizers that are amid an attempt.
    var participants: [GestureRecognizer] = []
    /// What waits for its time.
    let performs = DelayedPerforms()
    /// Which frame is being handled, so that fingers which were down at one moment can be told.
    private(set) var frameNumber = 0

    private var observers: [(token: ObserverToken, observe: (GestureTransition) -> Void)] = []
    private var frameObservers: [(token: ObserverToken, observe: (InputFrame) -> Void)] = []
    private var observerCount = 0
    private var taps = TapCounter()
    /// Where pointers are, and whom their touchpads' gestures go to.
    var pointers: [InputDevice: Pointer] = [:]
    var touchpadFollowers: [InputDevice: [GestureRecognizer]] = [:]
    private var waiting: [InputFrame] = []
    private var isWalking = false
    private var soleSets: [(touch: Touch, set: Set<Touch>)] = []
    /// Former events, to be filled anew.
    private var spareEvents: [TouchEvent] = []
    /// Whether somebody has come to something since arbitration has last looked.
    var isUnsettled = false
    /// Whether something has happened after which an attempt may be over.
    var mayReset = false

    /// A dispatcher that goes by some numbers.
    public init(settings: GestureSettings = GestureSettings()) {
        self.settings = settings
        performs.now = { [unowned self] in now }
    }

    // MARK: Input and time

    /// Handles a frame: first the deadlines that lie before it, then what it says. A frame delivered from inside a
    /// handler is handled when the present one is done.
    public func deliver(_ frame: InputFrame) {
        guard !isWalking else { return waiting.append(frame) }
        process(frame)
        while !waiting.isEmpty { process(waiting.removeFirst()) }
    }

    private func process(_ frame: InputFrame) {
        guard let parts = frame.parts else { return process(frame, announcing: frame) }
        for (index, part) in parts.enumerated() { process(part, announcing: index == 0 ? frame : nil) }
    }

    private func process(_ part: InputFrame, announcing frame: InputFrame?) {
        runDeadlines { $0 < part.time }
        now = part.time
        if let frame { for observer in frameObservers { observer.observe(frame) } }
        handle(part)
    }

    /// Says that no event up to and including an instant is still to come: deadlines up to there are due.
    public func advance(to time: EventTime) {
        guard !isWalking else { return }
        runDeadlines { $0 <= time }
        now = time
    }

    /// Whether nothing is under way: no touch is down, no recognizer is amid an attempt and no perform waits.
    public var isIdle: Bool { isBetweenGestures && performs.nextDue == nil }

    /// Whether no gesture is under way: no touch is down and no recognizer is amid an attempt.
    public var isBetweenGestures: Bool { touches.isEmpty && participants.isEmpty }

    /// The next instant at which time alone decides something; nil where nothing waits.
    public var nextDeadline: EventTime? {
        var next = performs.nextDue
        for recognizer in participants {
            if let deadline = recognizer.deadline { next = min(next ?? deadline, deadline) }
        }
        return next
    }

    private func runDeadlines(until isDue: (EventTime) -> Bool) {
        let earlier = performs.count
        while let deadline = nextDeadline, isDue(deadline) {
            now = deadline
            var decided = false
            walk {
                mayReset = true
                for recognizer in participants where recognizer.deadline.map({ $0 <= deadline }) ?? false {
                    recognizer.deadline = nil
                    recognizer.deadlineReached()
                    decided = true
                }
            }
            guard !decided else { continue }
            if let perform = performs.takeDue(at: deadline, amongFirst: earlier) {
                walk { performs.run(perform) }
            } else if nextDeadline == deadline {
                return
            }
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
        frameObservers.append((token, observe))
        return token
    }

    /// Takes an observer of either kind away.
    public func removeObserver(_ token: ObserverToken) {
        observers.removeAll { $0.token == token }
        frameObservers.removeAll { $0.token == token }
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
        guard !frame.isWithoutTouches else { return }
        walk {
            var event = takeEvent(at: frame.time)
            note(frame, in: event)
            for touch in event.changes where touch.pending.begins { collectFollowers(of: touch, event) }
            if let window = event.changes.first?.window { window.sendEvent(event) }
            if event.changes.count > 1 { sendToOtherWindows(event) }
            var lost: [Touch] = []
            for touch in event.changes where touch.isChanging && touch.lose() { lost.append(touch) }
            feed(lost, event, .cancelled)
            recycle(&event)
        }
    }

    private func sendToOtherWindows(_ event: TouchEvent) {
        var sent: [Window] = event.changes.first?.window.map { [$0] } ?? []
        for touch in event.changes {
            guard let window = touch.window, !sent.contains(where: { $0 === window }) else { continue }
            sent.append(window)
            window.sendEvent(event)
        }
    }

    /// An event to fill: a former one that nobody has kept, if there is one.
    func takeEvent(at time: EventTime) -> TouchEvent {
        guard var event = spareEvents.popLast(), isKnownUniquelyReferenced(&event) else {
            return TouchEvent(timestamp: time, present: touches)
        }
        event.renew(timestamp: time)
        event.note(present: touches)
        return event
    }

    /// The event has been handled; a later one may use its memory, unless somebody has kept it.
    func recycle(_ event: inout TouchEvent) {
        // One for a frame, one for what views are told meanwhile.
        guard isKnownUniquelyReferenced(&event), spareEvents.count < 2 else { return _ = event.allTouches }
        event.renew(timestamp: now)
        spareEvents.append(event)
    }

    /// Notes with each touch what the frame says of it.
    private func note(_ frame: InputFrame, in event: TouchEvent) {
        for touch in touches { touch.rest() }
        if let sample = frame.single {
            note(sample, in: event)
        } else {
            for sample in frame.samples { note(sample, in: event) }
        }
        event.note(present: touches)
    }

    private func note(_ sample: TouchSample, in event: TouchEvent) {
        guard sample.isFinite else { return }
        if case .began(let start, let position) = sample.change, start.window != nil {
            touches.append(begin(sample, start, at: position))
        }
        guard let touch = openTouch(sample.key) else { return }
        if let contact = sample.contact { touch.pending.contact = contact }
        switch sample.change {
        case .began:
            touch.pending.begins = true
            touch.adoptContact()
        case .moved(let position):
            touch.pending.moves.append(CoalescedTouch(timestamp: sample.time, position: position))
        case .ended: touch.pending.end = (sample.time, nil)
        case .cancelled(let reason): touch.pending.end = (sample.time, reason)
        }
        if !event.changes.contains(touch) { event.changes.append(touch) }
    }

    /// The touch of a key that the frame has not ended yet.
    private func openTouch(_ key: TouchKey) -> Touch? {
        for touch in touches where touch.key == key && touch.isDown && touch.pending.end == nil { return touch }
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
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers.reversed() where recognizer.wants(touch, event) {
                touch.followers.append(recognizer)
            }
            view = current.superview
        }
    }

    /// The way of an event through the recognizers of one window. Arbitration, actions and views follow when all
    /// windows have had it.
    func send(_ event: TouchEvent, in window: Window) {
        let began = group(event, in: window) { $0.begin() }
        feed(began, event, .began)
        if !began.isEmpty, participants.contains(where: \.attempt.restarts) { restart(with: began, event) }
        let strayLimit = settings.tapAllowableMovement
        feed(group(event, in: window) { $0.move(strayLimit: strayLimit) }, event, .moved)
        let ended = group(event, in: window) { $0.lift() }
        for touch in ended { taps.ended(touch, settings: settings) }
        feed(ended, event, .ended)
        feed(group(event, in: window) { $0.cancel() }, event, .cancelled)
    }

    /// The touches of a window that take a step, in the order in which the device reported them.
    private func group(_ event: TouchEvent, in window: Window, _ step: (Touch) -> Bool) -> [Touch] {
        // Most events are of one touch, which then is its own group.
        if event.changes.count == 1 {
            let touch = event.changes[0]
            return touch.window === window && step(touch) ? event.changes : []
        }
        return event.changes.filter { $0.window === window && step($0) }
    }

    /// Hands one group of touches to the recognizers that follow them, nearest first.
    func feed(_ touches: [Touch], _ event: TouchEvent, _ phase: Touch.Phase) {
        guard !touches.isEmpty else { return }
        if phase != .moved { mayReset = true }
        for recognizer in followers(of: touches) { recognizer.receive(touches, event, phase, in: self) }
    }

    private func followers(of touches: [Touch]) -> [GestureRecognizer] {
        if touches.count == 1 { return touches[0].followers }
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
    }

    /// Notes that a recognizer is amid an attempt, and has come to something.
    func activate(_ recognizer: GestureRecognizer) {
        isUnsettled = true
        guard !participants.contains(recognizer) else { return }
        participants.append(recognizer)
        recognizer.join(self)
    }

    /// Drops the touches that are over and of which no view has to hear any more.
    func retireTouches() {
        var isAnyOver = false
        for touch in touches where touch.isOver { isAnyOver = true }
        guard isAnyOver else { return }
        touches.removeAll(where: \.isOver)
        soleSets.removeAll(where: \.touch.isOver)
    }

    /// The set of one touch alone, which is what most calls are about: made once in its life.
    func alone(_ touch: Touch) -> Set<Touch> {
        for known in soleSets where known.touch === touch { return known.set }
        let set: Set<Touch> = [touch]
        if !touch.isOver { soleSets.append((touch, set)) }
        return set
    }

    // MARK: Taking away

    /// Takes the touches of a view and of all that is in it, and lets their recognizers start afresh.
    func withdraw(_ view: View, _ reason: FailureReason) {
        walk {
            let lost = touches.filter { $0.view?.isDescendant(of: view) ?? false }
            let down = lost.filter(\.isDown)
            for touch in down {
                touch.pending = Touch.Pending()
                touch.pending.end = (now, reason)
            }
            let event = TouchEvent(timestamp: now, present: touches, changes: down)
            feed(down.filter { $0.cancel() }, event, .cancelled)
            for touch in lost { touch.stream.take() }
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

    /// Takes its own of a group of touches, if it still hears of them.
    fileprivate func receive(
        _ group: [Touch], _ event: TouchEvent, _ phase: Touch.Phase, in dispatcher: TouchDispatcher
    ) {
        let mine = own(of: group, phase)
        guard !mine.isEmpty else { return }
        if phase == .began {
            if touches.isEmpty { attempt.openSpan(at: dispatcher.frameNumber) }
            touches += mine
            attempt.received += mine
            dispatcher.activate(self)
        }
        if !machine.isTerminal {
            if let centroid = touches.centroid { anchor = centroid }
            let set = mine.count == 1 ? dispatcher.alone(mine[0]) : Set(mine)
            switch phase {
            case .began:
                touchesBegan(set, with: event)
                if isRecognized, cancelsTouchesInView {
                    for touch in mine where touches.contains(touch) { touch.stream.take() }
                }
            case .moved, .stationary:
                touchesMoved(set, with: event)
                noteMovement()
            case .ended: touchesEnded(set, with: event)
            case .cancelled: touchesCancelled(set, with: event)
            }
        }
        guard phase == .ended || phase == .cancelled else { return }
        touches.removeAll { mine.contains($0) }
        if touches.isEmpty {
            attempt.closeSpan(at: dispatcher.frameNumber)
        } else if let centroid = touches.centroid {
            anchor = centroid
        }
    }

    /// Those of a group that it is receiving or, when they come down, is to receive; the group itself where it is all.
    private func own(of group: [Touch], _ phase: Touch.Phase) -> [Touch] {
        if group.count == 1 { return isOwn(group[0], phase) ? group : [] }
        return group.filter { isOwn($0, phase) }
    }

    private func isOwn(_ touch: Touch, _ phase: Touch.Phase) -> Bool {
        phase == .began ? mayTake(touch) : touches.contains(touch)
    }

    /// Whether a touch that has come down is one for this attempt.
    private func mayTake(_ touch: Touch) -> Bool {
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
