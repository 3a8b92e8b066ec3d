import Foundation

/// The table of the README that says which modules each folder of `Sources`, a room, imports.
struct ImportTable {
    /// A row of the table.
    struct Room {
        /// The name of the folder.
        let name: String
        /// The modules that its files import.
        let imports: Set<String>
    }

    /// The rows, from top to bottom.
    let rooms: [Room]

    /// The table of the project's README.
    static var readme: ImportTable {
        get throws {
            ImportTable(in: try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8))
        }
    }

    /// Reads the table whose columns are the room, its purpose and its imports. Names are the words in back-ticks.
    init(in text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("| room |") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        rooms = table.map { row in
            let cells = row.split(separator: "|").map { $0.matches(of: #/`([^`]+)`/#).map { String($0.output.1) } }
            return Room(name: cells.first?.first ?? "", imports: Set(cells.last ?? []))
        }
    }
}
