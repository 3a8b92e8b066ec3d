import BenchFigures

/// The rows of counted work, and their limits.
enum CountedRows {
    // The limits are what was measured and 3 %, for other versions of the compiler and of the C libraries. A build that
    // links Swift's library dynamically takes some more instructions than a static one, and counts here. Lower the limits
    // when the work becomes less.
    private static let instructions: [CountedInput: Goal] = [.moves: .atMost(7_800), .taps: .atMost(96_000)]
    private static let referenceCounts: [CountedInput: Goal] = [.moves: .atMost(36.8), .taps: .atMost(728)]
    private static let allocations: [CountedInput: Goal] = [.moves: .atMost(0), .taps: .atMost(44)]

    /// The inputs that are counted in each run; `--count` also offers the others.
    static let usual: [CountedInput] = [.moves, .taps]

    /// Counts the work for an input and returns its rows, and the client's functions with the most instructions.
    static func rows(
        _ input: CountedInput, bare: Contender, swift: Contender
    ) throws(BenchError) -> (rows: [Row], functions: [(name: String, instructions: Double)]) {
        let bare = try CountedRun.work(of: bare, input)
        let swift = try CountedRun.work(of: swift, input)
        let rows = [
            Row(
                "counted: instructions for \(input.unit)", "", swift: swift.instructions, bare: bare.instructions,
                goal: instructions[input] ?? .none),
            Row(
                "counted: retains and releases for \(input.unit)", "", swift: swift.referenceCounts,
                goal: referenceCounts[input] ?? .none),
            Row(
                "counted: heap allocations for \(input.unit), libwayland's apart", "", swift: swift.allocations,
                bare: bare.allocations, goal: allocations[input] ?? .none),
            Row(
                "counted: checks for exclusive access for \(input.unit)", "", swift: swift.exclusivityChecks,
                goal: .none),
        ]
        return (rows, swift.functions)
    }
}
