import TouchKit

/// The last few seconds of recognizers and touches, as the inspector shows them.
///
/// The model is a value. It is told each state change and each touch with its time on the event clock, and says whether
/// its picture still changes.
struct InspectorModel: Equatable {
    /// A state of a lane over a span of time; without an end it lasts until now.
    struct Segment: Equatable {
        let state: LaneState
        let start: EventTime
        var end: EventTime?
    }

    /// A decision of a recognizer, at the time of the event or deadline that decided.
    struct Mark: Equatable {
        enum Kind: Hashable { case began, recognized, failed, cancelled }

        let kind: Kind
        let time: EventTime
        /// The decision in a few words.
        var text: String
        /// When the next tap came, if it came after the recognizer had stopped waiting for it.
        var late: EventTime?
        /// Whether the recognizer failed because the next tap had not come.
        fileprivate var isAwaited = false
    }

    /// A span of time within which something has to happen.
    struct Allowance: Equatable {
        let start: EventTime
        let due: EventTime
        /// When it was met or expired; nil while it runs.
        var end: EventTime?
    }

    /// The states, decisions and deadlines of one recognizer.
    struct Lane: Equatable {
        let name: String
        /// What it recognizes, in a word or two.
        let kind: String
        /// The identifier of its view.
        let view: String
        fileprivate(set) var segments: [Segment] = []
        fileprivate(set) var marks: [Mark] = []
        fileprivate(set) var allowances: [Allowance] = []
        fileprivate(set) var lastChange: EventTime?

        /// The present state.
        var state: LaneState { segments.last.flatMap { $0.end == nil ? $0.state : nil } ?? .idle }
        /// The deadline that runs now; nil for none.
        var allowance: Allowance? { allowances.last.flatMap { $0.end == nil ? $0 : nil } }
    }

    /// One touch, from contact to lift.
    struct Track: Equatable {
        struct Sample: Equatable {
            let time: EventTime
            /// The distance from where the touch began, in points.
            let distance: Double
        }

        let touch: ObjectIdentifier
        let id: Int32
        let kind: Touch.Kind
        let view: String
        /// The row in which it is shown, counted from 0.
        let slot: Int
        let start: EventTime
        fileprivate(set) var end: EventTime?
        fileprivate(set) var isCancelled = false
        fileprivate(set) var samples: [Sample] = []
    }

    /// The lanes, from top to bottom.
    private(set) var lanes: [Lane]
    /// The touches, oldest first.
    private(set) var tracks: [Track] = []
    /// The latest time that the model has been told.
    private(set) var now = EventTime(nanoseconds: 0)
    /// How far a finger of a tap may move, in points; nil for any distance.
    var allowedMovement: Double?
    private var lastChange: EventTime?
    private var lastCleanup: EventTime?

    /// How long the model keeps what is over.
    static let memory = Duration.seconds(12)
    /// How long the picture moves on after the last change, so that the change does not stay at the edge of now.
    private static let linger = Duration.milliseconds(600)
    /// How much later than awaited a tap may come and still be called late.
    private static let lateness = Duration.seconds(2)

    init(lanes: [(name: String, kind: String, view: String)]) {
        self.lanes = lanes.map { Lane(name: $0.name, kind: $0.kind, view: $0.view) }
    }

    /// Whether the picture changes with time alone.
    var isMoving: Bool {
        tracks.contains { $0.end == nil } || lanes.contains { $0.allowance != nil }
            || lastChange.map { $0.duration(to: now) < Self.linger } ?? false
    }

    /// Advances the present to a time.
    mutating func advance(to time: EventTime) { now = max(now, time) }

    /// Removes everything that is over.
    mutating func clear() {
        for index in lanes.indices {
            lanes[index].segments.removeAll { $0.end != nil }
            lanes[index].allowances.removeAll { $0.end != nil }
            lanes[index].marks.removeAll()
        }
        tracks.removeAll { $0.end != nil }
    }

    // MARK: Lanes

