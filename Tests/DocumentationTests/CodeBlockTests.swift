import Foundation
import Testing
import TimeLimits

/// The code in the README and in the articles compiles.
@Suite(.timeLimited) struct CodeBlockTests {
    /// Blocks of one page build on one another: together they are a program.
    @Test(arguments: Page.all)
    func `the code blocks of a page compile without a warning`(page: Page) throws {
        let blocks = page.codeBlocks
        guard !blocks.isEmpty else { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "code-blocks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "main.swift")
        let code = blocks.map { "#sourceLocation(file: \"\(page.name)\", line: \($0.line))\n\($0.code)" }
        try code.joined(separator: "#sourceLocation()\n").write(to: program, atomically: true, encoding: .utf8)
        let (status, words) = try Compiler().check(program)
        #expect(status == 0, "\(words)")
    }

    @Test func `the README and the articles show code`() {
        let names = Page.all.filter { !$0.codeBlocks.isEmpty }.map(\.name)
        for name in ["README.md", "TellingSingleFromDoubleTaps.md", "FromUIKit.md", "WhenAGestureDoesNotFire.md"] {
            #expect(names.contains { $0.hasSuffix(name) })
        }
    }

    @Test func `the article on security names tests that there are`() throws {
        let article = try #require(Page.all.first { $0.name.hasSuffix("Security.md") })
        let folder = root.appending(path: "Tests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let tests = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        let rows = article.text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
        let names = rows.flatMap { $0.split(separator: "|").last?.matches(of: #/`([^`]+)`/#).map(\.output.1) ?? [] }
        #expect(names.count > 20)
        for name in names {
            #expect(tests.contains("func `\(name)`(") || tests.contains("func \(name)("), "\(name)")
        }
    }

    @Test func `the article on failures has every reason`() throws {
        let article = try #require(Page.all.first { $0.name.hasSuffix("WhenAGestureDoesNotFire.md") })
        let source = try String(
            contentsOf: root.appending(path: "Sources/TouchKit/Recognizers/FailureReason.swift"), encoding: .utf8)
        let cases = source.prefix { $0 != "}" }.matches(of: #/\n    case (\w+)/#).map(\.output.1)
        #expect(cases.count > 20)
        for name in cases { #expect(article.text.contains("``FailureReason/\(name)"), "\(name)") }
    }
}

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// A page with code in it.
struct Page: CustomTestStringConvertible {
    /// Its path in the package.
    let name: String
    let text: String

    var testDescription: String { name }

    /// The README, and the pages of all documentation catalogs.
    static let all: [Page] = {
        let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let articles = (sources?.compactMap { $0 as? String } ?? []).filter {
            $0.contains(".docc/") && $0.hasSuffix(".md")
        }
        return (["README.md"] + articles.sorted().map { "Sources/\($0)" }).compactMap { name in
            (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map { Page(name: name, text: $0) }
        }
    }()

    /// What is fenced as Swift, and the line at which it begins.
    var codeBlocks: [(line: Int, code: String)] {
        var blocks: [(line: Int, code: String)] = []
        var isInside = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if isInside, line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].code += line + "\n"
            } else if line == "```swift" {
                isInside = true
                blocks.append((index + 2, ""))
            }
        }
        return blocks
    }
}

/// The compiler, and where the modules are that this test was built with.
private struct Compiler {
    private let modules: [String]

    init() throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let build = URL(filePath: test).deletingLastPathComponent()
        let headers = try Self.run(
            "pkg-config", ["--cflags-only-I", "wayland-client", "xkbcommon", "pangocairo"]
        ).words
        let maps =
            [build.appending(path: "CShims.build/module.modulemap").path]
            + ["CWaylandClient", "CXkbcommon", "CPangoCairo"].map {
                root.appending(path: "Sources/\($0)/module.modulemap").path
            }
        modules =
            ["-I", build.appending(path: "Modules").path]
            + (maps.map { "-fmodule-map-file=\($0)" } + headers.split(whereSeparator: \.isWhitespace).map(String.init))
            .flatMap { ["-Xcc", $0] }
    }

    /// Checks a program without making it: the compiler's status and its words.
    func check(_ program: URL) throws -> (status: Int32, words: String) {
        try Self.run("swiftc", ["-typecheck", "-swift-version", "6", "-warnings-as-errors"] + modules + [program.path])
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, words: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let words = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: words, as: UTF8.self))
    }
}
