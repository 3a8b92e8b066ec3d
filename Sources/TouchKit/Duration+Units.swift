nonisolated extension Duration {
    /// The duration in whole nanoseconds, limited to 64 bits.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? .max : sum
    }

    /// The duration in seconds.
    var seconds: Double { Double(nanoseconds) / 1e9 }

    /// The duration in milliseconds.
    package var milliseconds: Double { Double(nanoseconds) / 1e6 }
}
