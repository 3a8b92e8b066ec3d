/// Returns the text that a C function writes into memory of a given size. The function returns the text's length.
func xkbText(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { memory in
        guard let start = memory.baseAddress, unsafe write(start, memory.count) > 0 else { return "" }
        return unsafe String(cString: start)
    }
}
