import TouchKit

extension GestureRecognizer {
    /// Creates a recognizer of a kind.
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

    /// The kind of the recognizer; nil where the format has none for its class or its properties.
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
    /// The button as an option.
    nonisolated var mask: ButtonMask {
        switch self {
        case .primary: .primary
        case .secondary: .secondary
        case .middle: .middle
        }
    }

    /// Creates the button of a mask, which is the primary one unless the mask has another.
    nonisolated init(_ mask: ButtonMask) {
        self = mask.contains(.secondary) ? .secondary : mask.contains(.middle) ? .middle : .primary
    }
}
