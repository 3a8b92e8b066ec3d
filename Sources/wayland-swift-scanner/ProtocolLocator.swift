import Foundation

/// Finds the XML files of the sources by asking pkg-config once for each package.
struct ProtocolLocator {
    /// The folder of the table.
    let ownFolder: String
    /// The program of pkg-config: `$PKG_CONFIG`, or `pkg-config` in `PATH`.
    let pkgConfig: String
    private var folders: [BindingTable.Source: String] = [:]

    init(ownFolder: String, pkgConfig: String?) {
        self.ownFolder = ownFolder
        self.pkgConfig = pkgConfig.flatMap { $0.isEmpty ? nil : $0 } ?? "pkg-config"
    }

    mutating func path(of entry: BindingTable.Entry) throws(ScanError) -> String {
        "\(try folder(of: entry.from))/\(entry.file)"
    }

    private mutating func folder(of source: BindingTable.Source) throws(ScanError) -> String {
        let module: String
        switch source {
        case .own: return ownFolder
        case .libwayland: module = "wayland-scanner"
        case .waylandProtocols: module = "wayland-protocols"
        }
        if let known = folders[source] { return known }
        let folder = try pkgdatadir(of: module, remedy: source.remedy)
        folders[source] = folder
        return folder
    }

    private func pkgdatadir(of module: String, remedy: String) throws(ScanError) -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [pkgConfig, "--variable=pkgdatadir", module]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw ScanError(
                file: pkgConfig, found: "cannot be run (\(error.localizedDescription))", expected: "pkg-config",
                remedy: "package pkg-config brings it (apt-get install pkg-config)")
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let folder = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch process.terminationStatus {
        case 0 where !folder.isEmpty:
            return folder
        case 126, 127:
            throw ScanError(
                file: pkgConfig, found: "no such program", expected: "pkg-config on PATH or in PKG_CONFIG",
                remedy: "package pkg-config brings it (apt-get install pkg-config)")
        default:
            throw ScanError(
                file: "\(module).pc", found: "not known to \(pkgConfig)", expected: "a package with a pkgdatadir",
                remedy: remedy)
        }
    }
}
