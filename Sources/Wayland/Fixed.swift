/// Converts the protocol's fixed-point numbers, which have 8 fractional bits.
enum Fixed {
    /// Returns the nearest fixed-point number. The number must be finite and within ±2²³.
    static func bits(_ number: Double) -> Int32 {
        guard let bits = Int32(exactly: (number * 256).rounded()) else {
            fatalError("\(number) does not fit the protocol's fixed-point numbers")
        }
        return bits
    }

    static func number(_ bits: Int32) -> Double { Double(bits) / 256 }
}
