/// Identifies a touch while it is down: the device and the id on that device. Ids are arbitrary numbers, which devices
/// reuse.
package nonisolated struct TouchKey: Hashable, Sendable {
    /// The device.
    package let device: InputDevice
    /// The id on the device.
    package let id: Int32

    /// Creates the key of a device's touch.
    package init(device: InputDevice, id: Int32) {
        self.device = device
        self.id = id
    }
}
