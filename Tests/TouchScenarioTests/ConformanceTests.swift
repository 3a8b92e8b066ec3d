import FoundationEssentials
import Testing

@testable import TouchScenario

/// Every scenario of every fixture passes, or is listed among the known differences with a reason.
struct ConformanceTests {
    @Test(arguments: Fixtures.all)
    func `a fixture passes or is a known difference`(_ fixture: Fixture) {
        let verdict = Replay(of: fixture.scenario).verdict
        if let difference = KnownDifference.all.first(where: { $0.concerns(fixture) }) {
            #expect(verdict != .pass, "it passes and is no longer a known difference: \(difference.reason)")
        } else {
            #expect(verdict == .pass)
        }
    }

    @Test func `a known difference names a fixture and has a reason`() {
        for difference in KnownDifference.all {
            #expect(Fixtures.all.contains { difference.concerns($0) }, "\(difference.file) \(difference.scenario)")
            #expect(!difference.reason.isEmpty)
        }
    }
}

/// An entry of `KnownDifferences.json`: a scenario that fails on purpose, with the reason.
private nonisolated struct KnownDifference: Decodable {
    let file: String
    let scenario: String
    let reason: String

    static let all: [KnownDifference] = {
        do {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "KnownDifferences.json")
            return try JSONDecoder().decode([KnownDifference].self, from: Data(contentsOf: file))
        } catch {
            fatalError("KnownDifferences.json: \(error)")
        }
    }()

    func concerns(_ fixture: Fixture) -> Bool { file == fixture.file && scenario == fixture.scenario.name }
}
