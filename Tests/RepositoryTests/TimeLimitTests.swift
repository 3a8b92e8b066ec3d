import Foundation
import Testing
import TimeLimits

/// Tests that can hang are limited in time.
@Suite(.timeLimited) struct TimeLimitTests {
    /// Rooms whose tests run on virtual time, in one thread; a suite of theirs can hang only where it awaits something.
    private let virtual: Set = ["TouchKitTests", "TouchScenarioTests"]

    @Test func `every suite that can wait for a process, a socket or a thread has a time limit`() throws {
        for (file, code) in try testFiles() where code.contains("@Test") {
            let isVirtual = !virtual.isDisjoint(with: file.pathComponents)
            guard !isVirtual || code.contains("await ") else { continue }
            let suites = code.matches(of: #/(@Suite\((?<traits>.*)\)\s+)?struct \w+Tests\b/#)
            #expect(!suites.isEmpty, "\(file.lastPathComponent) has tests outside of a suite")
            for suite in suites {
                #expect(suite.traits?.contains(".timeLimited") == true, "\(file.lastPathComponent): \(suite.0)")
            }
        }
    }

    @Test func `every exit test limits the time of its process first`() throws {
        for (file, code) in try testFiles() where !file.path.hasSuffix(#fileID) {
            let lines = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            for (line, next) in zip(lines, lines.dropFirst()) where line.contains("processExitsWith:") {
                #expect(next == "limitTimeOfThisProcess()", "\(file.lastPathComponent): \(line)")
            }
        }
    }

    private func testFiles() throws -> [(file: URL, code: String)] {
        try swiftFiles(in: root.appending(path: "Tests")).map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
