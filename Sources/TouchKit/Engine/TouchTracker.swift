/// Keeps the touches of a dispatcher: makes touches and events from the samples of frames, and counts taps.
final class TouchTracker {
    private let context: DispatchContext
    private var taps = TapCounter()
    /// The last event, if it was of one touch and no handler has kept it. It is reused, because the next event is
    /// usually of the same touch.
    private var spareEvent: TouchEvent?

    /// The touches that are down, or that were lifted and are not fully delivered to their view; oldest first.
    // Hot-path state is private and reassigned, never changed in place, so the compiler can leave out exclusivity checks.
    private(set) var touches: [Touch] = []

    init(_ context: DispatchContext) { self.context = context }

    /// The only touch; nil if there is none or several.
    var only: Touch? { touches.count == 1 ? touches[0] : nil }

    // MARK: Frames

    /// Records with each touch what a frame reports about it, and returns the event for these changes.
    func note(_ frame: InputFrame) -> TouchEvent {
        for index in touches.indices { touches[index].rest() }
        let former = spareEvent
        spareEvent = nil
        var changed: [Touch] = []
        for sample in frame.samples {
            guard let touch = note(sample) else { continue }
            if let former, former.changes.isOnly(touch), frame.samples.count == 1 {
                former.reuse(timestamp: frame.time, present: touches)
                return former
            }
            changed.append(touch)
        }
        return TouchEvent(timestamp: frame.time, present: touches, changes: TouchGroup(changed))
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

    /// Ends the handling of the current event. An event that a handler has kept stores the touches of this moment; any
    /// other is reused.
    func retireEvent() {
        var event = context.event
        context.event = nil
        if !isKnownUniquelyReferenced(&event) {
            _ = event?.allTouches
        } else if let event, event.changes.list.count == 1, !event.changes.list[0].isOver {
            spareEvent = event
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
        spareEvent = nil
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
