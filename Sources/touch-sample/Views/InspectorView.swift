import TouchKit

/// Shows what each recognizer made of the touches of the last few seconds, and why.
///
/// Time runs to the right. Beyond the line that is now lies what is still to come: a deadline that runs is a bar that
/// reaches to its instant, and shrinks.
final class InspectorView: View {
    /// What it shows; as it was when the lanes were paused, while they are.
    private(set) var model: InspectorModel
    /// Whether the lanes stand still. What happens meanwhile is not lost.
    var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            frozen = isPaused ? model : nil
            setNeedsDisplay()
        }
    }

    private var frozen: InspectorModel?
    private let sources: [Source]
    private var down: [Touch] = []

    /// Whose doings a lane shows.
    enum Source {
        case recognizer(GestureRecognizer, kind: String)
        case handlers(HandlersPane)
    }

    init(_ sources: [Source]) {
        self.sources = sources
        model = InspectorModel(
            lanes: sources.map { source in
                switch source {
                case .recognizer(let recognizer, let kind):
                    (recognizer.title, kind, recognizer.view?.identifier ?? "")
                case .handlers(let pane): ("handlers", "touch methods", pane.identifier ?? "")
                }
            })
        super.init()
        isUserInteractionEnabled = false
        clipsToBounds = true
    }

    /// How far a finger of a tap may stray, in points; nil for any distance.
    var allowedMovement: Double? { didSet { model.allowedMovement = allowedMovement } }

    /// Whether its picture changes with time alone.
    var isMoving: Bool { !isPaused && model.isMoving }

    // MARK: What happens

    /// Notes a transition of a recognizer, if it has a lane for it.
    func note(_ transition: GestureTransition) {
        guard let lane = lane(of: transition.recognizer) else { return }
        let isDiscrete = transition.from == .possible
        switch transition.to {
        case .possible, .changed: break
        case .began: model.mark(lane, .began, "began", at: transition.time)
        case .ended: model.mark(lane, .recognized, isDiscrete ? "recognized" : "ended", at: transition.time)
        case .cancelled:
            model.mark(lane, .cancelled, transition.reason?.words ?? "cancelled", at: transition.time)
        case .failed: model.fail(lane, transition.reason ?? .other("failed"), at: transition.time)
        }
        reported[transition.recognizer] = transition.to
    }

    /// Notes a verdict of the pane without recognizers.
    func note(_ verdict: TapVerdict) {
        guard verdict.way == .handlers, let lane = handlersLane else { return }
        model.mark(lane, .recognized, verdict.words, at: verdict.time)
    }

    /// Notes that what the pane without recognizers saw was no tap.
    func noteHandlersFailed(_ reason: FailureReason, at time: EventTime) {
        if let lane = handlersLane { model.fail(lane, reason, at: time) }
    }

    /// Notes the touches of an event.
    func note(_ event: TouchEvent) {
        for touch in event.allTouches.sorted(by: { $0.id < $1.id }) where !down.contains(touch) {
            guard touch.phase == .began || touch.phase == .moved else { continue }
            down.append(touch)
            model.begin(
                ObjectIdentifier(touch), id: touch.id, kind: touch.type, view: touch.view?.identifier ?? "",
                at: touch.timestamp)
        }
        for touch in down where touch.phase == .moved {
            let start = touch.startLocation(in: nil)
            let places = event.coalescedTouches(for: touch)?.map(\.position) ?? [touch.location(in: nil)]
            model.move(
                ObjectIdentifier(touch), distance: places.map { start.distance(to: $0) }.max() ?? 0,
                at: touch.timestamp)
        }
        endTouches()
    }

    private func endTouches() {
        for touch in down where touch.phase == .ended || touch.phase == .cancelled {
            model.end(ObjectIdentifier(touch), isCancelled: touch.phase == .cancelled, at: touch.timestamp)
        }
        down.removeAll { $0.phase == .ended || $0.phase == .cancelled }
    }

    /// Reads where everybody stands, once an event has been settled.
    func read(at time: EventTime) {
        endTouches()
        for (lane, source) in sources.enumerated() {
            switch source {
            case .recognizer(let recognizer, _):
                model.set(lane, to: state(of: recognizer), deadline: recognizer.deadline, at: time)
            case .handlers(let pane):
                let (state, deadline) = pane.decision
                model.set(lane, to: state, deadline: deadline, at: time)
            }
        }
        advance(to: time)
    }

    /// Time has come so far.
    func advance(to time: EventTime) {
        model.advance(to: time)
        if !isPaused { setNeedsDisplay() }
    }

    /// Forgets all that is over.
    func clear() {
        model.clear()
        if isPaused { frozen = model }
        setNeedsDisplay()
    }

    /// What each recognizer has last reported.
    private var reported: [GestureRecognizer: GestureRecognizer.State] = [:]

    private func state(of recognizer: GestureRecognizer) -> LaneState {
        switch reported[recognizer] ?? .possible {
        case .began, .changed: return .active
        case .ended, .cancelled, .failed: return .over
        case .possible: break
        }
        if recognizer.state == .possible {
            return recognizer.numberOfTouches > 0 || recognizer.deadline != nil ? .possible : .idle
        }
        guard recognizer.state != .failed else { return .idle }
        let awaited = recognizer.failureRequirements.filter {
            $0.state == .possible && ($0.numberOfTouches > 0 || $0.deadline != nil)
        }
        return .waiting(for: awaited.isEmpty ? "another one" : awaited.map(\.title).joined(separator: ", "))
    }

    private func lane(of recognizer: GestureRecognizer) -> Int? {
        sources.firstIndex { if case .recognizer(recognizer, _) = $0 { true } else { false } }
    }

    private var handlersLane: Int? {
        sources.firstIndex { if case .handlers = $0 { true } else { false } }
    }

    // MARK: Drawing

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(rect: bounds), theme.pane)
        canvas.stroke(Path(rect: bounds.insetBy(0.5)), theme.edge, width: 1)
        canvas.scale(by: unit)
        let picture = InspectorPicture(
            frozen ?? model, size: Size(width: bounds.size.width / unit, height: bounds.size.height / unit),
            status: (window as? SampleWindow)?.status ?? InspectorStatus(), theme: theme)
        picture.draw(in: canvas)
    }
}

/// What the line over the lanes says besides.
struct InspectorStatus: Equatable {
    /// The numbers and switches that can be changed.
    var settings = ""
    var isRecording = false
    var isPaused = false
    /// What the last key led to.
    var notice: String?
}
