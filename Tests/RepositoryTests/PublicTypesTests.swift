import Foundation
import Testing
import TimeLimits

@Suite(.timeLimited) struct PublicTypesTests {
    @Test(arguments: ["TouchKit", "WaylandTouch", "Wayland"])
    func `the README's table names exactly the public types of each library`(library: String) throws {
        let declaration =
            #/
            ^(?:@\w+\s)?(?:open|public)(?:\s(?:nonisolated|final|indirect))*\s(?:class|struct|enum|protocol)\s(\w+)
            /#.anchorsMatchLineEndings()
        var declared: Set<String> = []
        for file in try swiftFiles(in: root.appending(path: "Sources/\(library)")) {
            let code = try String(contentsOf: file, encoding: .utf8)
            declared.formUnion(code.matches(of: declaration).map { String($0.output.1) })
        }
        #expect(try named(of: library) == declared)
    }

    /// The types in the library's row of the table, and in the rows below it that name no library.
    private func named(of library: String) throws -> Set<String> {
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let table = text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| library |") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        let rows = table.drop { !$0.hasPrefix("| `\(library)` |") }
        let own = rows.prefix(1) + rows.dropFirst().prefix { $0.hasPrefix("| |") }
        let names = own.flatMap { $0.matches(of: #/`([^`]+)`/#).map { String($0.output.1) } }
        return Set(names).subtracting([library])
    }
}
