// What has to come of what was done to a pane, written down from the README's promise and from nothing that the
// libraries share: two taps no more than 300 ms and 45 points apart are a double one, and a single one is said when no
// double one can come of it any more.

/// A place in the window.
struct Place: Equatable {
    var x: Double
    var y: Double

    func distance(to other: Place) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// One time that fingers were in a pane, from the first one's down to its up. Times are the events' own, in
/// milliseconds.
struct Attempt {
    enum End {
        /// A finger is down, and so far it may become a tap.
        case open
        /// It was lifted: a tap.
        case tap(at: Int64)
        /// Since then it can't be a tap; nil where the compositor gives no time.
        case spoiled(at: Int64?)
    }

    let place: Place
    let down: Int64
    var end = End.open
    /// Whether its beginning or its end reached the compositor so late that the program may have decided without it,
    /// rightly.
    var beganLate = false
    var endedLate = false
}

/// What a program has to say of taps.
struct Verdict {
    let count: Int
    let place: Place
    /// The time of the event or the deadline that decides; nil where there is none to compare.
    let time: Int64?
}

enum Reference {
    static let interval: Int64 = 300
    static let distance = 45.0
    static let longest: Int64 = 750
    static let movement = 20.0

    /// The verdicts on what was done to a pane, the first after a rest.
    ///
    /// - Parameter isLateTooLate: whether what reached the compositor late counts as not having come in time.
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
