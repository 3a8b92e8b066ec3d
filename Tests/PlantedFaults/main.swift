import FoundationEssentials
import Glibc

// Plants faults and reports which test catches each; see the script beside this folder.

do {
    exit(try plantFaults(Array(CommandLine.arguments.dropFirst())))
} catch {
    say("\(error)")
    exit(2)
}

/// Returns the exit status: 0 when each fault was caught.
func plantFaults(_ words: [String]) throws -> Int32 {
    let root = FileManager.default.currentDirectoryPath
    let faults = try allFaults(of: root)
    let copy = PackageCopy(of: root, with: faults)
    if words == ["--check"] {
        _ = try copy.plantedSources()
        say("\(faults.count) faults fit")
        return 0
    }
    let chosen = faults.filter { fault in words.isEmpty || words.contains { fault.name.contains($0) } }
    guard !chosen.isEmpty else { throw FaultError("no fault's name contains \(words.joined(separator: " or "))") }

    let start = ContinuousClock.now
    try copy.build()
    say("built after \(seconds(since: start)) s")
    let suites = Set(chosen.flatMap(\.tests)).sorted()
    let clean = try wait(for: TestRun(copy.tests, of: suites, with: nil, within: .seconds(600)))
    let time = "after \(seconds(since: start)) s"
    switch clean {
    case .survived: say("without any fault all tests pass, \(time)")
    case .timedOut(let test): say("without any fault a limit of time has ended \(test), \(time)")
    case .caught(let test): throw FaultError("without any fault a test fails: \(test)")
    case .broke(let end): throw FaultError("without any fault the process of the tests \(end)")
    }
    let misses = try tryEach(chosen, tests: copy.tests)
    let caught = misses == 0 ? "each" : "\(chosen.count - misses)"
    say("\(chosen.count) faults, \(caught) caught, \(seconds(since: start)) s")
    return misses == 0 ? 0 : 1
}

/// Reads the faults of all rooms, and checks that names are unique and that the tests exist.
func allFaults(of root: String) throws -> [PlantedFault] {
    let folder = "\(root)/Tests/PlantedFaults/Faults"
    var faults: [PlantedFault] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let text = try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
        faults += try FaultFile(text, name: "Tests/PlantedFaults/Faults/\(name)").faults
    }
    for (_, same) in Dictionary(grouping: faults, by: \.number) where same.count > 1 {
        throw FaultError("two faults need other names: \(same.map(\.name).joined(separator: ", "))")
    }
    var texts: [Substring: String] = [:]
    for (fault, test) in faults.flatMap({ fault in fault.tests.map { (fault, $0) } }) {
        let parts = test.split(separator: ".")
        let files = "\(root)/Tests/\(parts[0])"
        if texts[parts[0]] == nil {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: files)) ?? []
            texts[parts[0]] = try names.filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: URL(filePath: "\(files)/\($0)"), encoding: .utf8) }.joined()
        }
        let isThere = ["struct", "class"].contains { texts[parts[0]]?.contains("\($0) \(parts.last ?? "") ") ?? false }
        guard isThere || (parts.count == 1 && texts[parts[0]] != "") else {
            throw FaultError("\(fault.name): expected a suite of tests, not \(test)")
        }
    }
    return faults
}

/// Runs the tests with each fault, two processes side by side, and returns how many faults no assertion has caught.
func tryEach(_ faults: [PlantedFault], tests: String) throws -> Int {
    var (waiting, running) = (faults[...], [(fault: PlantedFault, run: TestRun)]())
    var misses = 0
    while !waiting.isEmpty || !running.isEmpty {
        while running.count < 2, let fault = waiting.popFirst() {
            running.append((fault, try TestRun(tests, of: fault.tests, with: fault, within: .seconds(300))))
        }
        for (index, (fault, run)) in running.enumerated().reversed() {
            guard let verdict = run.verdict() else { continue }
            running.remove(at: index)
            switch verdict {
            case .caught(let test): say("\(fault.name): caught by \(test)")
            case .survived: say("\(fault.name): NOT CAUGHT")
            case .timedOut(let test): say("\(fault.name): NOT CAUGHT: timed out: \(test)")
            case .broke(let end): say("\(fault.name): NOT CAUGHT: the process of the tests \(end)")
            }
            if case .caught = verdict { continue }
            misses += 1
        }
        usleep(20_000)
    }
    return misses
}

func wait(for run: TestRun) -> TestRun.Verdict {
    while true {
        if let verdict = run.verdict() { return verdict }
        usleep(20_000)
    }
}

func seconds(since start: ContinuousClock.Instant) -> Int64 { (ContinuousClock.now - start).components.seconds }

func say(_ line: String) {
    print(line)
    fflush(nil)
}
