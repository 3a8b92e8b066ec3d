import FoundationEssentials

/// The surroundings of this program apart from the compositor.
struct SystemInfo {
    var program: String
    var name: String
    /// The environment variables that identify the compositor, as far as they are set.
    var environment: [(name: String, value: String)]
    /// Returns the name of a process; nil if it is unknown.
    var nameOfProcess: (Int32) -> String?

    static var here: SystemInfo {
        let distribution = text(of: "/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let name = distribution.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
        let kernel = text(of: "/proc/sys/kernel/osrelease").map { "Linux \($0)" }
        let variables = ProcessInfo.processInfo.environment
        return SystemInfo(
            program: Command.versionText,
            name: [name, kernel].compactMap(\.self).joined(separator: ", "),
            environment: ["WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].compactMap { name in
                variables[name].map { (name, $0) }
            },
            nameOfProcess: { text(of: "/proc/\($0)/comm") })
    }

    private static func text(of file: String) -> String? {
        FileManager.default.contents(atPath: file).map { data in
            String(decoding: data, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
        }
    }
}
