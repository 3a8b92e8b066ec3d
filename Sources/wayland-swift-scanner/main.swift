import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let tablePath = arguments.first, let outputFolder = arguments.last else {
    FileHandle.standardError.write(
        Data("usage: wayland-swift-scanner TABLE.json OUTPUT-FOLDER\n".utf8))
    exit(2)
}
do throws(ScanError) {
    let table = try BindingTable(path: tablePath)
    var locator = ProtocolLocator(
        ownFolder: URL(filePath: tablePath).deletingLastPathComponent().path,
        pkgConfig: ProcessInfo.processInfo.environment["PKG_CONFIG"])
    var files: [ProtocolFile] = []
    for entry in table.protocols {
        files.append(try ProtocolFile(entry, at: locator.path(of: entry)))
    }
    for (name, text) in try SwiftWriter(table: table, files: files).output() {
        let path = "\(outputFolder)/\(name)"
        do {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw ScanError(
                file: path, found: "cannot be written (\(error.localizedDescription))",
                expected: "a folder that can be written to")
        }
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
