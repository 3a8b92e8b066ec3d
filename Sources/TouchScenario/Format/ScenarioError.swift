/// The reason why a scenario file was refused. Its description is one line for a person.
public nonisolated enum ScenarioError: Error, Equatable, CustomStringConvertible {
    /// The file could not be read.
    case unreadable(file: String, reason: String)
    /// The file is not JSON, or is larger than a scenario file may be.
    case notJSON(file: String, reason: String)
    /// The value at the JSON path is not what the format asks for.
    case notScenario(file: String, path: String, expected: String, found: String)

    /// One line: the file, the JSON path, what was expected and what was found.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "\(file): expected a scenario file, but \(reason)"
        case .notJSON(let file, let reason):
            "\(file): $: expected JSON\(reason)"
        case .notScenario(let file, let path, let expected, let found):
            "\(file): \(path.shortened): expected \(expected.shortened), found \(found.shortened)"
        }
    }
}

nonisolated extension String {
    /// The string, cut off after 800 scalars.
    fileprivate var shortened: String { unicodeScalars.count <= 800 ? self : "\(String(unicodeScalars.prefix(800)))…" }
}
