/// One input device of one seat: what a `wl_touch` or a `wl_pointer` object stands for.
///
/// A device that is lost and comes again is another one, so the ids of its contacts can't be mistaken for old ones.
public nonisolated struct InputDevice: Hashable, Sendable {
    /// The seat that it belongs to.
    public let seat: UInt32
    /// Which of the devices that the program has ever had it is.
    public let generation: UInt32

    /// The device of a seat that was made as the `generation`th.
    public init(seat: UInt32, generation: UInt32) {
        self.seat = seat
        self.generation = generation
    }
}
