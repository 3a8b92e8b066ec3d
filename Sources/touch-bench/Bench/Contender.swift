import BenchFigures
import FoundationEssentials
import HeadlessWeston

/// A client to measure.
struct Contender {
    let name: String
    let path: String

    /// The folder of this program.
    private static var folder: URL {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
        return URL(filePath: own).deletingLastPathComponent()
    }

    /// The Swift client, which is built with this program.
    static func swift() throws(BenchError) -> Contender {
        let path = folder.appending(path: "touch-bench-client").path
        guard FileManager.default.fileExists(atPath: path) else {
            throw BenchError("\(path) not found; build the whole package: swift build -c release")
        }
        return Contender(name: "Swift", path: path)
    }

    /// Compiles the bare C client and returns it.
    static func bare() throws(BenchError) -> Contender {
        let path = folder.appending(path: "bare-client").path
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "BareClient/build").path
        let failure: String?
        do throws(HeadlessWestonError) {
            let compiler = try ChildProgram(script, [path], environment: ProcessInfo.processInfo.environment)
            let status = try compiler.waitForExit(within: .seconds(60))
            let words = compiler.errorLines.last ?? "nothing on standard error"
            failure = status == .exited(0) ? nil : "\(script) \(status): \(words)"
        } catch {
            failure = error.description
        }
        if let failure { throw BenchError(failure) }
        return Contender(name: "bare C", path: path)
    }
}
