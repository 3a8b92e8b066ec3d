/// The time of an event as the compositor sends it.
struct Stamp {
    /// The lower 32 bits of a number of milliseconds.
    var milliseconds: UInt32
    /// The same time in nanoseconds, from `zwp_input_timestamps_v1`; nil where the compositor does not send it.
    var nanoseconds: Int64?
}
