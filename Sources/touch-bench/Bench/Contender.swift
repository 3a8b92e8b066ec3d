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
        let (status, words) = try build("BareClient/build", [path])
        guard status == .exited(0) else { throw BenchError("BareClient/build \(status): \(words)") }
        return Contender(name: "C", path: path)
    }

    /// A client of another toolkit, or the command that installs what is missing to build it.
    enum Peer {
        case built(Contender)
        case missing(command: String)
    }

    /// Compiles the client of a toolkit.
    static func peer(_ toolkit: Toolkit) throws(BenchError) -> Peer {
        let path = folder.appending(path: "\(toolkit.rawValue)-client").path
        let (status, words) = try build("Peers/build", [toolkit.rawValue, path])
        switch status {
        case .exited(0): return .built(Contender(name: toolkit.name, path: path))
        case .exited(3): return .missing(command: words)
        default: throw BenchError("Peers/build \(toolkit.rawValue) \(status): \(words)")
        }
    }

    /// Runs a script of this folder. Returns its status and its last line on standard error.
    private static func build(
        _ script: String, _ arguments: [String]
    ) throws(BenchError) -> (status: ExitStatus, words: String) {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: script).path
        do throws(HeadlessWestonError) {
            let compiler = try ChildProgram(script, arguments, environment: ProcessInfo.processInfo.environment)
            let status = try compiler.waitForExit(within: .seconds(120))
            return (status, compiler.errorLines.last ?? "nothing on standard error")
        } catch {
            throw BenchError(error.description)
        }
    }
}

/// A toolkit whose client may be compared. The bench compiles it, so that the package does not need the toolkit.
enum Toolkit: String, CaseIterable {
    case gtk4, qt6, sdl2

    var name: String {
        switch self {
        case .gtk4: "GTK 4"
        case .qt6: "Qt 6"
        case .sdl2: "SDL 2"
        }
    }
}
