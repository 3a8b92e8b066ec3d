import FoundationEssentials
import TouchKit

/// A verdict, read back from a line of the JSON log.
struct TapRecord: Decodable {
    let count: Int
    let via: String
    let view: String
    let x: Double
    let y: Double
    let t: Double

    init(_ line: String) throws { self = try JSONDecoder().decode(TapRecord.self, from: Data(line.utf8)) }

    /// The line of the text log for the same verdict.
    var text: String {
        let verdict = TapVerdict(
            count: count, way: TapVerdict.Way(rawValue: via) ?? .handlers, view: view, location: Point(x: x, y: y),
            time: EventTime(milliseconds: t))
        return LogFormat.text.line(for: verdict, handled: EventTime(milliseconds: t))
    }
}
