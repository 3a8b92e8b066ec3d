import Foundation
import PackagePlugin

/// Runs `wayland-swift-scanner` over `protocols/bindings.json` before the target is compiled.
@main
struct WaylandBindings: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "protocols")
        let table = folder.appending(path: "bindings.json")
        let outputs = context.pluginWorkDirectoryURL
        let protocols = try JSONDecoder().decode(Table.self, from: Data(contentsOf: table)).protocols
        return [
            .buildCommand(
                displayName: "Generating Swift from the Wayland protocols in protocols/bindings.json",
                executable: try context.tool(named: "wayland-swift-scanner").url,
                arguments: [table.path(percentEncoded: false), outputs.path(percentEncoded: false)],
                inputFiles: [table] + protocols.filter { $0.from == "own" }.map { folder.appending(path: $0.file) },
                outputFiles: (["interfaces"] + protocols.map(\.protocol)).map { outputs.appending(path: "\($0).swift") }
            )
        ]
    }

    /// The part of the table that names the files. The scanner reads and checks the whole table.
    private struct Table: Decodable {
        let protocols: [Entry]

        struct Entry: Decodable {
            let `protocol`: String
            let from: String
            let file: String
        }
    }
}
