/// A source text in which faults are planted, so that each can be switched on at run time.
struct PlantedText {
    private struct Place {
        let range: Range<Int>
        let fault: PlantedFault
    }

    private let text: [UInt8]
    private let places: [Place]

    /// - Throws: where a fault's right text does not stand in the text exactly once, or where two faults overlap by halves.
    init(_ source: String, faults: [PlantedFault]) throws(FaultError) {
        text = Array(source.utf8)
        var (places, misfits) = ([Place](), [String]())
        for fault in faults {
            let ranges = Self.ranges(of: fault.old.map { Array($0.utf8) }, in: text)
            if ranges.count == 1 {
                places.append(Place(range: ranges[0], fault: fault))
            } else {
                misfits.append(
                    "\(fault.name): the text stands \(ranges.count) times in \(fault.file), expected once: "
                        + fault.old.joined(separator: "\n"))
            }
        }
        guard misfits.isEmpty else { throw FaultError(misfits.joined(separator: "\n")) }
        // A fault that lies inside another one comes after it.
        self.places = places.sorted {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
    }

    /// The text with a choice between right and wrong at the place of each fault.
    var source: String {
        get throws(FaultError) { String(decoding: try render(text.indices, places[...]), as: UTF8.self) }
    }

    private func render(_ range: Range<Int>, _ places: ArraySlice<Place>) throws(FaultError) -> [UInt8] {
        var result: [UInt8] = []
        var (position, rest) = (range.lowerBound, places)
        while let first = rest.first {
            let same = rest.prefix { $0.range == first.range }
            let inner = rest.dropFirst(same.count).prefix { $0.range.upperBound <= first.range.upperBound }
            rest = rest.dropFirst(same.count + inner.count)
            if let other = rest.first, other.range.lowerBound < first.range.upperBound {
                throw FaultError("\(first.fault.name): its text overlaps that of \"\(other.fault.name)\" by halves")
            }
            if let other = same.first(where: { $0.fault.form != first.fault.form }) {
                throw FaultError(
                    "\(other.fault.name): expected the form of \"\(first.fault.name)\", which replaces the same text")
            }
            let right = String(decoding: try render(first.range, inner), as: UTF8.self)
            result += text[position..<first.range.lowerBound] + Self.choice(same.map(\.fault), or: right).utf8
            position = first.range.upperBound
        }
        return result + text[position..<range.upperBound]
    }

    private static func choice(_ faults: [PlantedFault], or right: String) -> String {
        let wrongs = faults.map { (test: "isPlanted(\($0.number))", text: $0.new.joined(separator: "\n")) }
        return switch faults[0].form {
        case .expression: "(" + wrongs.map { "\($0.test) ? (\($0.text)) : " }.joined() + "(\(right)))"
        case .statements: wrongs.map { "if \($0.test) {\n\($0.text)\n} else " }.joined() + "{\n\(right)\n}"
        }
    }

    /// Returns the ranges at which some lines stand. The first may begin and the last may end in the middle of a line;
    /// indentation does not count.
    private static func ranges(of lines: [[UInt8]], in text: [UInt8]) -> [Range<Int>] {
        text.indices.compactMap { start in
            guard text[start] == lines[0].first else { return nil }
            var end = start
            for (index, line) in lines.enumerated() {
                if index > 0 {
                    guard end < text.count, text[end] == UInt8(ascii: "\n") else { return nil }
                    end += 1
                    while end < text.count, text[end] == UInt8(ascii: " ") { end += 1 }
                }
                guard text[end...].starts(with: line) else { return nil }
                end += line.count
            }
            return start..<end
        }
    }
}
