import BenchFigures
import Testing
import TimeLimits

@Suite(.timeLimited) struct CallgrindProfileTests {
    @Test func `instructions are those of the line totals, and a function's own are those outside of its calls`() throws
    {
        let profile = try CallgrindProfile(Self.profile(moves: 10))
        #expect(profile.instructions == 1_020)
        #expect(profile.ownInstructions == ["main": 20, "move": 400, "swift_retain": 200, "malloc": 400])
    }

    @Test func `a recursive call counts as a call of the function`() throws {
        let text = """
            fn=(1) walk
            0 3
            cfn=(2) walk'2
            calls=4 0
            0 80
            fn=(2)
            0 80
            totals: 83
            """
        let profile = try CallgrindProfile(text)
        #expect(profile.ownInstructions == ["walk": 83])
        #expect(profile.calls(of: ["walk"]) == 4)
    }

    @Test func `calls are counted by the object file that they come from`() throws {
        let profile = try CallgrindProfile(Self.profile(moves: 10))
        #expect(profile.calls(of: ["malloc"]) == 20)
        #expect(profile.calls(of: ["malloc"], exceptFrom: { $0.hasSuffix("libwayland-client.so.0") }) == 0)
    }

    @Test func `work is the difference of two runs, divided by the repetitions that one has more`() throws {
        let work = try CountedWork(
            short: CallgrindProfile(Self.profile(moves: 10)), long: CallgrindProfile(Self.profile(moves: 30)),
            repetitions: 20)
        #expect(work.instructions == 100)
        #expect(work.referenceCounts == 3)
        #expect(work.allocations == 0)
        #expect(work.functions.map(\.name) == ["malloc", "move", "swift_retain", "main"])
        #expect(work.functions.map(\.instructions) == [40, 40, 20, 0])
    }

    @Test func `runs that do not differ are an error, not work without instructions`() throws {
        let profile = try CallgrindProfile(Self.profile(moves: 10))
        #expect(throws: BenchError.self) { try CountedWork(short: profile, long: profile, repetitions: 20) }
    }

    @Test(arguments: ["", "fn=(1) main\n0 20\n", "fn=main\n0 20\ntotals: 20\n"])
    func `a file without a total or with a name that has no number is an error`(text: String) {
        #expect(throws: BenchError.self) { try CallgrindProfile(text) }
    }

    /// The profile of a program in which each move retains three times and libwayland allocates twice.
    private static func profile(moves: Int) -> String {
        """
        # callgrind format
        events: Ir
        ob=(1) /bin/client
        fl=(1) ???
        fn=(1) main
        0 20
        cfn=(2) move
        calls=\(moves) 0
        0 \(moves * 100)
        fn=(2)
        0 \(moves * 40)
        cob=(2) /lib/libswiftCore.so
        cfn=(3) swift_retain
        calls=\(moves * 3) 0
        0 \(moves * 20)
        ob=(2)
        fn=(3)
        0 \(moves * 20)
        ob=(3) /lib/libwayland-client.so.0
        fn=(2)
        cob=(4) /lib/libc.so.6
        cfn=(4) malloc
        calls=\(moves * 2) 0
        0 \(moves * 40)
        ob=(4)
        fn=(4)
        0 \(moves * 40)
        totals: \(20 + moves * 100)
        """
    }
}
