import FoundationEssentials
import WaylandTouch

/// Prints what a bug report should say of the compositor, the devices and the system.
func printInfo() -> ProgramStatus {
    do throws(ApplicationError) {
        for line in try CompositorInfo().report(on: .here) { Output.line(line) }
        return .success
    } catch {
        Output.complain(error.description)
        return .failure
    }
}

/// What surrounds this program, besides the compositor.
struct SystemInfo {
    var program: String
    var name: String
    /// The variables that say which compositor it is, those that are set.
    var environment: [(name: String, value: String)]
    /// The name of a process; nil where it can't be known.
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

extension CompositorInfo {
    /// All of it in lines, each beginning with what it is about.
    func report(on system: SystemInfo) -> [String] {
        var lines = ["program     \(system.program)", "system      \(system.name)"]
        let process = processIdentifier.map { number in
            "\(system.nameOfProcess(number) ?? "unknown"), process \(number)"
        }
        lines.append("compositor  \(process ?? "unknown: its process can't be seen from here")")
        lines += system.environment.map { "variable    \($0.name)=\($0.value)" }
        lines += seats.map { "seat        \($0.line)" }
        lines += outputs.map { "output      \($0.line)" }
        lines += globals.map { "global      \($0.line)" }
        lines += lacks.map { "missing     \($0.what): \($0.consequence)" }
        return lines.map(\.printable)
    }
}

extension String {
    /// The text in one line without what a terminal would obey: a compositor may call its outputs anything.
    fileprivate var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension CompositorInfo.Seat {
    fileprivate var line: String {
        let devices = [(hasTouch, "touch"), (hasPointer, "pointer"), (hasKeyboard, "keyboard")]
            .filter(\.0).map(\.1)
        return "\(name.isEmpty ? "" : "\(name): ")"
            + (devices.isEmpty ? "no devices" : devices.joined(separator: ", "))
    }
}

extension CompositorInfo.Output {
    fileprivate var line: String {
        var parts = ["\(width)x\(height) pixels", "scale \(scale)"]
        if refreshRate > 0 { parts.append("\((refreshRate * 100).rounded() / 100) Hz") }
        if physicalWidth > 0 { parts.append("\(physicalWidth)x\(physicalHeight) mm") }
        if rotation > 0 { parts.append("turned \(rotation)°") }
        if isFlipped { parts.append("mirrored") }
        let maker = [make, model].filter { !$0.isEmpty }.joined(separator: " ")
        if !maker.isEmpty { parts.append(maker) }
        return (name.isEmpty ? "" : "\(name): ") + parts.joined(separator: ", ")
    }
}

extension CompositorInfo.Global {
    fileprivate var line: String {
        switch used {
        case offered: "\(interface) \(offered), used"
        case .some(let used): "\(interface) \(offered), used at version \(used)"
        case nil: "\(interface) \(offered)"
        }
    }
}