    /// Sets the state and the deadline of a lane from a time on.
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
        noteChange(at: time)
    }

    /// Adds a decision to a lane.
    mutating func mark(_ lane: Int, _ kind: Mark.Kind, _ text: String, at time: EventTime) {
        lanes[lane].marks.append(Mark(kind: kind, time: time, text: text))
        lanes[lane].lastChange = time
        noteChange(at: time)
    }

    /// Adds a failure to a lane.
    mutating func fail(_ lane: Int, _ reason: FailureReason, at time: EventTime) {
        mark(lane, .failed, reason.summary, at: time)
        guard case .nextTapTooLate(let measured, let allowed) = reason else { return }
        let last = lanes[lane].marks.count - 1
        if measured > allowed {
            lanes[lane].marks[last].text = Self.text(late: measured - allowed)
        } else {
            lanes[lane].marks[last].isAwaited = true
        }
    }

    private static func text(late lateness: Duration) -> String { "second tap \(lateness.text) too late" }

    // MARK: Touches

    /// Adds a touch that began.
    mutating func begin(_ touch: ObjectIdentifier, id: Int32, kind: Touch.Kind, view: String, at time: EventTime) {
        let taken = Set(tracks.filter { $0.end == nil }.map(\.slot))
        let slot = (0...).first { !taken.contains($0) } ?? 0
        tracks.append(Track(touch: touch, id: id, kind: kind, view: view, slot: slot, start: time))
        // A recognizer that has just stopped waiting for this tap shows by how much the tap was too late.
        for index in lanes.indices where lanes[index].view == view {
            guard let last = lanes[index].marks.indices.last, lanes[index].marks[last].isAwaited else { continue }
            let lateness = lanes[index].marks[last].time.duration(to: time)
            lanes[index].marks[last].isAwaited = false
            guard lateness < Self.lateness else { continue }
            lanes[index].marks[last].text = Self.text(late: lateness)
            lanes[index].marks[last].late = time
        }
        noteChange(at: time)
    }

    /// Adds a sample of a touch.
    ///
    /// - Parameter distance: The distance from where the touch began, in points.
    mutating func move(_ touch: ObjectIdentifier, distance: Double, at time: EventTime) {
        guard let index = tracks.lastIndex(where: { $0.touch == touch && $0.end == nil }) else { return }
        if let last = tracks[index].samples.last, last.time.duration(to: time) < .milliseconds(6) {
            tracks[index].samples.removeLast()
        }
        tracks[index].samples.append(Track.Sample(time: time, distance: distance))
        noteChange(at: time)
    }

    /// Ends a touch.
    mutating func end(_ touch: ObjectIdentifier, isCancelled: Bool, at time: EventTime) {
        guard let index = tracks.lastIndex(where: { $0.touch == touch && $0.end == nil }) else { return }
        tracks[index].end = max(time, tracks[index].start)
        tracks[index].isCancelled = isCancelled
        noteChange(at: time)
    }

    private mutating func noteChange(at time: EventTime) {
        advance(to: time)
        lastChange = max(lastChange ?? time, time)
        // Once a second is often enough to remove what is past.
        guard lastCleanup.map({ $0.duration(to: now) >= .seconds(1) }) ?? true else { return }
        lastCleanup = now
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
    /// The duration in whole milliseconds; in tenths of them if it is shorter than ten.
    nonisolated var text: String {
        let milliseconds = milliseconds
        guard abs(milliseconds) < 10, milliseconds != milliseconds.rounded() else {
            return "\(Int64(milliseconds.rounded())) ms"
        }
        return "\((milliseconds * 10).rounded() / 10) ms"
    }
}

extension FailureReason {
    /// The reason, short enough for a lane of the inspector.
    var summary: String {
        switch self {
        case .nextTapTooLate(_, let allowed): "no second tap within \(allowed.text)"
        case .nextTapTooSoon(let measured, let needed): "second tap after \(measured.text), needs \(needed.text)"
        case .nextTapTooFar(let measured, let allowed):
            "second tap \(Int(measured.rounded())) pt away, \(Int(allowed.rounded())) allowed"
        case .nextTapFromOtherDevice: "second tap from another device"
        case .heldTooLong(_, let allowed): "held longer than \(allowed.text)"
        case .liftedTooSoon(let measured, let needed): "lifted after \(measured.text), needs \(needed.text)"
        case .wrongDirection: "moved in another direction"
        case .tooSlow(let measured, let needed):
            "moved at \(Int(measured.rounded())) pt/s, needs \(Int(needed.rounded()))"
        case .tooShort(let measured, let needed): "moved \(Int(measured.rounded())) pt, needs \(Int(needed.rounded()))"
        case .tooManyTouches(let measured, let allowed): "\(measured) fingers, \(allowed) allowed"
        case .tooFewTouches(let measured, let needed): "\(measured) of \(needed) fingers"
        case .prevented(let other): "\(other.title) recognized first"
        case .requiredRecognized(let other): "\(other.title) recognized"
        case .touchesEnded: "lifted before it began"
        case .cancelledByCompositor: "cancelled by the compositor"
        case .touchLost: "touch lost with its device"
        case .declined: "declined by delegate or view"
        default: description
        }
    }
}
