public import TouchKit

/// What came out of a scenario.
public struct Replay {
    /// What its recognizers reported, in the order in which it happened.
    public let outcomes: [Outcome]
    /// The touch methods of its views, and the press methods of its first responder, that were called, in the order in
    /// which they were.
    public let viewCalls: [ViewCall]
    /// Whether that is what the scenario expects.
    public let verdict: Verdict

    /// Plays a scenario on a virtual clock.
    ///
    /// The clock stands in for a main loop: input of a span in which the loop is blocked queues up and is read when
    /// the span is over, then everything that was read is handled, and only then are deadlines due.
    ///
    /// - Parameters:
    ///   - scenario: What is played.
    ///   - observe: Called with each outcome as it happens, and with the transition that it stands for.
    public init(of scenario: Scenario, observe: ((Outcome, GestureTransition) -> Void)? = nil) {
        self.init(of: scenario, observe: observe, watch: { _ in })
    }

    /// - Parameter watch: Called with the window when everything is in it and nothing has happened.
    init(
        of scenario: Scenario, observe: ((Outcome, GestureTransition) -> Void)? = nil, watch: (Window) -> Void
    ) {
        let window = Window(size: Stage.size(for: scenario), dispatcher: TouchDispatcher())
        let stage = Stage(scenario, in: window)
        stage.start = EventTime(milliseconds: scenario.clockBase)
        stage.onOutcome = observe
        watch(window)
        VirtualLoop(scenario, stage, window).play()
        outcomes = stage.outcomes
        viewCalls = stage.viewCalls
        verdict = stage.verdict
        // Touches that are still down and the recognizers that follow them keep one another.
        stage.onOutcome = nil
        window.cancelTouches()
    }
}

/// A main loop without a clock: it reads a scenario's input, and time passes as the scenario says.
private final class VirtualLoop {
    private let scenario: Scenario
    private let stage: Stage
    private let window: Window
    private let turn: Turn
    private var seats: [String: StageSeat] = [:]
    /// When the loop, which is blocked, goes on.
    private var blockedUntil = 0.0
    private var inbox: [Scenario.Event] = []
    /// Whether the scenario says itself where the pointers' frames end.
    private let hasPointerFrames: Bool
    /// Whether the scenario tells at which times events were delivered, as a recording does. They were delivered in the
    /// order of the file then, even where a later one has an earlier time.
    private let tellsOrder: Bool

    init(_ scenario: Scenario, _ stage: Stage, _ window: Window) {
        self.scenario = scenario
        self.stage = stage
        self.window = window
        turn = Turn(window.dispatcher)
        tellsOrder = scenario.events.contains { $0.time != nil }
        hasPointerFrames = scenario.events.contains { if case .pointerFrame = $0.kind { true } else { false } }
    }

    private func instant(_ t: Double) -> EventTime { stage.start.advanced(byMilliseconds: t) }

    func play() {
        turn.advance(to: instant(0))
        for event in scenario.events {
            idle(until: event.t)
            if case .stall(let duration) = event.kind {
                blockedUntil = max(blockedUntil, event.t) + duration
            } else {
                inbox.append(event)
            }
        }
        idle(until: .infinity)
        turn.advance(to: instant(scenario.end))
    }

    /// Lets the loop run until more input arrives: it reads what is there, and wakes for deadlines that come first.
    private func idle(until arrival: Double) {
        if let first = inbox.first {
            let wake = max(blockedUntil, first.t)
            guard wake < arrival else { return }
            read()
            if blockedUntil <= wake { turn.advance(to: instant(wake)) }
        }
        while let deadline = turn.nextDeadline {
            let wake = max(stage.start.duration(to: deadline).milliseconds, blockedUntil)
            guard wake < arrival, wake <= scenario.end else { return }
            // Milliseconds may have lost what lies between the two.
            turn.advance(to: max(deadline, instant(wake)))
        }
    }

    /// Reads everything that has arrived, in order; frames that the device has not closed close with the last byte.
    private func read() {
        let events = inbox
        inbox.removeAll()
        // From the last one to the first: whether input of the same time follows.
        var isInputNext = [Bool](repeating: false, count: events.count)
        for index in events.indices.dropLast().reversed() where events[index + 1].t == events[index].t {
            isInputNext[index] = events[index + 1].isInput || isInputNext[index + 1]
        }
        for (index, event) in events.enumerated() {
            perform(event, beforeInput: isInputNext[index])
            if tellsOrder { turn.handleInputs() }
            if index + 1 == events.count || events[index + 1].t > event.t {
                closeFrames()
            }
            if scenario.handlerCost > 0 { blockedUntil = max(blockedUntil, event.t) + scenario.handlerCost }
        }
        turn.handleInputs()
    }

    private func seat(_ name: String) -> StageSeat {
        seats[name] ?? StageSeat(number: UInt32(seats.count), impliesPointerFrames: !hasPointerFrames)
    }

    private func closeFrames() { for name in seats.keys.sorted() { add(seats[name]?.closeFrames() ?? []) } }

    private func add(_ frames: [InputFrame]) { for frame in frames { turn.add(frame) } }

    /// - Parameter beforeInput: whether input of the same time follows.
    private func perform(_ event: Scenario.Event, beforeInput: Bool) {
        let name = event.seat ?? ""
        if case .set(let change) = event.kind {
            // What the program does, it does when time has come there.
            closeFrames()
            if beforeInput {
                turn.advance(before: instant(event.t))
            } else {
                turn.advance(to: instant(event.t))
            }
            return apply(change, to: name, at: event.time ?? event.t)
        }
        var seat = seat(name)
        switch event.kind {
        case .keyDown, .keyRepeat, .keyUp, .keyCancel:
            let change = seat.handleKey(event, start: stage.start)
            seats[name] = seat
            if let (change, keys, time) = change { turn.add(change, in: window, of: keys, at: time) }
        default:
            let hit = window
            let frames = seat.handle(event, start: stage.start) { isOutside in isOutside ? nil : hit }
            seats[name] = seat
            add(frames)
        }
    }

    private func apply(_ change: Scenario.Event.Change, to seatName: String, at t: Double) {
        switch change {
        case .touch(let isThere):
            var seat = seat(seatName)
            let frames = seat.setTouch(isThere, at: instant(t))
            seats[seatName] = seat
            add(frames)
        case .pointer(let isThere):
            var seat = seat(seatName)
            let frames = seat.setPointer(isThere, at: instant(t))
            seats[seatName] = seat
            add(frames)
        default: stage.apply(change)
        }
    }
}

extension Scenario.Event {
    /// Whether it tells what somebody did.
    fileprivate var isInput: Bool {
        switch kind {
        case .set, .stall, .frame, .pointerFrame: false
        default: true
        }
    }
}
