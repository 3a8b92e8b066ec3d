/// The error of a failed generation. The description is one line: `FILE:LINE: what was found, expected what; what to
/// do`.
struct ScanError: Error, CustomStringConvertible {
    var file: String
    var line: Int?
    var found: String
    var expected: String
    var remedy: String?

    var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        // The text from the file may have any length.
        let found = found.count <= 300 ? found : "\(found.prefix(300))…"
        return "\(place): \(found), expected \(expected)" + (remedy.map { "; \($0)" } ?? "")
    }
}
