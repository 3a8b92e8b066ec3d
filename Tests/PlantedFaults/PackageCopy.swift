import FoundationEssentials
import HeadlessWeston

/// A copy of the package in `.build/mutants` in which all faults are planted. It is kept, and only what differs is
/// written, so that the next build is quicker.
struct PackageCopy {
    private let root: String
    private let faults: [PlantedFault]
    /// The paths of the source files below `Sources`, by the files' names.
    private let paths: [String: [String]]
    private var folder: String { root + "/.build/mutants" }

    /// - Parameter root: the package's folder.
    init(of root: String, with faults: [PlantedFault]) {
        (self.root, self.faults) = (root, faults)
        let sources = Self.files(of: root).keys.filter { $0.hasPrefix("Sources/") }.map { String($0.dropFirst(8)) }
        paths = Dictionary(grouping: sources) { String($0.split(separator: "/").last ?? "") }
    }

    /// The program that runs all tests.
    var tests: String { folder + "/.build/debug/wayland-touchPackageTests.xctest" }

    /// The texts of the source files that have faults, by their paths below `Sources`.
    func plantedSources() throws(FaultError) -> [String: String] {
        var (sources, misfits) = ([String: String](), [String]())
        for (file, faults) in Dictionary(grouping: faults, by: \.file) {
            do throws(FaultError) {
                let paths = paths[file] ?? []
                guard paths.count == 1, let text = FileManager.default.contents(atPath: "\(root)/Sources/\(paths[0])")
                else {
                    throw FaultError(
                        "\(faults[0].name): expected one file named \(file) below Sources, found \(paths.count)")
                }
                sources[paths[0]] = try PlantedText(String(decoding: text, as: UTF8.self), faults: faults).source
            } catch {
                misfits.append(error.description)
            }
        }
        guard misfits.isEmpty else { throw FaultError(misfits.sorted().joined(separator: "\n")) }
        return sources
    }

    /// Copies the package, plants the faults, and builds it with its tests.
    func build() throws {
        var files = Self.files(of: root)
        for (path, text) in try plantedSources() {
            files["Sources/\(path)"] = Data(text.utf8)
            // The first folder of the path is the module.
            files["Sources/\(path.prefix { $0 != "/" })/IsPlanted.swift"] = Data(Self.query.utf8)
        }
        try write(files)
        for arguments in [["--build-tests"], ["--product", "WestonTestSeat"]] {
            let compiler = try ChildProgram(
                "swift", ["build", "--package-path", folder] + arguments,
                environment: ProcessInfo.processInfo.environment)
            guard try compiler.waitForExit(within: .seconds(3600)) == .exited(0) else {
                let lines = compiler.outputLines + compiler.errorLines
                // The compiler repeats an error for each file that it compiles together with the faulty one.
                let errors = Set(lines.filter { $0.hasPrefix("/") && $0.contains("error:") }).sorted()
                throw FaultError(
                    "the copy with the faults does not compile:\n"
                        + (errors.isEmpty ? lines.suffix(20) : errors[...]).joined(separator: "\n"))
            }
        }
    }

    /// Writes the files of the copy that differ, and removes all others.
    private func write(_ files: [String: Data]) throws {
        let present = Self.files(of: folder)
        for path in present.keys where files[path] == nil {
            try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
        }
        for (path, data) in files where present[path] != data {
            let url = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url)
        }
    }

    /// Returns the contents of a package's files by their paths; empty if there is no package.
    private static func files(of package: String) -> [String: Data] {
        var files: [String: Data] = [:]
        var paths = ["Package.swift", "Sources", "Tests", "protocols"]
        while let path = paths.popLast() {
            if let names = try? FileManager.default.contentsOfDirectory(atPath: "\(package)/\(path)") {
                paths += names.map { "\(path)/\($0)" }
            } else {
                files[path] = FileManager.default.contents(atPath: "\(package)/\(path)")
            }
        }
        return files
    }

    /// The source file that tells a module which fault is switched on.
    private static let query = """
        import Glibc

        nonisolated private let planted = unsafe getenv("PLANTED_FAULT").flatMap { unsafe UInt32(String(cString: $0)) }

        nonisolated func isPlanted(_ fault: UInt32) -> Bool { planted == fault }

        """
}
