import TouchKit

/// The state of an input device as the events of a recording give it.
struct RecordedDevice {
    /// A finger or a button that is down.
    enum Contact: Equatable {
        /// A finger or a pen, in any window.
        case finger
        /// A button of a pointer that is over the window.
        case button
    }

    /// The seat of the recording that has the events of the present frame.
    var seat: String?
    /// The contacts, by the ids of their touches.
    var contacts: [Int32: Contact] = [:]
    /// The pointer's location, if it is over the window.
    var location: Point?
    /// Whether the pointer's location after the release of the last button is still to come.
    var awaitsHover = false

    /// The ids of the buttons that are down.
    var buttons: [Int32] { contacts.filter { $0.value == .button }.map(\.key) }
    /// The ids of the fingers that are down.
    var fingers: [Int32] { contacts.filter { $0.value == .finger }.map(\.key) }
}

/// Touches that were lost because their device was removed or because their ids came down again.
struct TouchLoss {
    let device: InputDevice
    /// The ids of the touches.
    let ids: Set<Int32>
    /// Whether the device has no other touch.
    let isWhole: Bool
    let time: EventTime
    let seat: String?
}
