/// Delivers touches to their views, unless recognizers hold them back.
final class ViewDelivery {
    private let context: DispatchContext
    private let tracker: TouchTracker

    init(_ context: DispatchContext, _ tracker: TouchTracker) {
        self.context = context
        self.tracker = tracker
    }

    /// Makes the calls that are due: beginnings first, then moves, ends and cancellations.
    func deliver(_ calls: [ViewStream.Call] = ViewStream.Call.allCases) {
        if let touch = tracker.only {
            while let call = nextCall(for: touch), calls.contains(call) {
                if let event = tracker.event, event.changes.isOnly(touch) {
                    deliver(event.changes, call, event)
                } else {
                    deliver(TouchGroup([touch]), call)
                }
            }
            return
        }
        for call in calls {
            var waiting = tracker.touches
            while let first = waiting.firstIndex(where: { nextCall(for: $0) == call }) {
                let view = waiting[first].view
                let group = waiting.filter { $0.view === view && nextCall(for: $0) == call }
                waiting.removeAll { group.contains($0) }
                deliver(TouchGroup(group), call)
            }
        }
    }

    private func nextCall(for touch: Touch) -> ViewStream.Call? {
        // Recognizers receive the beginning of a touch before its view does.
        if touch.pending.begins { return nil }
        return touch.stream.next {
            var holds = ViewStream.Holds()
            for recognizer in touch.recipients
            where recognizer.isUndecided && recognizer.attempt.received.contains(touch) {
                holds.began = holds.began || recognizer.delaysTouchesBegan
                holds.ended = holds.ended || recognizer.delaysTouchesEnded
            }
            return holds
        }
    }

    private func deliver(_ group: TouchGroup, _ call: ViewStream.Call) {
        if let event = tracker.event, event.changes.contains(group) {
            deliver(group, call, event)
        } else {
            // A call that was held back has an event of its own.
            deliver(group, call, TouchEvent(timestamp: context.now, present: tracker.touches, changes: group))
        }
    }

    /// Makes one call to the view of some touches.
    private func deliver(_ group: TouchGroup, _ call: ViewStream.Call, _ event: TouchEvent) {
        for touch in group.list { touch.stream.delivered(call) }
        guard let view = group.list.first?.view else { return }
        show(group.list[...], as: call) {
            switch call {
            case .began: view.touchesBegan(group.set, with: event)
            case .moved: view.touchesMoved(group.set, with: event)
            case .ended: view.touchesEnded(group.set, with: event)
            case .cancelled: view.touchesCancelled(group.set, with: event)
            }
        }
    }

    /// Makes a call while touches have the properties that the view is to see.
    private func show(_ touches: ArraySlice<Touch>, as call: ViewStream.Call, _ makeCall: () -> Void) {
        guard let touch = touches.first else { return makeCall() }
        let (before, wasDown) = (touch.show(as: call), touch.isDown)
        show(touches.dropFirst(), as: call, makeCall)
        touch.endShow(before, wasDown: wasDown)
    }
}
