/// Follows which keys of a keyboard are held, and makes an event of each change, as ``FrameAssembler`` does for touches.
///
/// The host names each key by a code, which means nothing else. Times never step back.
public struct PressAssembler {
    /// More keys than a person holds; a key that is pressed beyond them is ignored.
    public nonisolated static let mostKeys = 256

    /// The keyboard.
    public let device: InputDevice
    private var held: [UInt32: Press] = [:]
    private var latest = EventTime(nanoseconds: .min)

    /// An assembler for a keyboard of which no key is held.
    public init(device: InputDevice) { self.device = device }

    /// Whether a key is held.
    public func isHeld(_ code: UInt32) -> Bool { held[code] != nil }

    /// Whether no further key can be pressed.
    public var isFull: Bool { held.count >= Self.mostKeys }

    /// A key was pressed. A key that is held already can only have been released without a report, so its former press
    /// is cancelled first.
    ///
    /// - Returns: What follows from it, in order.
    public mutating func press(_ code: UInt32, _ key: Key, at time: EventTime) -> [PressesEvent] {
        let stuck = cancel(code, at: time)
        guard !isFull else { return stuck.map { [$0] } ?? [] }
        let time = settle(at: time)
        held[code] = Press(key: key, of: device, at: time)
        return [stuck, PressesEvent(timestamp: time, allPresses: Set(held.values))].compactMap { $0 }
    }

    /// A key that is held repeats.
    public mutating func `repeat`(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        guard let press = held[code] else { return nil }
        let time = settle(at: time)
        press.advance(to: .changed, at: time)
        return PressesEvent(timestamp: time, allPresses: Set(held.values))
    }

    /// A key was released.
    public mutating func release(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        end(held.keys.filter { $0 == code }, .ended, at: time)
    }

    /// A key that is held is taken away.
    public mutating func cancel(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        end(held.keys.filter { $0 == code }, .cancelled, at: time)
    }

    /// All keys that are held are taken away: the keyboard has lost its focus, or is gone.
    public mutating func cancel(at time: EventTime) -> PressesEvent? { end(Array(held.keys), .cancelled, at: time) }

    private mutating func end(_ codes: [UInt32], _ phase: Press.Phase, at time: EventTime) -> PressesEvent? {
        guard !codes.isEmpty else { return nil }
        let time = settle(at: time)
        let presses = Set(held.values)
        for code in codes { held.removeValue(forKey: code)?.advance(to: phase, at: time) }
        return PressesEvent(timestamp: time, allPresses: presses)
    }

    /// Lets every key that is held rest, and returns the time of the change, which is no earlier than the last one.
    private mutating func settle(at time: EventTime) -> EventTime {
        for press in held.values { press.advance(to: .stationary, at: press.timestamp) }
        latest = max(latest, time)
        return latest
    }
}
