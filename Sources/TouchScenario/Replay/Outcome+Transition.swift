import TouchKit

extension Outcome {
    /// Creates the outcome of a recognizer's transition; nil for a transition to `possible`, which is none.
    ///
    /// - Parameter start: The instant of the event clock at which scenario time is 0.
    init?(
        _ transition: GestureTransition, of description: Scenario.Recognizer,
        start: EventTime = EventTime(nanoseconds: 0)
    ) {
        let isDiscrete = description.kind.name.events.contains(.recognized)
        let event: Event
        switch transition.to {
        case .possible: return nil
        case .began: event = .began
        case .changed: event = .changed
        case .ended: event = isDiscrete ? .recognized : .ended
        case .cancelled: event = .cancelled
        case .failed: event = .failed
        }
        self.init(
            t: start.duration(to: transition.time).milliseconds, recognizer: description.id, event: event)
        if let reason = transition.reason {
            self.reason = reason.name
            detail = reason.detail.map { Detail(measured: $0.measured, allowed: $0.allowed) }
        } else {
            location = transition.location
            value = transition.recognizer.scenarioValue
        }
    }
}

extension GestureRecognizer {
    /// The recognizer's present values, as scenario files have them.
    fileprivate var scenarioValue: Outcome.Value {
        var value = Outcome.Value()
        switch self {
        case let pan as PanGestureRecognizer:
            value.translation = pan.translation(in: nil)
            value.velocity = .vector(pan.velocity(in: nil))
            value.touches = pan.numberOfTouches
        case let pinch as PinchGestureRecognizer:
            value.scale = pinch.scale
            value.velocity = .scalar(pinch.velocity)
            value.touches = pinch.numberOfTouches
        case let rotation as RotationGestureRecognizer:
            value.rotation = rotation.rotation
            value.velocity = .scalar(rotation.velocity)
            value.touches = rotation.numberOfTouches
        case let press as LongPressGestureRecognizer: value.touches = press.numberOfTouches
        default: break
        }
        return value
    }
}
