import TouchKit
import TouchScenario
import WaylandTouch

/// The format of the log: one line for each tap and, if verbose, for each changed touch and each recognizer transition.
enum LogFormat: String, CaseIterable {
    /// Aligned columns, for a person.
    case text
    /// A JSON object on each line, for a program.
    case json

    /// The line of a verdict.
    ///
    /// - Parameter handled: The CLOCK_MONOTONIC time at which its handler ran.
    func line(for verdict: TapVerdict, handled: EventTime, paint: Paint = .none) -> String {
        switch self {
        case .text:
            columns(
                verdict.time, verdict.name, "via \(verdict.way.rawValue)", "in \(verdict.view)",
                "at \(coordinates(verdict.location))", paint: verdict.count == 1 ? paint.single : paint.double)
        case .json:
            """
            {"event":"tap","count":\(verdict.count),"via":"\(verdict.way.rawValue)","view":\(verdict.view.jsonText),\
            \(fields(verdict.location)),"t":\(verdict.time.milliseconds.jsonText),\
            "handled_ns":\(handled.nanoseconds)}
            """
        }
    }

    /// The line of a touch that changed in an event.
    func line(for touch: Touch, paint: Paint = .none) -> String {
        let view = touch.view?.identifier
        let location = touch.location(in: nil)
        switch self {
        case .text:
            return columns(
                touch.timestamp, "touch \(touch.id)", touch.phase.name, "in \(view ?? "the window")",
                "at \(coordinates(location))", paint: paint.quiet)
        case .json:
            let shape =
                touch.majorRadius > 0
                ? """
                ,"major":\(touch.majorRadius.jsonText),"minor":\(touch.minorRadius.jsonText),\
                "orientation":\(touch.orientation.jsonText)
                """ : ""
            return """
                {"event":"touch","id":\(touch.id),"kind":"\(touch.type.name)","phase":"\(touch.phase.name)",\
                "view":\(view?.jsonText ?? "null"),\(fields(location))\(shape),\
                "taps":\(touch.tapCount),"t":\(touch.timestamp.milliseconds.jsonText)}
                """
        }
    }

    /// The line of a recognizer's transition.
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
                    let detail = reason.detail.map { detail in
                        """
                        ,"measured":\(detail.measured.jsonText),"allowed":\(detail.allowed.jsonText)
                        """
                    }
                    return """
                        ,"reason":\(reason.name.jsonText)\(detail ?? ""),"why":\(reason.description.jsonText)
                        """
                } ?? ""
            return """
                {"event":"transition","recognizer":\(title.jsonText),"view":\(view?.jsonText ?? "null"),\
                "from":"\(transition.from.name)","to":"\(transition.to.name)"\(reason),\
                \(fields(transition.location)),"t":\(transition.time.milliseconds.jsonText)}
                """
        }
    }

    /// Joins the columns of a text line, each padded to its width, and colours the line.
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

    private func coordinates(_ point: Point) -> String { "\(Int(point.x.rounded())), \(Int(point.y.rounded()))" }

    private func fields(_ point: Point) -> String { "\"x\":\(point.x.jsonText),\"y\":\(point.y.jsonText)" }
}

extension SampleWindow {
    /// Logs each verdict of the window and, if verbose, each changed touch and each transition.
    func log(_ format: LogFormat, verbose isVerbose: Bool, to log: LiveLog) {
        let paint = Paint.forOutput
        onVerdict = { log.line(format.line(for: $0, handled: Application.monotonicNow, paint: paint)) }
        guard isVerbose else { return }
        onTouch = { log.line(format.line(for: $0, paint: paint)) }
        onTransition = { log.line(format.line(for: $0, paint: paint)) }
    }
}

extension String {
    /// Returns the string padded with spaces to a number of characters.
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
