/// The source of a random test's choices: numbers that follow from a seed, or bytes that a fuzzer generates.
public struct Dice: RandomNumberGenerator {
    private var state: UInt64
    private var bytes: ArraySlice<UInt8>?

    /// Creates choices that follow from a seed and are the same on every machine.
    public init(seed: UInt64) { state = seed }

    /// Creates choices that follow from bytes. When the bytes are used up, every choice is the first one.
    public init(bytes: [UInt8]) {
        state = 0
        self.bytes = bytes[...]
    }

    /// Whether the bytes are used up; always false for a seed.
    public var isSpent: Bool { bytes?.isEmpty ?? false }

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        if bytes != nil { return (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(takeByte()) } }
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a number from 0 up to, but not including, a bound. A small bound uses one byte.
    public mutating func below(_ bound: Int) -> Int {
        if bytes != nil, bound <= 256 { return Int(takeByte()) % bound }
        return Int(next() % UInt64(bound))
    }

    /// Returns a number of a range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// Returns one of several elements.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// Returns true once in `count` times on average.
    public mutating func one(in count: Int) -> Bool { below(count) == count - 1 }

    private mutating func takeByte() -> UInt8 { bytes?.popFirst() ?? 0 }
}
