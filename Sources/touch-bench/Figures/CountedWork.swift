/// The work of a client that the bench counted: the difference between the profiles of a short run and a long one,
/// divided by the number of repetitions that the long run has more. The start and the end of the program cancel out.
package struct CountedWork {
    private let short: CallgrindProfile
    private let long: CallgrindProfile
    private let repetitions: Double

    /// - Throws: a line that says so, if the long run does not have more instructions.
    package init(short: CallgrindProfile, long: CallgrindProfile, repetitions: Int) throws(BenchError) {
        guard repetitions > 0, long.instructions > short.instructions else {
            throw BenchError(
                "the long run has \(long.instructions) instructions, the short one \(short.instructions): no work was counted"
            )
        }
        self.short = short
        self.long = long
        self.repetitions = Double(repetitions)
    }

    /// The instructions of one repetition, in user space.
    package var instructions: Double { Double(long.instructions - short.instructions) / repetitions }

    /// The calls of `swift_retain`, `swift_release` and their variants. Each of them is an atomic instruction or two.
    package var referenceCounts: Double { calls(of: Self.referenceCounting) }

    /// The heap allocations that are not libwayland's own: it allocates memory for each event and request.
    package var allocations: Double { calls(of: Self.allocating) { $0.contains("/libwayland-client.") } }

    /// The dynamic checks for exclusive access.
    package var exclusivityChecks: Double { calls(of: ["swift_beginAccess"]) }

    /// The functions with the most instructions of their own in one repetition, in falling order.
    package var functions: [(name: String, instructions: Double)] {
        long.ownInstructions
            .map { (name: $0.key, instructions: Double($0.value - (short.ownInstructions[$0.key] ?? 0)) / repetitions) }
            .sorted { ($0.instructions, $1.name) > ($1.instructions, $0.name) }
    }

    private func calls(of names: Set<String>, exceptFrom isExcepted: (String) -> Bool = { _ in false }) -> Double {
        let more =
            long.calls(of: names, exceptFrom: isExcepted) - short.calls(of: names, exceptFrom: isExcepted)
        return Double(more) / repetitions
    }

    private static let referenceCounting: Set<String> = [
        "swift_retain", "swift_release", "swift_retain_n", "swift_release_n", "swift_bridgeObjectRetain",
        "swift_bridgeObjectRelease", "swift_bridgeObjectRetain_n", "swift_bridgeObjectRelease_n",
        "swift_unknownObjectRetain", "swift_unknownObjectRelease", "swift_tryRetain",
    ]
    private static let allocating: Set<String> = [
        "malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign",
    ]
}
