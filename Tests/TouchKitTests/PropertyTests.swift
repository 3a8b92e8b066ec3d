import Fuzzing
import Testing

@testable import TouchKit

/// What holds for any tree, any recognizers, any input and whatever the program does amid it. A failure names the seed
/// of its plan and shows what is left of that when everything is taken out that makes no difference.
@Suite struct PropertyTests {
    @Test func `the laws hold for any plan`() {
        FuzzRun(events: 50_000).forEachSeed { seed in
            let plan = Plan(seed: seed)
            guard let fault = World.faults(of: plan).first else { return plan.count }
            let small = plan.shrunk(from: fault)
            Issue.record("seed \(seed): \(fault)\nshrunk: \(World.faults(of: small))\n\(small)")
            return nil
        }
    }
}
