/// A report of a gesture that a touchpad has recognized, as `zwp_pointer_gestures_v1` sends it. It drives the
/// recognizers under the pointer: a swipe drives the pans that accept continuous scrolling, and a pinch drives pinches
/// and rotations. UIKit's counterpart is a transform event.
package nonisolated struct TouchpadGesture: Hashable, Sendable {
    /// The kind of a touchpad's gesture.
    package enum Kind: Hashable, Sendable {
        /// The fingers move in one direction.
        case swipe
        /// The fingers move towards each other or apart, or turn.
        case pinch
        /// The fingers rest.
        case hold
    }

    /// The phase of a touchpad's gesture.
    package enum Phase: Hashable, Sendable {
        /// The gesture begins.
        case began
        /// The gesture has changed.
        case changed
        /// The gesture ends when the fingers are lifted.
        case ended
        /// The gesture turned out to be another one.
        case cancelled
    }

    /// The kind of the gesture.
    package var kind: Kind
    /// The phase of the gesture.
    package var phase: Phase
    /// The number of fingers.
    package var fingers: Int
    /// The movement since the previous report, in points.
    package var delta: Point
    /// The distance between the fingers relative to that at the beginning.
    package var scale: Double
    /// The rotation since the previous report, in radians clockwise.
    package var rotation: Double

    /// Creates a report.
    package init(
        _ kind: Kind, _ phase: Phase, fingers: Int, delta: Point = .zero, scale: Double = 1, rotation: Double = 0
    ) {
        self.kind = kind
        self.phase = phase
        self.fingers = fingers
        self.delta = delta
        self.scale = scale
        self.rotation = rotation
    }
}
