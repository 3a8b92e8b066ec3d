import BenchFigures
import Testing
import TimeLimits

/// A probe that fails ends the bench; it never counts as a goal that is met.
@Suite(.timeLimited) struct FailedProbeTests {
    @Test(arguments: ["single 320.0 240.0", "single 320.0 240.0 never", "single 320.0 240.0 0", ""])
    func `a report without a time is an error`(line: String) {
        #expect(throws: BenchError.self) { try ClientLines.time(ofReport: line) }
    }

    @Test func `a report has its time at the end`() throws {
        #expect(try ClientLines.time(ofReport: "double 320.0 240.0 123456789") == 123_456_789)
    }

    @Test func `a logged message without a timestamp is an error`() throws {
        #expect(try ClientLines.stamp(ofMessage: "[1234567.089]  -> wl_surface@3.commit()") == 1_234_567_089)
        #expect(throws: BenchError.self) { try ClientLines.stamp(ofMessage: "wl_surface@3.commit()") }
    }

    @Test func `a client that draws nothing is an error, not a client with few commits`() throws {
        let drawn = ["[1.0]  -> wl_surface@3.commit()", "[2.0] wl_callback@9.done(5)"]
        #expect(try ClientLines.commitsPerFrame(drawn + drawn) == 1)
        #expect(throws: BenchError.self) { try ClientLines.commitsPerFrame([]) }
        #expect(throws: BenchError.self) { try ClientLines.commitsPerFrame(drawn) }
    }

    @Test func `a file of the kernel that lacks a number is an error`() throws {
        let text = "Rss:  2048 kB\nPrivate_Clean: 512 kB\nPrivate_Dirty: 512 kB\n"
        let memory = try ProcessFiles.memory(in: text, of: "smaps")
        #expect(memory == (2, 1))
        #expect(throws: BenchError("smaps: expected a line \"Rss\" with a number")) {
            try ProcessFiles.memory(in: "Private_Clean: 512 kB\nPrivate_Dirty: 512 kB\n", of: "smaps")
        }
    }

    @Test func `the files of a process that does not exist are an error`() {
        // The largest identifier of a process on Linux is 2^22.
        #expect(throws: BenchError.self) { try ProcessFiles.memory(of: 1 << 23) }
        #expect(throws: BenchError.self) { try ProcessFiles.sleeps(of: 1 << 23) }
    }

    @Test(arguments: [
        Row("no value", "s", swift: .nan, goal: .atMost(1)), Row("no value", "s", swift: .infinity, goal: .atLeast(1)),
        Row("no value in C", "s", swift: 1, bare: .nan, goal: .ratio(1)),
        Row("no ratio", "s", swift: 1, bare: 0, goal: .ratio(1)), Row("no ratio", "s", swift: 1, goal: .ratio(1)),
    ])
    func `a row without a value or ratio is an error`(row: Row) {
        #expect(throws: BenchError.self) { try row.check() }
    }

    @Test func `a goal is met up to its limit`() {
        #expect(Row("a", "s", swift: 1.25, bare: 1, goal: .ratio(1.25)).isMet == true)
        #expect(Row("a", "s", swift: 1.26, bare: 1, goal: .ratio(1.25)).isMet == false)
        #expect(Row("a", "s", swift: .nan, goal: .atMost(1)).isMet == false)
    }

    @Test func `the median is an element, and of nothing it is no number`() {
        #expect([3.0, 1, 2].median == 2)
        #expect([Double]().median.isNaN)
        #expect((1...100).map(Double.init).percentile(0.99) == 99)
    }
}
