// An independent judge of taps. It follows the README and shares no code with the libraries: two taps that are no more than
// 300 ms and 45 points apart are a double tap, and a tap is a single tap as soon as it cannot become a double one.

/// A point in the window.
struct Place: Equatable {
    var x: Double
    var y: Double

    func distance(to other: Place) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A contact of fingers with a pane, from the first finger's down to its up. Times are those of the events, in
/// milliseconds.
struct Attempt {
    enum End {
        /// A finger is down and may still become a tap.
        case open
        /// The finger was lifted, which makes a tap.
        case tap(at: Int64)
        /// The contact cannot be a tap since this time; nil where the compositor sends no time.
        case spoiled(at: Int64?)
    }

    let place: Place
    let down: Int64
    var end = End.open
    /// Whether its beginning or its end reached the compositor so late that the program may rightly have decided
    /// without it.
    var beganLate = false
    var endedLate = false
}

/// A verdict that the program has to log.
struct Verdict {
    let count: Int
    let place: Place
    /// The time of the event or deadline that decides; nil where there is none to compare.
    let time: Int64?
}

enum Reference {
    static let interval: Int64 = 300
    static let distance = 45.0
    static let longest: Int64 = 750
    static let movement = 20.0

    /// Returns the verdicts on the input of a pane since a rest.
    ///
    /// - Parameter isLateTooLate: whether input that reached the compositor late counts as too late for a tap.
    static func verdicts(on attempts: [Attempt], isLateTooLate: Bool = false) -> [Verdict] {
        var verdicts: [Verdict] = []
        var first: (place: Place, up: Int64)?
        func single(at time: Int64?) {
            if let tap = first { verdicts.append(Verdict(count: 1, place: tap.place, time: time)) }
            first = nil
        }
        for attempt in attempts {
            if let tap = first {
                if attempt.down - tap.up > interval || isLateTooLate && attempt.beganLate {
                    single(at: tap.up + interval)
                } else if tap.place.distance(to: attempt.place) > distance {
                    single(at: attempt.down)
                }
            }
            let end = isLateTooLate && attempt.endedLate ? .spoiled(at: attempt.down + longest) : attempt.end
            switch (end, first) {
            case (.tap(let up), nil): first = (attempt.place, up)
            case (.tap(let up), let tap?):
                verdicts.append(Verdict(count: 2, place: tap.place, time: up))
                first = nil
            case (.spoiled(let time), .some): single(at: time)
            case (.spoiled, nil), (.open, _): break
            }
        }
        if let tap = first { single(at: tap.up + interval) }
        return verdicts
    }
}
