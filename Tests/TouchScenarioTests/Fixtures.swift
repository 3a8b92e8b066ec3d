import FoundationEssentials
import Testing

@testable import TouchScenario

/// The scenarios that follow from public test suites and bug reports of touch software.
nonisolated enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")

    /// The names of the files, with the scenarios in each.
    static let files: [(name: String, scenarios: [Scenario])] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { name in
            (name, (try? Scenario.read(file: folder.appending(path: name).path)) ?? [])
        }
    }()

    static let all: [Fixture] = files.flatMap { file in
        file.scenarios.map { Fixture(file: file.name, scenario: $0) }
    }
}

/// A scenario of a file.
nonisolated struct Fixture: CustomTestStringConvertible, Sendable {
    let file: String
    let scenario: Scenario

    var testDescription: String { "\(file) \(scenario.name)" }
}
