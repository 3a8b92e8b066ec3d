/// An input device of a seat: a touchscreen, a pointer, a stylus or a keyboard. It stands for one `wl_touch`,
/// `wl_pointer`, `wl_keyboard` or tablet object.
///
/// A device that is lost and comes back is a new device, so that the ids of its touches are not mistaken for old ones.
public nonisolated struct InputDevice: Hashable, Sendable {
    /// The number of the seat to which the device belongs.
    public let seat: UInt32
    /// The number of the device among all that the program has had.
    public let generation: UInt32

    /// Creates a device from its seat and its number.
    package init(seat: UInt32, generation: UInt32) {
        self.seat = seat
        self.generation = generation
    }
}
