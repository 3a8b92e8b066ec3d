import Foundation
import Testing
import TimeLimits

/// The files in which a raw pointer may be handled, besides all of the Wayland room: the edges to C libraries.
private let unsafeFiles: Set<String> = [
    "WaylandTouch/Drawing/SharedMemory.swift", "WaylandTouch/Drawing/CairoCanvas.swift",
    "WaylandTouch/Text/TextLayouts.swift", "WaylandTouch/Text/FontSearch.swift",
    "WaylandTouch/Keyboard/Keymap.swift", "WaylandTouch/Keyboard/KeymapText.swift",
    "WaylandTouch/Keyboard/Composer.swift", "WaylandTouch/Keyboard/XkbText.swift",
    "WaylandTouch/Windows/CursorTheme.swift", "WaylandTouch/System/Environment.swift",
    "WaylandTouch/System/Shortage.swift", "WaylandTouch/System/SystemText.swift",
    "touch-sample/Commands/Options.swift", "touch-sample/Output/Output.swift",
    "touch-bench/Bench/Program.swift", "touch-bench/Bench/Counting/ScriptedCompositor.swift",
    "touch-bench/Client/Surroundings.swift",
]

private let sources = root.appending(path: "Sources")

@Suite(.timeLimited) struct ImportTableTests {
    @Test func `each room imports exactly what the README's table says`() throws {
        for room in try ImportTable.readme.rooms {
            let files = try swiftFiles(in: sources.appending(path: room.name))
            let imported = Set(try files.flatMap { try imports(of: $0) })
            #expect(imported == room.imports, "\(room.name)")
        }
    }

    @Test func `a room imports only rooms that stand below it in the README's table`() throws {
        let rooms = try ImportTable.readme.rooms
        for (index, room) in rooms.enumerated() {
            let below = Set(rooms[(index + 1)...].map(\.name))
            let others = room.imports.intersection(rooms.map(\.name))
            #expect(others.isSubset(of: below), "\(room.name)")
        }
    }

    @Test func `every folder of Sources with Swift in it is a room of the README's table`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { folder in
            try !swiftFiles(in: sources.appending(path: folder)).isEmpty
        }
        #expect(Set(try ImportTable.readme.rooms.map(\.name)) == Set(folders))
    }

    @Test func `a raw pointer is handled only at the edges to C`() throws {
        for room in try ImportTable.readme.rooms.map(\.name) where !["Wayland", "HeadlessWeston"].contains(room) {
            for file in try swiftFiles(in: sources.appending(path: room)) {
                let code = try String(contentsOf: file, encoding: .utf8)
                let name = file.path.replacing(sources.path + "/", with: "")
                let isMarked = code.contains(#/(^|[^"\w])unsafe /#)
                #expect(!isMarked || unsafeFiles.contains(name), "\(name) has unsafe code")
            }
        }
    }

    @Test func `no lazy chain is used to find a first result, since it transforms the found element twice`() throws {
        for file in try swiftFiles(in: sources) {
            let code = try String(contentsOf: file, encoding: .utf8)
            #expect(!code.contains(#/\.lazy\b.*\.compactMap|^\s*\.lazy$/#.anchorsMatchLineEndings()), "\(file.path)")
        }
    }

    @Test func `the top level holds only the known files`() throws {
        let allowed: Set<String> = ["Package.swift", "Package.resolved", "Sources", "Tests", "protocols", "README.md"]
        for name in try namesOfProject() where !name.hasPrefix(".") { #expect(allowed.contains(name), "\(name)") }
    }

    /// The names at the top level of the project: those in git, since a user of the program may have saved pictures and
    /// recordings there; all names if the project is not a git checkout.
    private func namesOfProject() throws -> Set<String> {
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments = ["git", "-C", root.path, "ls-files"]
        let output = Pipe()
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        try git.run()
        let paths = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        git.waitUntilExit()
        guard git.terminationStatus == 0, !paths.isEmpty else {
            return Set(try FileManager.default.contentsOfDirectory(atPath: root.path))
        }
        return Set(paths.split(separator: "\n").map { String($0.prefix { $0 != "/" }) })
    }
}

/// The modules named in a file's import lines.
private func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").filter {
            !["public", "package", "internal", "private", "fileprivate"].contains($0) && !$0.hasPrefix("@")
        }
        guard words.first == "import", words.count > 1 else { return nil }
        let name =
            ["struct", "class", "func", "enum", "protocol", "var", "let"].contains(words[1]) ? words[2] : words[1]
        return name.split(separator: ".").first.map(String.init)
    }
}
