/// Keeps the touches of a dispatcher: makes touches and events from the samples of frames, and counts taps.
final class TouchTracker {
    private let context: DispatchContext
    private var taps = TapCounter()
    /// The event of the last frame, while no handler has kept it. It is reused if the next frame is a move of the same
    /// touch, as it usually is.
    private var lastEvent: TouchEvent?
    /// Whether the last event is being handled.
    private var isEventOpen = false

    /// The event that is being handled; nil while a deadline is handled.
    var event: TouchEvent? { isEventOpen ? lastEvent : nil }

    /// Whether there is a last event, and no handler has kept it.
    private var mayReuseLastEvent: Bool { isKnownUniquelyReferenced(&lastEvent) }

    /// The touches that are down, or that were lifted and are not fully delivered to their view; oldest first.
    // Hot-path state is private and reassigned, never changed in place, so the compiler can leave out exclusivity checks.
    private(set) var touches: [Touch] = []

    init(_ context: DispatchContext) { self.context = context }

    /// The only touch; nil if there is none or several.
    var only: Touch? { touches.count == 1 ? touches[0] : nil }

    // MARK: Frames

    /// Records with each touch what a frame reports about it, and opens the event for these changes.
    func note(_ frame: InputFrame) -> TouchEvent {
        closeEvent()
        for index in touches.indices { touches[index].rest() }
        var changed: [Touch] = []
        for sample in frame.samples {
            if let touch = note(sample) { changed.append(touch) }
        }
        let event = TouchEvent(timestamp: frame.time, present: touches, changes: TouchGroup(changed))
        lastEvent = event
        isEventOpen = true
        return event
    }

    /// Records a move, and opens its event: the last event again if that was of the same touch alone, and no handler has
    /// kept it.
    func note(_ move: TouchMove) -> TouchEvent {
        guard mayReuseLastEvent, let event = lastEvent, let touch = event.changes.only,
            touch.key == move.key, touch.isDown, move.position.isSensible
        else { return note(InputFrame(move)) }
        if touches.count > 1 {
            for other in touches where other !== touch { other.rest() }
        }
        touch.note(move)
        event.reuse(at: move.time)
        isEventOpen = true
        return event
    }

    /// Records a sample with its touch. Returns the touch if this is its first sample in the frame.
    private func note(_ sample: TouchSample) -> Touch? {
        guard sample.isSensible else { return nil }
        if case .began(let start, let position) = sample.change, start.window != nil {
            touches = touches + [begin(sample, start, at: position)]
        }
        guard let touch = openTouch(sample.key) else { return nil }
        defer { touch.note(sample) }
        return touch.pending.isAny ? nil : touch
    }

    /// Returns the touch of a key that the frame has not ended so far.
    private func openTouch(_ key: TouchKey) -> Touch? {
        for touch in touches where touch.key == key && touch.isDown && !touch.pending.ends { return touch }
        return nil
    }

    private func begin(_ sample: TouchSample, _ start: TouchSample.Start, at position: Point) -> Touch {
        let touch = Touch(key: sample.key, start: start, at: position, time: sample.time)
        touch.view = touch.window?.hitTest(position, with: nil)
        let others = touches.filter { $0.isDown && $0.view === touch.view }
        touch.tapGroup = others.last?.tapGroup ?? context.frameNumber
        touch.tapCount = taps.count(touch, settings: context.settings)
        let tracked = touches.filter { $0.isDown && $0.window === touch.window && !$0.stream.isClosed }
        let isExcluded = tracked.contains { other in
            other.view !== touch.view && (touch.view?.isExclusiveTouch == true || other.view?.isExclusiveTouch == true)
        }
        let isSecond = touch.view?.isMultipleTouchEnabled == false && !others.isEmpty
        if touch.view == nil || isSecond || isExcluded { touch.stream.suppress() }
        return touch
    }

    /// Ends the handling of the event. An event that a handler has kept stores the touches of this moment.
    func closeEvent() {
        isEventOpen = false
        if !mayReuseLastEvent {
            _ = lastEvent?.allTouches
            lastEvent = nil
        } else if lastEvent?.changes.only?.isOver ?? true {
            lastEvent = nil
        }
    }

    /// Counts a lifted touch as a tap, if it is one.
    func countTap(_ touch: Touch) { taps.ended(touch, settings: context.settings) }

    /// Removes the touches that are over and fully delivered.
    func dropFinished() {
        var isAnyOver = false
        for touch in touches where touch.isOver { isAnyOver = true }
        guard isAnyOver else { return }
        touches = touches.filter { !$0.isOver }
        if !isEventOpen { lastEvent = nil }
    }

    // MARK: Recipients

    /// Determines the recognizers that receive a touch that comes down: those from its view up to the window that want
    /// it, nearest first.
    func findRecipients(of touch: Touch, _ event: TouchEvent) {
        var recipients: [GestureRecognizer] = []
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers.reversed() where recognizer.wants(touch, event) {
                recipients.append(recognizer)
            }
            view = current.superview
        }
        touch.recipients = recipients
    }

    /// Returns the recipients of some touches, each once, nearest first.
    func recipients(of touches: [Touch]) -> [GestureRecognizer] {
        var all: [GestureRecognizer] = []
        for touch in touches {
            for recognizer in touch.recipients where !all.contains(recognizer) { all.append(recognizer) }
        }
        return all.sorted { $0.precedes($1) }
    }
}
