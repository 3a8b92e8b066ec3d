/// One sample of a touch, as the device sent it. An event delivers only the last of several samples to views; see
/// ``TouchEvent/coalescedTouches(for:)``.
public nonisolated struct CoalescedTouch: Hashable, Sendable {
    /// The time of the sample, on the event clock.
    public let timestamp: EventTime
    /// The position, in the window's coordinates.
    public let position: Point
}
