/// A gesture that a touchpad has recognized by itself, as `zwp_pointer_gestures_v1` reports it. It drives the
/// recognizers under the pointer: a swipe the pans that continuous scrolling drives, a pinch the pinches and the
/// rotations. UIKit's transform event.
public nonisolated struct TouchpadGesture: Hashable, Sendable {
    /// What the fingers do.
    public enum Kind: Hashable, Sendable {
        /// They go the same way.
        case swipe
        /// They near, part, or turn.
        case pinch
        /// They rest.
        case hold
    }

    /// Where it stands.
    public enum Phase: Hashable, Sendable {
        /// It begins.
        case began
        /// It has changed.
        case changed
        /// It ends with the fingers' lift.
        case ended
        /// It turned out to be something else.
        case cancelled
    }

    /// What the fingers do.
    public var kind: Kind
    /// Where it stands.
    public var phase: Phase
    /// How many fingers make it.
    public var fingers: Int
    /// How far they have gone since the last report, in points.
    public var delta: Point
    /// How far apart they are, compared with the beginning.
    public var scale: Double
    /// How far they have turned since the last report, in radians, clockwise.
    public var rotation: Double

    /// A report of a gesture.
    public init(
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
