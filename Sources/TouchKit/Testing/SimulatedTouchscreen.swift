/// A touchscreen for tests: touches a window at given points and times, without a compositor and without waiting.
///
/// Each call is a frame of its own and is handled before the method returns. The times decide which gestures are
/// recognized; the time that the test takes has no effect. UIKit has no such type.
public struct SimulatedTouchscreen {
    private let window: Window
    private var assembler: FrameAssembler

    private static var count: UInt32 = 0

    /// Creates a touchscreen that shows a window, with no finger down. Each one is a device of its own.
    public init(_ window: Window) {
        self.window = window
        assembler = FrameAssembler(device: InputDevice(seat: .max, generation: Self.count))
        Self.count &+= 1
    }

    /// Puts a finger down at a point of the window's coordinates.
    ///
    /// - Parameters:
    ///   - id: Identifies the finger until it is lifted. An id that is down already is lost there: its touch is cancelled.
    ///   - point: The point, in the window's coordinates.
    ///   - time: The time on the event clock, which must not be before that of the previous call.
    public mutating func down(_ id: Int32 = 0, at point: Point, time: EventTime) {
        deliver(assembler.down(id, at: point, in: window, time: time))
        deliver(assembler.frame())
    }

    /// Moves a finger to a point of the window's coordinates. Does nothing if the finger is not down.
    public mutating func move(_ id: Int32 = 0, to point: Point, time: EventTime) {
        assembler.motion(id, to: point, time: time)
        deliver(assembler.frame())
    }

    /// Lifts a finger. Does nothing if the finger is not down.
    public mutating func up(_ id: Int32 = 0, time: EventTime) {
        deliver(assembler.up(id, time: time))
        deliver(assembler.frame())
    }

    /// Cancels the touches of all fingers, as a compositor does when it takes a gesture for itself.
    public mutating func cancel(time: EventTime) { deliver(assembler.cancel(time: time)) }

    /// Lets time pass without input, so that deadlines and delayed performs up to and including `time` run.
    public func advance(to time: EventTime) { window.dispatcher.advance(to: time) }

    private func deliver(_ frames: CompletedFrames) { for frame in frames { window.dispatcher.deliver(frame) } }
}
