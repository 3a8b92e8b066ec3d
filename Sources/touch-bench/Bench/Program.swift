import Glibc
import HeadlessWeston

/// The program: reads its command line, measures and prints the rows.
struct Program {
    private var isQuick = false
    private var isJSON = false
    private var repetitions = 5
    private var only: String?
    private var mistake: String?

    init(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--quick": isQuick = true
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
            default:
                mistake = "unknown option \(word); known options: --quick, --json, --repetitions N, --only TEXT"
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
        do throws(BenchError) {
            let rows = try measure()
            if rows.isEmpty, let only {
                Self.complain("--only \(only): no row has this in its name; run without --only to see all rows")
                return 2
            }
            print(isJSON ? Report.json(rows) : Report.table(rows))
            let missed = rows.filter { $0.isMet == false }
            for row in missed { Self.complain("missed: \(row.name)") }
            return missed.isEmpty ? 0 : 1
        } catch {
            Self.complain(error.line)
            return 1
        }
    }

    private func measure() throws(BenchError) -> [Row] {
        func isWanted(_ name: String) -> Bool { only.map(name.contains) ?? true }
        var rows = EngineRows.rows(isQuick: isQuick, isWanted: isWanted)
        let all = Trials(amounts: isQuick ? .quick : Amounts())
        let trials = (isQuick ? all.counted : all.timed + all.counted).filter { trial in
            trial.rows.contains { isWanted($0.name) }
        }
        guard !trials.isEmpty else { return rows }
        let clients = [try Contender.bare(), try Contender.swift()]
        for trial in trials {
            // The samples by row and by client.
            var samples = [[[Double]]](repeating: [[], []], count: trial.rows.count)
            for repetition in 0..<(trial.repeats ? repetitions : 1) {
                Self.note("\(trial.rows[0].name): \(repetition + 1)")
                // The order alternates, so that neither client is always measured first.
                for index in repetition % 2 == 0 ? [0, 1] : [1, 0] {
                    do throws(HeadlessWestonError) {
                        for (row, value) in try trial.take(clients[index]).enumerated() {
                            samples[row][index].append(value)
                        }
                    } catch {
                        throw BenchError("\(trial.rows[0].name), \(clients[index].name): \(error)")
                    }
                }
            }
            for (row, values) in zip(trial.rows, samples) {
                rows.append(
                    Row(row.name, row.unit, swift: values[1].median, bare: values[0].median, goal: row.goal))
            }
        }
        return rows
    }

    private static func note(_ line: String) { Self.write(line) }

    private static func complain(_ line: String) { Self.write("touch-bench: \(line)") }

    /// Writes a line to standard error.
    private static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
