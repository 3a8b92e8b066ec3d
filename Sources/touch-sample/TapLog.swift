import FoundationEssentials
import Glibc
import TouchKit
import WaylandTouch

/// The log of taps: a line each, for people or for programs; and where more is wanted, a line for each touch that
/// changed and for each step of a recognizer.
enum LogFormat: String, CaseIterable {
    case text, json

    /// The line of a verdict whose handler ran at `handled`, by CLOCK_MONOTONIC.
    func line(for verdict: TapVerdict, handled: EventTime, paint: Paint = .none) -> String {
        switch self {
        case .text:
            columns(
                verdict.time, verdict.words, "via \(verdict.way.rawValue)", "in \(verdict.view)",
                "at \(place(verdict.location))", paint: verdict.count == 1 ? paint.single : paint.double)
        case .json:
            """
            {"event":"tap","count":\(verdict.count),"via":"\(verdict.way.rawValue)","view":"\(verdict.view)",\
            "x":\(verdict.location.x),"y":\(verdict.location.y),"t":\(number(verdict.time)),\
            "handled_ns":\(handled.nanoseconds)}
            """
        }
    }

    /// The line of a touch that an event changed.
    func line(for touch: Touch, paint: Paint = .none) -> String {
        let view = touch.view?.identifier
        let location = touch.location(in: nil)
        switch self {
        case .text:
            return columns(
                touch.timestamp, "touch \(touch.id)", touch.phase.name, "in \(view ?? "the window")",
                "at \(place(location))", paint: paint.quiet)
        case .json:
            let shape =
                touch.majorRadius > 0
                ? """
                ,"major":\(touch.majorRadius),"minor":\(touch.minorRadius),"orientation":\(touch.orientation)
                """ : ""
            return """
                {"event":"touch","id":\(touch.id),"kind":"\(touch.type.name)","phase":"\(touch.phase.name)",\
                "view":\(view.map(quoted) ?? "null"),"x":\(location.x),"y":\(location.y)\(shape),\
                "taps":\(touch.tapCount),"t":\(number(touch.timestamp))}
                """
        }
    }

    /// The line of a step of a recognizer.
    func line(for transition: GestureTransition, paint: Paint = .none) -> String {
        let title = transition.recognizer.title
        let view = transition.recognizer.view?.identifier
        switch self {
        case .text:
            let color: String? =
                switch transition.to {
                case .failed, .cancelled: paint.failed
                case .ended: paint.recognized
                default: paint.quiet
                }
            return columns(
                transition.time, title, transition.to.name, "in \(view ?? "the window")",
                transition.reason?.description ?? "", paint: color)
        case .json:
            let reason =
                transition.reason.map { reason in
                    let detail = reason.detail.map { ",\"measured\":\($0.measured),\"allowed\":\($0.allowed)" } ?? ""
                    return """
                        ,"reason":\(quoted(reason.name))\(detail),"why":\(quoted(reason.description))
                        """
                } ?? ""
            return """
                {"event":"transition","recognizer":\(quoted(title)),"view":\(view.map(quoted) ?? "null"),\
                "from":"\(transition.from.name)","to":"\(transition.to.name)"\(reason),\
                "x":\(transition.location.x),"y":\(transition.location.y),"t":\(number(transition.time))}
                """
        }
    }

    /// When, what, how, where, and the rest: columns that stand under one another.
    private func columns(
        _ time: EventTime, _ what: String, _ how: String, _ view: String, _ rest: String, paint: String?
    ) -> String {
        let milliseconds = Int64(time.milliseconds)
        let seconds = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
        var line = [seconds.padding(to: 13), what.padding(to: 10), how.padding(to: 15), view.padding(to: 14), rest]
            .joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return paint.map { "\($0)\(line)\u{1b}[0m" } ?? line
    }

    private func place(_ point: Point) -> String { "\(Int(point.x.rounded())), \(Int(point.y.rounded()))" }

    private func number(_ time: EventTime) -> String {
        let milliseconds = time.milliseconds
        return milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds))" : "\(milliseconds)"
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// How lines for people are coloured: the sequences that a terminal understands, or none.
struct Paint {
    let single: String?
    let double: String?
    let recognized: String?
    let failed: String?
    let quiet: String?

    /// No colours.
    static let none = Paint(single: nil, double: nil, recognized: nil, failed: nil, quiet: nil)
    /// The colours of the window, as far as terminals have them.
    static let terminal = Paint(
        single: "\u{1b}[36m", double: "\u{1b}[35m", recognized: "\u{1b}[32m", failed: "\u{1b}[31m",
        quiet: "\u{1b}[2m")

    /// Colours if standard output is a terminal and nobody asked for none (see no-color.org).
    static var forOutput: Paint {
        guard isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment["NO_COLOR"] == nil else { return .none }
        return .terminal
    }
}

extension SampleWindow {
    /// Logs what happens in the window.
    func log(_ format: LogFormat, verbose isVerbose: Bool, to log: LiveLog) {
        let paint = Paint.forOutput
        onVerdict = { log.line(format.line(for: $0, handled: Application.monotonicNow, paint: paint)) }
        guard isVerbose else { return }
        onTouch = { log.line(format.line(for: $0, paint: paint)) }
        onTransition = { log.line(format.line(for: $0, paint: paint)) }
    }
}

extension String {
    /// The string with blanks after it, so that columns stand under one another.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Touch.Phase {
    fileprivate var name: String { "\(self)" }
}

extension Touch.Kind {
    fileprivate var name: String { "\(self)" }
}

extension GestureRecognizer.State {
    fileprivate var name: String { "\(self)" }
}
