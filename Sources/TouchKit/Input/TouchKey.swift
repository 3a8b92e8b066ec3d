/// Identifies a touch while it is down: the device and the id on that device. Ids are arbitrary numbers, which devices
/// reuse.
public nonisolated struct TouchKey: Hashable, Sendable {
    /// The device.
    public let device: InputDevice
    /// The id on the device.
    public let id: Int32

    /// Creates the key of a device's touch.
    public init(device: InputDevice, id: Int32) {
        self.device = device
        self.id = id
    }
}
