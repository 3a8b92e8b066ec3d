/// One sample of a touch between two events, as the device sent it.
public nonisolated struct CoalescedTouch: Hashable, Sendable {
    /// When, on the event clock.
    public let timestamp: EventTime
    /// Where, in the window's coordinates.
    public let position: Point
}
