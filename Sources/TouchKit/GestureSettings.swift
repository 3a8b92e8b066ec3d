/// Every number that decides a gesture. Lengths are in logical points, angles in radians.
///
/// A value exactly at a limit is still within it; nil means that there is no limit. Apple documents only the long
/// press's two numbers; for each of the others the comment says where ours comes from.
public nonisolated struct GestureSettings: Hashable, Sendable {
    /// The longest time from the end of one tap (its last finger's up) to the start of the next (its first down).
    ///
    /// 300 ms, as in Android, Flutter and Hammer; UIKit has been measured at 350 ms. The classic delayed-perform
    /// recipe waits 0.3 s too, and both ways of telling taps apart have to wait equally long to agree.
    public var multiTapInterval: Duration? = .milliseconds(300)

    /// The shortest time from one tap's end to the next one's start that still makes them two taps of one sequence,
    /// so that a bounce is no double tap. Zero: nothing is too soon, as in UIKit; Android and Flutter have 40 ms. The two
    /// contacts are two taps then; ``contactBounceInterval`` makes them one.
    public var multiTapMinimumInterval: Duration = .zero

    /// How long an up is held back in case that the touchscreen has lost the finger for a moment: a finger of the same
    /// device that comes down no later, and no farther from there than ``tapAllowableMovement``, goes on with the touch
    /// as if it had not been lifted. Nobody hears of the bounce, neither recognizers nor touch methods.
    ///
    /// The touch ends at the time of its up, but the program learns of it so much later; all other input waits with
    /// it. Zero: ups are not held back, as in UIKit. Where a panel does bounce, 40 ms are a good start: that is the
    /// pause below which Android and Flutter take two contacts for no double tap.
    public var contactBounceInterval: Duration = .zero

    /// How far from where the previous tap started the next one may start. 45 points: no tighter than the widest tap
    /// movement seen in UIKit, since a person aims a second tap worse than a resting finger holds still.
    public var multiTapDistance: Double? = 45

    /// The longest time that a finger of a tap may stay down. 750 ms, seen in UIKit and used by WinObjC.
    public var tapMaximumDuration: Duration? = .milliseconds(750)

    /// How far a finger of a tap may stray from where it went down. 20 points, measured on a device; other toolkits
    /// have 8 to 18.
    public var tapAllowableMovement: Double? = 20

    /// How far the fingers' centroid moves before a pan begins. 10 points, measured in UIKit.
    public var panSlop: Double = 10

    /// How far the span of two fingers changes before a pinch begins. 8 points, from a study of UIKit.
    public var pinchSlop: Double = 8

    /// How far the line through two fingers turns before a rotation begins. 10 degrees, from a study of UIKit.
    public var rotationSlop: Double = .pi / 18

    /// How far a swipe goes. 50 points, from an Apple program's own copy of the class.
    public var swipeMinimumDistance: Double = 50

    /// The longest that a swipe may take to go its distance. 500 ms, from the same copy.
    public var swipeMaximumDuration: Duration? = .milliseconds(500)

    /// How fast a swipe is at the least, in points per second over the last 100 ms. Zero: any speed that keeps
    /// within ``swipeMaximumDuration``.
    public var swipeMinimumVelocity: Double = 0

    /// How near its edge of the root view an edge pan starts. 13 points, seen in UIKit.
    public var edgeInset: Double = 13

    /// The defaults.
    public init() {}
}
