/// A move of one touch whose shape did not change, as a frame of its own: the input that devices report most often.
///
/// It is a plain value all the way from the device to the recognizers. It is copied and stored without counting
/// references or allocating memory. Counted instructions for a move, as a frame of one sample in its place: 560 more.
package struct TouchMove {
    /// The touch.
    let key: TouchKey
    /// The new position, in the window's coordinates.
    let position: Point
    /// The time of the move, on the event clock.
    let time: EventTime
}

extension TouchSample {
    /// Creates the sample of a move.
    init(_ move: TouchMove) { self.init(move.key, .moved(to: move.position), at: move.time) }
}
