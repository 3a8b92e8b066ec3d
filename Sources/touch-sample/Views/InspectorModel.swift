import TouchKit

/// What a lane shows for some time.
enum LaneState: Hashable {
    /// Nothing is under way.
    case idle
    /// Not decided.
    case possible
    /// Recognized by itself, and held back until somebody else has decided.
    case waiting(for: String)
    /// A continuous gesture is under way.
    case active
    /// Decided, and not ready for the next attempt.
    case over
}

/// What happened in the last few seconds: a value that is fed with the states of lanes and with touches, each at its
/// time on the event clock, and tells whether anything of it still moves.
struct InspectorModel: Equatable {
    /// A state from one instant to another; to now where there is no end.
    struct Segment: Equatable {
        let state: LaneState
        let start: EventTime
        var end: EventTime?
    }

    /// A decision, at the instant that decided.
    struct Mark: Equatable {
        enum Kind: Hashable { case began, recognized, failed, cancelled }

        let kind: Kind
        let time: EventTime
        var words: String
        /// When what had been awaited in vain came after all.
        var late: EventTime?
        /// Whether what had been awaited in vain may still come.
        fileprivate var isAwaited = false
    }

    /// A time within which something has to happen.
    struct Allowance: Equatable {
        let start: EventTime
        let due: EventTime
        /// When it ceased to matter; nil while it runs.
        var end: EventTime?
    }

    /// What one recognizer did.
    struct Lane: Equatable {
        let name: String
        /// What it is, in a word or two.
        let kind: String
        /// The view that it is attached to.
        let view: String
        fileprivate(set) var segments: [Segment] = []
        fileprivate(set) var marks: [Mark] = []
        fileprivate(set) var allowances: [Allowance] = []
        fileprivate(set) var lastChange: EventTime?

        /// Where it stands.
        var state: LaneState { segments.last.flatMap { $0.end == nil ? $0.state : nil } ?? .idle }
        /// The time that runs.
        var allowance: Allowance? { allowances.last.flatMap { $0.end == nil ? $0 : nil } }
    }

    /// One touch, from contact to lift.
    struct Track: Equatable {
        struct Sample: Equatable {
            let time: EventTime
            /// How far from where it came down, in points.
            let distance: Double
        }

        let touch: ObjectIdentifier
        let id: Int32
        let kind: Touch.Kind
        let view: String
        /// Which of the tracks that lie under one another it takes.
        let slot: Int
        let start: EventTime
        fileprivate(set) var end: EventTime?
        fileprivate(set) var isCancelled = false
        fileprivate(set) var samples: [Sample] = []
    }

    /// The recognizers, in the order in which they are shown.
    private(set) var lanes: [Lane]
    /// The touches, oldest first.
    private(set) var tracks: [Track] = []
    /// The instant up to which it is known what happened.
    private(set) var now = EventTime(nanoseconds: 0)
    /// How far a finger of a tap may stray, in points; nil for any distance.
    var allowedMovement: Double?
    private var lastChange: EventTime?
    private var lastForgot: EventTime?

    /// How far back it remembers.
    static let memory = Duration.seconds(12)
    /// How long things move on after the last change, so that it does not stop at the very edge.
    private static let linger = Duration.milliseconds(600)
    /// How much later a tap that was awaited may come and still be called late.
    private static let lateness = Duration.seconds(2)

    init(lanes: [(name: String, kind: String, view: String)]) {
        self.lanes = lanes.map { Lane(name: $0.name, kind: $0.kind, view: $0.view) }
    }

    /// Whether the picture changes with time alone.
    var isMoving: Bool {
        tracks.contains { $0.end == nil } || lanes.contains { $0.allowance != nil }
            || lastChange.map { $0.duration(to: now) < Self.linger } ?? false
    }

    /// Time has come so far.
    mutating func advance(to time: EventTime) { now = max(now, time) }

    /// Forgets all that is over.
    mutating func clear() {
        for index in lanes.indices {
            lanes[index].segments.removeAll { $0.end != nil }
            lanes[index].allowances.removeAll { $0.end != nil }
            lanes[index].marks.removeAll()
        }
        tracks.removeAll { $0.end != nil }
    }

    // MARK: Lanes

    /// A lane is in a state from now on, and has until its deadline.
    mutating func set(_ lane: Int, to state: LaneState, deadline: EventTime?, at time: EventTime) {
        let (isNew, isDue) = (lanes[lane].state != state, lanes[lane].allowance?.due != deadline)
        guard isNew || isDue else { return advance(to: time) }
        if isNew {
            lanes[lane].close(at: time)
            if state != .idle { lanes[lane].segments.append(Segment(state: state, start: time)) }
        }
        if isDue {
            if let last = lanes[lane].allowances.indices.last, lanes[lane].allowances[last].end == nil {
                lanes[lane].allowances[last].end = min(time, lanes[lane].allowances[last].due)
            }
            if let deadline, deadline > time {
                lanes[lane].allowances.append(Allowance(start: time, due: deadline))
            }
        }
        lanes[lane].lastChange = time
        note(time)
    }

