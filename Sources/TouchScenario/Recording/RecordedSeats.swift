import TouchKit

/// The seats of a recording, and which device's input is written under each.
///
/// A seat of a scenario has one touchscreen, one pointer and one keyboard at a time. A device that comes after another
/// one takes its place, if nothing of the other one is held; where both are in use each has a seat of its own.
struct RecordedSeats {
    /// What a seat has one of. A pen is a touchscreen where it touches, and a pointer where it hovers.
    enum Role: Hashable {
        case touch, pointer, keyboard
    }

    private struct Seat {
        let name: String?
        var devices: [Role: InputDevice] = [:]

        /// Whether it has a device of a real seat.
        func belongs(to number: UInt32) -> Bool { devices.values.contains { $0.seat == number } }
    }

    /// Real seats have a seat each up to this number; then they share.
    private static let mostSeats = 32

    private var seats: [Seat] = []

    /// The seat to write a device's input under.
    ///
    /// - Parameter isInUse: Whether something of another device is held in a role.
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

    /// The recording has said that a device has gone: the next one in its role takes no other's place.
    mutating func forget(_ device: InputDevice, as role: Role) {
        for index in seats.indices where seats[index].devices[role] == device { seats[index].devices[role] = nil }
    }
}
