import Wayland
import WaylandTouch

extension CompositorInfo {
    /// The report in lines, each of which begins with its subject. Control characters in the compositor's names are
    /// replaced, since a terminal would obey them.
    func report(on system: SystemInfo) -> [String] {
        var lines = ["program     \(system.program)", "system      \(system.name)"]
        let process = processIdentifier.map { number in
            "\(system.nameOfProcess(number) ?? "unknown"), process \(number)"
        }
        lines.append("compositor  \(process ?? "unknown: can't read its process")")
        lines += system.environment.map { "variable    \($0.name)=\($0.value)" }
        lines += seats.map { "seat        \($0.line)" }
        lines += outputs.map { "output      \($0.line)" }
        lines += globals.map { "global      \($0.line)" }
        lines += lacks.map { "missing     \($0.what): \($0.consequence)" }
        return lines.map(\.printable)
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
        if rotation > 0 { parts.append("rotated \(rotation)°") }
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
