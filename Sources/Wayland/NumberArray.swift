extension [UInt8] {
    /// The bytes as 32-bit numbers in native byte order, which most arrays of the protocol contain. Left-over bytes at
    /// the end are ignored.
    package var uint32s: [UInt32] {
        stride(from: 0, to: count - count % 4, by: 4).map { start in
            let bytes =
                UInt32(self[start]) | UInt32(self[start + 1]) << 8 | UInt32(self[start + 2]) << 16
                | UInt32(self[start + 3]) << 24
            return UInt32(littleEndian: bytes)
        }
    }
}
