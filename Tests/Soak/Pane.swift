import FoundationEssentials

/// A pane of the program, the input that it receives, and the verdicts that the program has logged for it.
final class Pane {
    let number: Int
    let origin: Place

    /// The current gesture, and the number of its steps that have been sent.
    private(set) var gesture: (what: Gesture, start: Int64, next: Int)?
    /// The input since the last rest.
    private(set) var attempts: [Attempt] = []
    /// The verdicts that the program has logged since the last rest.
    var said: [SpokenVerdict] = []
    /// The fingers that are down in the pane.
    private(set) var fingers: Set<Int32> = []
    /// The time of the last input.
    private(set) var latest: Int64 = 0
    /// The earliest time of the next gesture, once all verdicts have been logged.
    private var restEnd: Int64 = 0
    private var history: [String] = []
    /// The input, the expected verdicts and the logged verdicts before the last rest.
    private var before: [String] = []

    init(number: Int, origin: Place) {
        self.number = number
        self.origin = origin
    }

    /// Whether no gesture is running and no verdict is missing.
    var isAtRest: Bool { gesture == nil && said.isEmpty && history.isEmpty }

    func canBegin(at now: Int64) -> Bool { isAtRest && now >= restEnd }

    func begin(_ gesture: Gesture, at now: Int64) { self.gesture = (gesture, now, 0) }

    /// The next step and its time.
    var nextStep: (time: Int64, step: Step)? {
        guard let gesture, gesture.next < gesture.what.steps.count else { return nil }
        let (at, step) = gesture.what.steps[gesture.next]
        return (gesture.start + at, step)
    }

    // MARK: Input

    /// Notes a step and the timestamp with which it was sent.
    func note(_ step: Step, at time: Int64) {
        latest = time
        history.append("\(time) \(step)")
        gesture?.next += 1
        switch step {
        case .down(let finger, let place):
            if fingers.isEmpty { attempts.append(Attempt(place: place, down: time)) } else { spoil(at: time) }
            fingers.insert(finger)
        case .move(_, let place):
            if let start = attempts.last?.place, start.distance(to: place) > Reference.movement { spoil(at: time) }
        case .up(let finger):
            fingers.remove(finger)
            guard let index = attempts.indices.last, case .open = attempts[index].end else { return }
            let limit = attempts[index].down + Reference.longest
            attempts[index].end = time > limit ? .spoiled(at: limit) : .tap(at: time)
        }
    }

    /// Notes that the compositor cancels the touches.
    func loseFingers(because reason: String) {
        guard !fingers.isEmpty else { return }
        history.append(reason)
        fingers = []
        if let down = attempts.last?.down, latest - down <= Reference.longest { spoil(at: nil) }
        cutShort()
    }

    /// Drops the rest of the gesture.
    func cutShort() {
        guard let gesture else { return }
        self.gesture = (gesture.what, gesture.start, gesture.what.steps.count)
    }

    /// Notes that the input of `time` reached the compositor only at `arrival`. A deadline may lie between the two.
    func noteArrival(of time: Int64, at arrival: Int64) {
        guard latest == time, let index = attempts.indices.last else { return }
        func isBetween(_ deadline: Int64) -> Bool { deadline >= time && deadline <= arrival }
        if isBetween(attempts[index].down + Reference.longest) { attempts[index].endedLate = true }
        guard attempts[index].down == time, index > 0, case .tap(let up) = attempts[index - 1].end else { return }
        if isBetween(up + Reference.interval) { attempts[index].beganLate = true }
    }

    private func spoil(at time: Int64?) {
        guard let index = attempts.indices.last, case .open = attempts[index].end else { return }
        // A finger that is held longer than a tap is no tap from that moment.
        let limit = attempts[index].down + Reference.longest
        attempts[index].end = .spoiled(at: time.map { min($0, limit) })
    }

    // MARK: Verdicts

    enum Judgement {
        case tooEarly
        case right(verdicts: Int)
        /// Input reached the compositor too late for a comparison.
        case undecided
        case wrong(String)
    }

    /// Compares the logged verdicts with the expected ones once no more can follow.
    ///
    /// - Parameter patience: the longest time that a verdict may take.
    func judge(at now: Int64, patience: Int64) -> Judgement {
        guard !history.isEmpty, nextStep == nil, fingers.isEmpty else {
            return history.isEmpty && !said.isEmpty ? .wrong(report(expected: [])) : .tooEarly
        }
        let expected = Reference.verdicts(on: attempts)
        guard now > latest + Reference.interval + 60 else { return .tooEarly }
        if matches(expected) { return .right(verdicts: expected.count) }
        var most = expected.count
        if attempts.contains(where: { $0.beganLate || $0.endedLate }) {
            let other = Reference.verdicts(on: attempts, isLateTooLate: true)
            most = max(most, other.count)
            // If fewer verdicts are expected, the others may still follow.
            if matches(other), said.count == most || now >= latest + patience { return .undecided }
        }
        if said.count < most, now < latest + patience { return .tooEarly }
        return .wrong(report(expected: expected))
    }

    /// Starts again from a rest.
    func rest(until time: Int64) {
        before = lines(expected: Reference.verdicts(on: attempts))
        (gesture, attempts, said, fingers, history) = (nil, [], [], [], [])
        restEnd = time
    }

    private func matches(_ expected: [Verdict]) -> Bool {
        said.count == expected.count
            && zip(said, expected).allSatisfy { spoken, verdict in
                spoken.count == verdict.count && verdict.place.distance(to: Place(x: spoken.x, y: spoken.y)) < 0.01
                    && verdict.time.map { abs(spoken.t - Double($0)) < 0.01 } ?? true
            }
    }

    private func report(expected: [Verdict]) -> String {
        (["pane \(number): \(gesture?.what.name ?? "at rest")"] + lines(expected: expected) + ["before that"] + before)
            .joined(separator: "\n")
    }

    private func lines(expected: [Verdict]) -> [String] {
        func line(_ count: Int, _ x: Double, _ y: Double, _ time: String) -> String {
            "    \(count) at \(x), \(y), time \(time)"
        }
        let wanted = expected.map { line($0.count, $0.place.x, $0.place.y, $0.time.map { "\($0)" } ?? "any") }
        let came = said.map { line($0.count, $0.x, $0.y, "\($0.t) (\($0.via))") }
        return history.map { "    \($0)" } + ["  expected"] + wanted + ["  came"] + came
    }
}

/// A line of the program's log.
struct SpokenVerdict: Decodable {
    let count: Int
    let via: String
    let view: String
    let x: Double
    let y: Double
    let t: Double

    init?(_ line: String) {
        guard let verdict = try? JSONDecoder().decode(SpokenVerdict.self, from: Data(line.utf8)) else { return nil }
        self = verdict
    }
}
