import TouchKit
import WaylandTouch

/// The log of taps: a line each, for people or for programs.
enum LogFormat: String, CaseIterable {
    case text, json

    /// The line of a verdict whose handler ran at `handled`, by CLOCK_MONOTONIC.
    func line(for verdict: TapVerdict, handled: EventTime) -> String {
        let milliseconds = verdict.time.milliseconds
        switch self {
        case .text:
            let seconds = Int64(milliseconds / 1000)
            let rest = String(Int64(milliseconds) % 1000 + 1000).dropFirst()
            let place = "\(Int(verdict.location.x.rounded())), \(Int(verdict.location.y.rounded()))"
            let way = verdict.way.rawValue.padding(to: 11)
            return "\(seconds).\(rest) s  \(verdict.words)  via \(way)  in \(verdict.view.padding(to: 16))  at \(place)"
        case .json:
            let t = milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds))" : "\(milliseconds)"
            return """
                {"event":"tap","count":\(verdict.count),"via":"\(verdict.way.rawValue)","view":"\(verdict.view)",\
                "x":\(verdict.location.x),"y":\(verdict.location.y),"t":\(t),"handled_ns":\(handled.nanoseconds)}
                """
        }
    }
}

extension String {
    /// The string with blanks after it, so that columns stand under one another.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
