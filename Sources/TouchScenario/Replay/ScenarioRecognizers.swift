import TouchKit

extension GestureRecognizer {
    /// The recognizer that a scenario describes.
    static func make(_ kind: Scenario.Recognizer.Kind) -> GestureRecognizer {
        switch kind {
        case .tap(let taps, let touches, let buttons):
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = taps
            tap.numberOfTouchesRequired = touches
            tap.buttonMaskRequired = buttons.mask
            return tap
        case .longPress(let taps, let touches, let duration, let movement):
            let press = LongPressGestureRecognizer()
            press.numberOfTapsRequired = taps
            press.numberOfTouchesRequired = touches
            press.minimumPressDuration = .milliseconds(duration)
            press.allowableMovement = movement
            return press
        case .pan(let minimum, let maximum):
            let pan = PanGestureRecognizer()
            pan.minimumNumberOfTouches = minimum
            pan.maximumNumberOfTouches = maximum ?? .max
            return pan
        case .swipe(let direction, let touches):
            let swipe = SwipeGestureRecognizer()
            swipe.numberOfTouchesRequired = touches
            swipe.direction = direction.mask
            return swipe
        case .pinch: return PinchGestureRecognizer()
        case .rotation: return RotationGestureRecognizer()
        case .edgePan(let edges):
            let pan = ScreenEdgePanGestureRecognizer()
            pan.edges = edges.reduce(into: []) { $0.insert($1.mask) }
            return pan
        case .hover: return HoverGestureRecognizer()
        }
    }

    /// How a scenario describes it; nil for a class that the format does not know.
    var scenarioKind: Scenario.Recognizer.Kind? {
        switch self {
        case let tap as TapGestureRecognizer:
            .tap(
                taps: tap.numberOfTapsRequired, touches: tap.numberOfTouchesRequired,
                buttons: Scenario.Button(tap.buttonMaskRequired))
        case let press as LongPressGestureRecognizer:
            .longPress(
                taps: press.numberOfTapsRequired, touches: press.numberOfTouchesRequired,
                minimumPressDuration: press.minimumPressDuration.milliseconds,
                allowableMovement: press.allowableMovement)
        case let pan as ScreenEdgePanGestureRecognizer:
            .edgePan(edges: Set(Scenario.Edge.allCases.filter { pan.edges.contains($0.mask) }))
        case let pan as PanGestureRecognizer:
            .pan(
                minTouches: pan.minimumNumberOfTouches,
                maxTouches: pan.maximumNumberOfTouches == .max ? nil : pan.maximumNumberOfTouches)
        case let swipe as SwipeGestureRecognizer:
            Scenario.Direction.allCases.first { swipe.direction == $0.mask }.map {
                .swipe(direction: $0, touches: swipe.numberOfTouchesRequired)
            }
        case is PinchGestureRecognizer: .pinch
        case is RotationGestureRecognizer: .rotation
        case is HoverGestureRecognizer: .hover
        default: nil
        }
    }

    /// The values that it has now, as scenario files write them.
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

extension Outcome {
    /// What a recognizer's transition is in a scenario; nil for what scenarios do not speak of.
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

extension Scenario.Direction {
    fileprivate nonisolated var mask: SwipeGestureRecognizer.Direction {
        switch self {
        case .right: .right
        case .left: .left
        case .up: .up
        case .down: .down
        }
    }
}

extension Scenario.Edge {
    fileprivate nonisolated var mask: ScreenEdgePanGestureRecognizer.RectEdge {
        switch self {
        case .left: .left
        case .right: .right
        case .top: .top
        case .bottom: .bottom
        }
    }
}

extension Scenario.Button {
    /// The button as a touch carries it.
    nonisolated var mask: ButtonMask {
        switch self {
        case .primary: .primary
        case .secondary: .secondary
        case .middle: .middle
        }
    }

    /// The button that a touch carries.
    nonisolated init(_ mask: ButtonMask) {
        self = mask.contains(.secondary) ? .secondary : mask.contains(.middle) ? .middle : .primary
    }
}
