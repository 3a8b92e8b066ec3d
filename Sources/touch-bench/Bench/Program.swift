import BenchFigures
import Glibc
import HeadlessWeston

/// The program: reads its command line, measures and prints the rows.
struct Program {
    private var isQuick = false
    private var comparesPeers = false
    private var isJSON = false
    private var repetitions = 5
    private var only: String?
    private var count: CountedInput?
    private var mistake: String?

    init(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--quick": isQuick = true
            case "--peers": comparesPeers = true
            case "--json": isJSON = true
            case "--repetitions":
                let value = words.next() ?? ""
                guard let number = Int(value), (1...1000).contains(number) else {
                    mistake = "--repetitions \(value): expected a number from 1 to 1000"
                    return
                }
                repetitions = number
            case "--only":
                guard let text = words.next() else {
                    mistake = "--only: expected a part of a row's name after it"
                    return
                }
                only = text
            case "--count":
                let value = words.next() ?? ""
                guard let input = CountedInput(rawValue: value) else {
                    let known = CountedInput.allCases.map(\.rawValue).joined(separator: ", ")
                    mistake = "--count \(value): expected one of \(known)"
                    return
                }
                count = input
            default:
                mistake =
                    "unknown option \(word); known options: --quick, --json, --repetitions N, --only TEXT, --count INPUT, --peers"
                return
            }
        }
    }

    /// Measures and prints the rows. Returns the exit status: 0 if all goals are met, 1 if one is missed or a
    /// measurement fails, 2 if the command line is wrong.
    func run() -> Int32 {
        if let mistake {
            Self.complain(mistake)
            return 2
        }
        do {
            if comparesPeers {
                try comparePeers()
                return 0
            }
            let rows = if let count { try showCount(count) } else { try measure() }
            if rows.isEmpty, let only {
                Self.complain("--only \(only): no row has this in its name; run without --only to see all rows")
                return 2
            }
            for row in rows { try row.check() }
            print(isJSON ? Report.json(rows) : Report.table(rows))
            let missed = rows.filter { $0.isMet == false }
            for row in missed { Self.complain("missed: \(row.name)") }
            return missed.isEmpty ? 0 : 1
        } catch {
            Self.complain("\(error)")
            return 1
        }
    }

    /// The number of functions that `--count` lists.
    private static let listedFunctions = 40

    /// Counts the work for one input, and writes which functions it goes to.
    private func showCount(_ input: CountedInput) throws(BenchError) -> [Row] {
        let bare = try Contender.bare(), swift = try Contender.swift()
        let (rows, functions) = try CountedRows.rows(input, bare: bare, swift: swift)
        Self.note("the Swift client's instructions for \(input.unit), by function:")
        for function in functions.prefix(Self.listedFunctions) {
            Self.note("\(Int(function.instructions.rounded()))  \(function.name)")
        }
        for client in [bare, swift] {
            Self.note(
                "the whole profile of the \(client.name) client: callgrind_annotate \(CountedRun.path(of: client, input))"
            )
        }
        return rows
    }

    private func measure() throws -> [Row] {
        func isWanted(_ name: String) -> Bool { only.map(name.contains) ?? true }
        var rows = EngineRows.rows(isQuick: isQuick, isWanted: isWanted)
        let all = Trials(amounts: isQuick ? .quick : Amounts())
        let trials = (isQuick ? all.counted : all.timed + all.counted).filter { trial in
            trial.rows.contains { isWanted($0.name) }
        }
        let counted = CountedRows.usual.filter { isWanted("counted: \($0.unit)") }
        guard !trials.isEmpty || !counted.isEmpty else { return rows }
        let clients = [try Contender.bare(), try Contender.swift()]
        for input in counted {
            Self.note("counted: \(input.unit)")
            rows += try CountedRows.rows(input, bare: clients[0], swift: clients[1]).rows
        }
        for trial in trials {
            for (row, values) in zip(trial.rows, try medians(of: trial, clients)) {
                rows.append(Row(row.name, row.unit, swift: values[1], bare: values[0], goal: row.goal))
            }
        }
        return rows
    }

    /// Makes a measurement with each client in turn, several times. Returns the medians by row and by client.
    private func medians(of trial: Trial, _ clients: [Contender]) throws -> [[Double]] {
        var samples = [[[Double]]](
            repeating: [[Double]](repeating: [], count: clients.count), count: trial.rows.count)
        for repetition in 0..<(trial.repeats ? repetitions : 1) {
            Self.note("\(trial.rows[0].name): \(repetition + 1)")
            // The order alternates, so that no client is always measured first.
            for index in repetition % 2 == 0 ? Array(clients.indices) : clients.indices.reversed() {
                do {
                    for (row, value) in try trial.take(clients[index]).enumerated() {
                        samples[row][index].append(value)
                    }
                } catch {
                    throw BenchError("\(trial.rows[0].name), \(clients[index].name): \(error)")
                }
            }
        }
        return samples.map { $0.map(\.median) }
    }

    /// Measures the clients of other toolkits beside the bare and the Swift one, and prints a table of all. A toolkit
    /// whose development package is missing has a line that says how to install it.
    private func comparePeers() throws {
        var clients = [try Contender.bare(), try Contender.swift()]
        var missing: [String] = []
        for toolkit in Toolkit.allCases {
            switch try Contender.peer(toolkit) {
            case .built(let client): clients.append(client)
            case .missing(let command): missing.append("\(toolkit.name): not measured; install it: \(command)")
            }
        }
        var table = PeerTable(clients: clients.map(\.name))
        for trial in Trials(amounts: Amounts()).amongPeers
        where only.map({ only in trial.rows.contains { $0.name.contains(only) } }) ?? true {
            for (row, values) in zip(trial.rows, try medians(of: trial, clients)) {
                try table.add(row.name, row.unit, values)
            }
        }
        print(([table.markdown] + missing).joined(separator: "\n"))
    }

    private static func note(_ line: String) { Self.write(line) }

    private static func complain(_ line: String) { Self.write("touch-bench: \(line)") }

    /// Writes a line to standard error.
    private static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
