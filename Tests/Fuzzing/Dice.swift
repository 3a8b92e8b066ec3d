/// Where random tests take their choices from: the numbers that follow from a seed, or the bytes that a fuzzer makes up.
public struct Dice: RandomNumberGenerator {
    private var state: UInt64
    private var bytes: ArraySlice<UInt8>?

    /// Choices that a seed decides, the same on every machine.
    public init(seed: UInt64) { state = seed }

    /// Choices that bytes decide, one after another; when they are used up, every choice is the first.
    public init(bytes: [UInt8]) {
        state = 0
        self.bytes = bytes[...]
    }

    /// Whether the bytes are used up. A seed never is.
    public var isSpent: Bool { bytes?.isEmpty ?? false }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        if bytes != nil { return (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(takeByte()) } }
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, a bound. A byte is enough for a small one.
    public mutating func below(_ bound: Int) -> Int {
        if bytes != nil, bound <= 256 { return Int(takeByte()) % bound }
        return Int(next() % UInt64(bound))
    }

    /// A number of a range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// One of several.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// True once in so many times.
    public mutating func one(in count: Int) -> Bool { below(count) == count - 1 }

    private mutating func takeByte() -> UInt8 { bytes?.popFirst() ?? 0 }
}
