import Wayland

/// Receives the exact times that some compositors send before the events of a device.
final class FineStamps {
    private let timestamps: ZwpInputTimestampsV1?
    private var next: Int64?

    /// Listens to an object; nil where the compositor sends no exact times.
    init(_ timestamps: ZwpInputTimestampsV1?) {
        self.timestamps = timestamps
        timestamps?.onEvent = { [unowned self] event in
            switch event {
            case .timestamp(let high, let low, let nanoseconds):
                let seconds = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
                let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
                let (sum, carried) = product.addingReportingOverflow(Int64(nanoseconds))
                next = overflow || carried || sum < 0 ? nil : sum
            }
        }
    }

    /// Returns the stamp of an event that carries `milliseconds`, with the exact time that came before it.
    func stamp(_ milliseconds: UInt32) -> Stamp {
        defer { next = nil }
        return Stamp(milliseconds: milliseconds, nanoseconds: next)
    }

    /// Destroys the object, before its device is released.
    func destroy() { timestamps?.destroy() }
}
