/// Reads what a client reports, and what libwayland logs of its messages if WAYLAND_DEBUG is set.
package enum ClientLines {
    /// Returns the time at the end of a report such as `single 320.0 240.0 123456789`, in nanoseconds of
    /// CLOCK_MONOTONIC.
    package static func time(ofReport line: String) throws(BenchError) -> Int64 {
        let words = line.split(separator: " ")
        guard words.count == 4, let time = Int64(words[3]), time > 0 else {
            throw BenchError("the client wrote \"\(line)\": expected a kind, two coordinates and a time")
        }
        return time
    }

    /// Returns the timestamp at the start of a logged message, `[milliseconds.microseconds]`, in microseconds modulo 2^32.
    package static func stamp(ofMessage line: String) throws(BenchError) -> UInt32 {
        let digits = line.prefix { $0 != "]" }.filter(\.isNumber)
        guard line.hasPrefix("["), let number = UInt64(digits) else {
            throw BenchError("libwayland logged \"\(line)\": expected a timestamp in brackets before it")
        }
        return UInt32(truncatingIfNeeded: number)
    }

    /// Whether a logged message is a request to show a buffer, or to attach one.
    package static func isCommit(_ line: String) -> Bool {
        line.contains("-> wl_surface@") && line.contains(".commit(")
    }

    package static func isAttach(_ line: String) -> Bool {
        line.contains("-> wl_surface@") && line.contains(".attach(wl_buffer@")
    }

    /// Returns the number of commits for each answered frame callback. A client that draws nothing is an error.
    package static func commitsPerFrame(_ lines: some Collection<String>) throws(BenchError) -> Double {
        let commits = lines.count(where: isCommit)
        let answers = lines.count { !$0.contains("-> ") && $0.contains("wl_callback@") && $0.contains(".done(") }
        guard commits > 1, answers > 1 else {
            throw BenchError(
                "the client drew nothing while a finger moved: \(commits) commits and \(answers) answered frame callbacks"
            )
        }
        return Double(commits) / Double(answers)
    }
}
