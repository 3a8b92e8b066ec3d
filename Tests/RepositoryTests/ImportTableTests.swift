import Foundation
import Testing
import TimeLimits

/// The rooms and what each may import. Imports go down the list only; no room skips to what it does not name.
private let table: [(room: String, may: Set<String>)] = [
    (
        "touch-sample",
        ["WaylandTouch", "TouchKit", "TouchScenario", "HeadlessWeston", "CShims", "Glibc", "FoundationEssentials"]
    ),
    (
        "touch-bench",
        ["WaylandTouch", "TouchKit", "HeadlessWeston", "CBench", "CShims", "Glibc", "FoundationEssentials"]
    ),
    ("Examples", ["WaylandTouch", "TouchKit", "Glibc"]),
    (
        "WaylandTouch",
        ["Wayland", "TouchKit", "CShims", "CXkbcommon", "CPangoCairo", "Glibc", "Dispatch"]
    ),
    ("HeadlessWeston", ["Wayland", "CShims", "Glibc", "FoundationEssentials"]),
    ("TouchScenario", ["TouchKit", "FoundationEssentials"]),
    ("TouchKit", []),
    ("Wayland", ["CWaylandClient", "CShims", "Glibc", "Synchronization"]),
    ("wayland-swift-scanner", ["Foundation", "FoundationXML", "Glibc"]),
    ("WaylandBindings", ["PackagePlugin", "Foundation"]),
]

/// The files in which a raw pointer may be handled, besides all of the Wayland room: the edges to C libraries.
private let unsafeFiles: Set<String> = [
    "WaylandTouch/Drawing/SharedMemory.swift", "WaylandTouch/Drawing/CairoCanvas.swift",
    "WaylandTouch/Text/TextLayouts.swift", "WaylandTouch/Text/FontSearch.swift",
    "WaylandTouch/Keyboard/Keymap.swift", "WaylandTouch/Keyboard/KeymapText.swift",
    "WaylandTouch/Keyboard/Composer.swift", "WaylandTouch/Keyboard/XkbText.swift",
    "WaylandTouch/Windows/CursorTheme.swift", "WaylandTouch/System/Environment.swift",
    "WaylandTouch/System/Shortage.swift", "WaylandTouch/System/SystemText.swift",
    "touch-sample/Options.swift", "touch-sample/Output.swift",
    "touch-bench/Bench/Program.swift", "touch-bench/Client/Surroundings.swift",
]

private let sources = root.appending(path: "Sources")

@Suite(.timeLimited) struct ImportTableTests {
    @Test(arguments: table.map(\.room))
    func `a room imports only what the table allows`(room: String) throws {
        let allowed = try #require(table.first { $0.room == room }).may
        for file in try swiftFiles(in: sources.appending(path: room)) {
            for module in try imports(of: file) {
                #expect(allowed.contains(module), "\(file.lastPathComponent) of \(room) imports \(module)")
            }
        }
    }

    @Test func `every folder with Swift in it is a room of the table`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        let rooms = Set(table.map(\.room))
        for folder in folders where try !swiftFiles(in: sources.appending(path: folder)).isEmpty {
            #expect(rooms.contains(folder), "Sources/\(folder)")
        }
    }

    @Test func `a raw pointer is handled only at the edges to C`() throws {
        for room in table.map(\.room) where !["Wayland", "HeadlessWeston"].contains(room) {
            for file in try swiftFiles(in: sources.appending(path: room)) {
                let code = try String(contentsOf: file, encoding: .utf8)
                let name = file.path.replacing(sources.path + "/", with: "")
                let isMarked = code.contains(#/(^|[^"\w])unsafe /#)
                #expect(!isMarked || unsafeFiles.contains(name), "\(name) has unsafe code")
            }
        }
    }

    @Test func `no lazy chain looks for a result, since it would ask what it finds twice`() throws {
        for file in try swiftFiles(in: sources) {
            let code = try String(contentsOf: file, encoding: .utf8)
            #expect(!code.contains(#/\.lazy\b.*\.compactMap|^\s*\.lazy$/#.anchorsMatchLineEndings()), "\(file.path)")
        }
    }

    @Test func `the top level holds nothing but what it is to hold`() throws {
        let allowed: Set<String> = ["Package.swift", "Package.resolved", "Sources", "Tests", "protocols", "README.md"]
        for name in try namesOfProject() where !name.hasPrefix(".") { #expect(allowed.contains(name), "\(name)") }
    }

    /// What the top level holds of the project: what is in git, since whoever tries the program may save pictures and
    /// recordings there; all of it where this is no checkout.
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
