/// A contact's name while it is down: its device and the id that the device gave it. Ids are opaque and reused.
public nonisolated struct TouchKey: Hashable, Sendable {
    /// The device.
    public let device: InputDevice
    /// The device's own id, any number.
    public let id: Int32

    /// The contact that `device` calls `id`.
    public init(device: InputDevice, id: Int32) {
        self.device = device
        self.id = id
    }
}
