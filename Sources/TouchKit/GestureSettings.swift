/// The numbers that decide gestures. Lengths are in logical points, angles in radians.
///
/// A value exactly at a limit is within it. Nil means no limit. Apple documents only the two numbers of the long press;
/// the comment on each of the others names its source.
public nonisolated struct GestureSettings: Hashable, Sendable {
    /// The longest time from the end of one tap (when its last finger is lifted) to the start of the next (when its
    /// first finger comes down).
    ///
    /// Default 300 ms, as in Android, Flutter and Hammer; UIKit was measured at 350 ms. A common recipe with a delayed
    /// perform also waits 0.3 s, and the two ways of telling single from double taps agree only if they wait equally
    /// long.
    public var multiTapInterval: Duration? = .milliseconds(300)

    /// The shortest time from the end of one tap to the start of the next at which the two are taps of one sequence. It
    /// keeps a double tap from being recognized when a touchscreen loses a finger for a moment.
    ///
    /// Default zero, as in UIKit: no tap is too soon. Android and Flutter have 40 ms. The two contacts count as two
    /// separate taps; ``contactBounceInterval`` joins them into one.
    public var multiTapMinimumInterval: Duration = .zero

    /// The time for which the library holds back that a finger was lifted, in case the touchscreen has lost the finger
    /// for a moment. If a finger of the same device comes down within this time, no farther away than
    /// ``tapAllowableMovement``, it continues the touch. Recognizers and touch methods are not told that the finger was
    /// lifted.
    ///
    /// A touch still ends at the time at which its finger was lifted, but the program is told that much later, and all
    /// other input waits with it. Default zero, as in UIKit: nothing is held back. For a panel that does lose fingers,
    /// 40 ms is a good start: Android and Flutter do not count two contacts with a shorter pause as a double tap.
    public var contactBounceInterval: Duration = .zero

    /// The largest distance from the start of one tap to the start of the next, in points. Default 45: more than the
    /// largest movement during a tap that was seen in UIKit, because a person aims a second tap less exactly than a
    /// resting finger holds still.
    public var multiTapDistance: Double? = 45

    /// The longest time for which a finger of a tap may stay down. Default 750 ms, as seen in UIKit and used by
    /// WinObjC.
    public var tapMaximumDuration: Duration? = .milliseconds(750)

    /// The largest distance of a finger of a tap from where it came down, in points. Default 20, measured on a device;
    /// other toolkits have 8 to 18.
    public var tapAllowableMovement: Double? = 20

    /// The distance that the centroid of the fingers must exceed for a pan to begin, in points. Default 10, measured in
    /// UIKit.
    public var panSlop: Double = 10

    /// The change of the distance between two fingers that must be exceeded for a pinch to begin, in points. Default 8,
    /// from a study of UIKit.
    public var pinchSlop: Double = 8

    /// The angle that the line through two fingers must exceed for a rotation to begin, in radians. Default π/18 (10°),
    /// from a study of UIKit.
    public var rotationSlop: Double = .pi / 18

    /// The shortest distance of a swipe, in points. Default 50, from a copy of the class in a program of Apple's.
    public var swipeMinimumDistance: Double = 50

    /// The longest time that a swipe may take to go its distance. Default 500 ms, from the same copy.
    public var swipeMaximumDuration: Duration? = .milliseconds(500)

    /// The lowest speed of a swipe, in points per second over the last 100 ms. Default zero: only
    /// ``swipeMaximumDuration`` limits it.
    public var swipeMinimumVelocity: Double = 0

    /// The largest distance from an edge of the root view at which an edge pan may start, in points. Default 13, as
    /// seen in UIKit.
    public var edgeInset: Double = 13

    /// Creates settings with the default values.
    public init() {}
}
