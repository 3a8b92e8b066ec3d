import FoundationEssentials
import Glibc
import HeadlessWeston

// Taps touch-sample in a headless weston for a given time; see the script `Tests/soak`.

exit(soak(Array(CommandLine.arguments.dropFirst())))

/// The exit status: 0 when every verdict was right and the program holds no more than at the beginning.
func soak(_ words: [String]) -> Int32 {
    guard let limits = limits(words) else {
        say("soak [--taps N] [--minutes M] [--seed S]: a number was expected")
        return 2
    }
    say("seed \(limits.seed)")
    let folder = ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        .split(separator: "/").dropLast().joined(separator: "/")
    do throws(HeadlessWestonError) {
        let start = monotonic()
        let soak = try Soak(limits, program: "/\(folder)/touch-sample")
        let failure = try soak.run()
        for line in soak.complaints { say("standard error: \(line)") }
        say(soak.details)
        if let failure {
            say("seed \(limits.seed): \(failure)")
            return 1
        }
        let seconds = Double(monotonic() - start) / 1000
        let figures = soak.figures
        if let first = figures.first, let last = figures.last {
            say(
                "\(figures), \(Int(Double(figures.taps) / seconds)) taps/s; "
                    + "\(first.resident) to \(last.resident) KiB, \(last.descriptors) descriptors; seed \(limits.seed)")
        }
        return 0
    } catch {
        say("seed \(limits.seed): \(error)")
        return 1
    }
}

private func limits(_ words: [String]) -> Soak.Limits? {
    var limits = Soak.Limits(seed: .random(in: 0...UInt64.max))
    var rest = words[...]
    while let option = rest.popFirst() {
        guard let value = rest.popFirst() else { return nil }
        switch option {
        case "--taps":
            guard let taps = Int(value), taps > 0 else { return nil }
            limits.taps = taps
        case "--minutes":
            guard let minutes = Double(value), minutes > 0 else { return nil }
            limits.minutes = minutes
            limits.taps = .max
        case "--seed":
            guard let seed = UInt64(value) else { return nil }
            limits.seed = seed
        default: return nil
        }
    }
    return limits
}
