import FoundationEssentials

nonisolated extension Scenario {
    /// Reads a file that holds one scenario or an array of them.
    ///
    /// - Throws: A `ScenarioError` if the file cannot be read, is not JSON or is not of the format.
    public static func read(file path: String) throws(ScenarioError) -> [Scenario] {
        let bytes: [UInt8]
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= JSONElement.greatestSize else { throw JSONElement.tooLarge(file: path) }
            bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch let error as ScenarioError {
            throw error
        } catch {
            var isFolder = false
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
                case .fileReadNoPermission?: "it is no regular file that may be read"
                default:
                    FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
                        ? "it is a folder" : "it cannot be read"
                }
            throw .unreadable(file: path, reason: reason)
        }
        return try read(bytes, file: path)
    }

    /// Reads the content of a file that holds one scenario or an array of them.
    ///
    /// - Parameters:
    ///   - bytes: The content, in UTF-8.
    ///   - file: The name to give in errors.
    /// - Throws: A `ScenarioError` if the content is not JSON or is not of the format.
    public static func read(_ bytes: [UInt8], file: String) throws(ScenarioError) -> [Scenario] {
        let whole = try JSONElement(file: file, bytes: bytes)
        guard case .array = whole.value else { return [try Scenario(whole)] }
        var names: Set<String> = []
        return try whole.array { (element) throws(ScenarioError) in
            let scenario = try Scenario(element)
            guard names.insert(scenario.name).inserted else {
                throw element.at("name").refusal(
                    expected: "a name unique in its file", found: "\(scenario.name.jsonText) again")
            }
            return scenario
        }
    }

    private init(_ element: JSONElement) throws(ScenarioError) {
        self = try Self.parse(element)
        try ScenarioChecks.check(self, at: element)
    }

    /// Reads the fields of a scenario, without comparing them with one another.
    static func parse(_ element: JSONElement) throws(ScenarioError) -> Scenario {
        var format = Self.format
        // Whether there is a `viewExpect` decides a default of the recognizers, which are read before it.
        if case .object(let fields) = element.value, fields["viewExpect"] != nil { format.blank.viewExpect = [] }
        return try format.value.read(element)
    }
}
