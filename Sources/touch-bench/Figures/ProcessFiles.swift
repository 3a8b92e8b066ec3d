import FoundationEssentials

/// Reads the kernel's files about processes. A file that can't be read or that lacks a number is an error, since a
/// measurement of 0 would meet every goal.
package enum ProcessFiles {
    /// Returns the number that a field has in a file with a name and a number in each line.
    package static func field(_ name: String, in text: String, of path: String) throws(BenchError) -> Double {
        for line in text.split(separator: "\n") {
            let words = line.split { " :\t".contains($0) }
            if words.count > 1, words[0] == name, let number = Double(words[1]) { return number }
        }
        throw BenchError("\(path): expected a line \"\(name)\" with a number")
    }

    /// Returns the memory of a process in MiB: resident, and private to it.
    package static func memory(of process: Int32) throws(BenchError) -> (resident: Double, own: Double) {
        let path = "/proc/\(process)/smaps_rollup"
        return try memory(in: try text(of: path), of: path)
    }

    package static func memory(
        in text: String, of path: String
    ) throws(BenchError) -> (resident: Double, own: Double) {
        let own = try field("Private_Clean", in: text, of: path) + field("Private_Dirty", in: text, of: path)
        return (try field("Rss", in: text, of: path) / 1024, own / 1024)
    }

    /// Returns how often the threads of a process have gone to sleep.
    package static func sleeps(of process: Int32) throws(BenchError) -> Double {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else {
            throw BenchError("\(folder): can't be read, or has no thread")
        }
        var sum = 0.0
        for thread in threads {
            let path = "\(folder)/\(thread)/status"
            sum += try field("voluntary_ctxt_switches", in: try text(of: path), of: path)
        }
        return sum
    }

    private static func text(of path: String) throws(BenchError) -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchError("\(path): can't be read")
        }
        return text
    }
}
