/// Keeps the keys of a keyboard that are held, and makes an event from each change, as ``FrameAssembler`` does for
/// touches.
///
/// The host identifies a key by a code, whose value has no further meaning. Times never step back.
package struct PressAssembler {
    /// The largest number of keys that are held, more than a person can hold. Further ones are ignored.
    package nonisolated static let mostKeys = 256

    /// The keyboard.
    package let device: InputDevice
    private var held: [UInt32: Press] = [:]
    private var latest = EventTime(nanoseconds: .min)

    /// Creates an assembler for a keyboard with no key held.
    package init(device: InputDevice) { self.device = device }

    /// Returns whether a key is held.
    package func isHeld(_ code: UInt32) -> Bool { held[code] != nil }

    /// Whether no further key can be held.
    package var isFull: Bool { held.count >= Self.mostKeys }

    /// Handles that a key was pressed. If the key is held already, its release was not reported, and its former press
    /// is cancelled first.
    ///
    /// - Returns: The events that follow, in order.
    package mutating func press(_ code: UInt32, _ key: Key, at time: EventTime) -> [PressesEvent] {
        let stuck = cancel(code, at: time)
        guard !isFull else { return stuck.map { [$0] } ?? [] }
        let time = settle(at: time)
        held[code] = Press(key: key, of: device, at: time)
        return [stuck, PressesEvent(timestamp: time, allPresses: Set(held.values))].compactMap { $0 }
    }

    /// Handles that a held key repeats.
    package mutating func `repeat`(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        guard let press = held[code] else { return nil }
        let time = settle(at: time)
        press.advance(to: .changed, at: time)
        return PressesEvent(timestamp: time, allPresses: Set(held.values))
    }

    /// Handles that a key was released.
    package mutating func release(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        end(held.keys.filter { $0 == code }, .ended, at: time)
    }

    /// Cancels the press of a held key.
    package mutating func cancel(_ code: UInt32, at time: EventTime) -> PressesEvent? {
        end(held.keys.filter { $0 == code }, .cancelled, at: time)
    }

    /// Cancels the presses of all held keys, because the keyboard lost its focus or went away.
    package mutating func cancel(at time: EventTime) -> PressesEvent? { end(Array(held.keys), .cancelled, at: time) }

    private mutating func end(_ codes: [UInt32], _ phase: Press.Phase, at time: EventTime) -> PressesEvent? {
        guard !codes.isEmpty else { return nil }
        let time = settle(at: time)
        let presses = Set(held.values)
        for code in codes { held.removeValue(forKey: code)?.advance(to: phase, at: time) }
        return PressesEvent(timestamp: time, allPresses: presses)
    }

    /// Makes all held keys stationary, and returns the time of the change, which is not before the previous one.
    private mutating func settle(at time: EventTime) -> EventTime {
        for press in held.values { press.advance(to: .stationary, at: press.timestamp) }
        latest = max(latest, time)
        return latest
    }
}
