import Foundation
import Testing
import TimeLimits

/// The page about security names the test of each bound.
@Suite(.timeLimited) struct NamedTestsTests {
    @Test func `every test that the page about security names exists`() throws {
        let page = root.appending(path: "Sources/WaylandTouch/WaylandTouch.docc/Security.md")
        let named = try String(contentsOf: page, encoding: .utf8).matches(of: #/`(?<name>[^`\n]* [^`\n]*)`/#)
            .map { String($0.name) }.filter { !$0.hasPrefix("touch-sample ") }
        let code = try swiftFiles(in: root.appending(path: "Tests")).map { try String(contentsOf: $0, encoding: .utf8) }
        let tests = Set(code.flatMap { $0.matches(of: #/func\s+`(?<name>[^`]+)`/#).map { String($0.name) } })
        #expect(!named.isEmpty)
        #expect(named.filter { !tests.contains($0) } == [])
    }
}
