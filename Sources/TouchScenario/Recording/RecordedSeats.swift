import TouchKit

/// The seats of a recording, and the devices whose events they have.
///
/// A seat of a scenario has one touchscreen, one pointer and one keyboard at a time. A new device takes the place of
/// another one of its seat, unless something is held on the other one; then it gets a seat of its own.
struct RecordedSeats {
    /// The role of a device in a seat. A pen is a touchscreen while it touches, and a pointer while it hovers.
    enum Role: Hashable {
        case touch, pointer, keyboard
    }

    private struct Seat {
        let name: String?
        var devices: [Role: InputDevice] = [:]

        /// Whether the seat has a device of a seat of the compositor.
        func belongs(to number: UInt32) -> Bool { devices.values.contains { $0.seat == number } }
    }

    /// The number of seats after which seats of the compositor share one.
    private static let mostSeats = 32

    private var seats: [Seat] = []

    /// Returns the seat that has a device's events.
    ///
    /// - Parameter isInUse: Returns whether something is held on another device in a role.
    /// - Returns: The seat's name, nil for the format's default seat, and whether the device takes the place of another
    ///   one, which the recording has to say.
    mutating func seat(
        of device: InputDevice, as role: Role, isInUse: (InputDevice, Role) -> Bool
    ) -> (name: String?, replacesAnother: Bool) {
        if let index = seats.firstIndex(where: { $0.devices[role] == device }) { return (seats[index].name, false) }
        let free = seats.indices.filter { index in
            seats[index].devices[role].map { !isInUse($0, role) } ?? true
        }
        let shared = seats.count >= Self.mostSeats ? free.first : nil
        guard let index = free.first(where: { seats[$0].belongs(to: device.seat) }) ?? shared else {
            let name = seats.isEmpty ? nil : "seat\(seats.count + 1)"
            seats.append(Seat(name: name, devices: [role: device]))
            return (name, false)
        }
        let former = seats[index].devices.updateValue(device, forKey: role)
        return (seats[index].name, former != nil)
    }

    /// Removes a device, because the recording has said that it was removed.
    mutating func forget(_ device: InputDevice, as role: Role) {
        for index in seats.indices where seats[index].devices[role] == device { seats[index].devices[role] = nil }
    }
}