    /// A lane came to a decision.
    mutating func mark(_ lane: Int, _ kind: Mark.Kind, _ words: String, at time: EventTime) {
        lanes[lane].marks.append(Mark(kind: kind, time: time, words: words))
        lanes[lane].lastChange = time
        note(time)
    }

    /// A lane failed.
    mutating func fail(_ lane: Int, _ reason: FailureReason, at time: EventTime) {
        mark(lane, .failed, reason.words, at: time)
        guard case .nextTapTooLate(let measured, let allowed) = reason else { return }
        let last = lanes[lane].marks.count - 1
        if measured > allowed {
            lanes[lane].marks[last].words = Self.words(late: measured - allowed)
        } else {
            lanes[lane].marks[last].isAwaited = true
        }
    }

    private static func words(late lateness: Duration) -> String { "next tap came \(lateness.words) too late" }

    // MARK: Touches

    /// A touch came down.
    mutating func begin(_ touch: ObjectIdentifier, id: Int32, kind: Touch.Kind, view: String, at time: EventTime) {
        let taken = Set(tracks.filter { $0.end == nil }.map(\.slot))
        let slot = (0...).first { !taken.contains($0) } ?? 0
        tracks.append(Track(touch: touch, id: id, kind: kind, view: view, slot: slot, start: time))
        // Who has just given up waiting for it learns by how much it missed.
        for index in lanes.indices where lanes[index].view == view {
            guard let last = lanes[index].marks.indices.last, lanes[index].marks[last].isAwaited else { continue }
            let lateness = lanes[index].marks[last].time.duration(to: time)
            lanes[index].marks[last].isAwaited = false
            guard lateness < Self.lateness else { continue }
            lanes[index].marks[last].words = Self.words(late: lateness)
            lanes[index].marks[last].late = time
        }
        note(time)
    }

    /// A touch is so many points from where it came down.
    mutating func move(_ touch: ObjectIdentifier, distance: Double, at time: EventTime) {
        guard let index = tracks.lastIndex(where: { $0.touch == touch && $0.end == nil }) else { return }
        if let last = tracks[index].samples.last, last.time.duration(to: time) < .milliseconds(6) {
            tracks[index].samples.removeLast()
        }
        tracks[index].samples.append(Track.Sample(time: time, distance: distance))
        note(time)
    }

    /// A touch is over.
    mutating func end(_ touch: ObjectIdentifier, isCancelled: Bool, at time: EventTime) {
        guard let index = tracks.lastIndex(where: { $0.touch == touch && $0.end == nil }) else { return }
        tracks[index].end = max(time, tracks[index].start)
        tracks[index].isCancelled = isCancelled
        note(time)
    }

    private mutating func note(_ time: EventTime) {
        advance(to: time)
        lastChange = max(lastChange ?? time, time)
        // Nobody sees it if what is past stays a second longer.
        guard lastForgot.map({ $0.duration(to: now) >= .seconds(1) }) ?? true else { return }
        lastForgot = now
        let oldest = now.advanced(by: .zero - Self.memory)
        func isPast(_ end: EventTime?) -> Bool { end.map { $0 < oldest } ?? false }
        tracks.removeAll { isPast($0.end) }
        for index in lanes.indices {
            lanes[index].segments.removeAll { isPast($0.end) }
            lanes[index].allowances.removeAll { isPast($0.end) }
            lanes[index].marks.removeAll { $0.time < oldest }
        }
    }
}

extension InspectorModel.Lane {
    fileprivate mutating func close(at time: EventTime) {
        guard let last = segments.indices.last, segments[last].end == nil else { return }
        segments[last].end = time
        if segments[last].start == time { segments.removeLast() }
    }
}

extension Duration {
    /// In whole milliseconds, or in tenths of them where it is shorter than ten.
    nonisolated var words: String {
        let milliseconds = milliseconds
        guard abs(milliseconds) < 10, milliseconds != milliseconds.rounded() else {
            return "\(Int64(milliseconds.rounded())) ms"
        }
        return "\((milliseconds * 10).rounded() / 10) ms"
    }
}

extension FailureReason {
    /// The reason as short as a lane needs it.
    var words: String {
        switch self {
        case .nextTapTooLate(_, let allowed): "no next tap within \(allowed.words)"
        case .nextTapTooSoon(let measured, let needed):
            "next tap \(measured.words) after the last, \(needed.words) needed"
        case .nextTapTooFar(let measured, let allowed):
            "next tap \(Int(measured.rounded())) pt away, \(Int(allowed.rounded())) allowed"
        case .nextTapFromOtherDevice: "next tap from another device"
        case .tooManyTouches(let measured, let allowed): "\(measured) fingers, \(allowed) allowed"
        case .tooFewTouches(let measured, let needed): "\(measured) of \(needed) fingers"
        case .prevented(let other): "\(other.title) was first"
        case .requiredRecognized(let other): "\(other.title) was recognized"
        case .touchesEnded: "lifted before it began"
        case .cancelledByCompositor: "taken by the compositor"
        case .touchLost: "touch lost with its device"
        case .declined: "declined by delegate or view"
        default: description
        }
    }
}
