/// A JSON array that is being written, with each element on a line.
nonisolated struct LineText: JSONWritable {
    private var lines = ""

    /// An array of elements that are JSON already.
    init(_ elements: [String] = []) {
        for element in elements { append(element) }
    }

    var isEmpty: Bool { lines.isEmpty }
    /// The number of bytes.
    var size: Int { lines.utf8.count }
    var jsonText: String { isEmpty ? "[]" : "[\(lines)\n  ]" }

    mutating func append(_ element: String) {
        lines += isEmpty ? "\n    " : ",\n    "
        lines += element
    }
}
