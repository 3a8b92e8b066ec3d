import TouchKit

/// Shows the states and decisions of each recognizer over the last few seconds, and the reasons of the decisions.
///
/// Time runs to the right. The future lies to the right of the line that marks now: a running deadline is a bar that
/// reaches to its time and shrinks.
final class InspectorView: View {
    /// The present state. While the lanes are paused, the view shows the state at which they were paused.
    private(set) var model: InspectorModel
    /// Whether the lanes stand still. The model goes on meanwhile.
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

    /// What a lane shows.
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

    /// How far a finger of a tap may move, in points; nil for any distance.
    var allowedMovement: Double? { didSet { model.allowedMovement = allowedMovement } }

    /// Whether the picture changes with time alone.
    var isMoving: Bool { !isPaused && model.isMoving }

    // MARK: Input

    /// Adds a transition of a recognizer that has a lane.
    func add(_ transition: GestureTransition) {
        guard let lane = lane(of: transition.recognizer) else { return }
        let isDiscrete = transition.from == .possible
        switch transition.to {
        case .possible, .changed: break
        case .began: model.mark(lane, .began, "began", at: transition.time)
        case .ended: model.mark(lane, .recognized, isDiscrete ? "recognized" : "ended", at: transition.time)
        case .cancelled:
            model.mark(lane, .cancelled, transition.reason?.summary ?? "cancelled", at: transition.time)
        case .failed: model.fail(lane, transition.reason ?? .other("failed"), at: transition.time)
        }
        reported[transition.recognizer] = transition.to
    }

    /// Adds a verdict of the pane without recognizers.
    func add(_ verdict: TapVerdict) {
        guard verdict.way == .handlers, let lane = handlersLane else { return }
        model.mark(lane, .recognized, verdict.name, at: verdict.time)
    }

    /// Adds a failure of the pane without recognizers.
    func addHandlersFailure(_ reason: FailureReason, at time: EventTime) {
        if let lane = handlersLane { model.fail(lane, reason, at: time) }
    }

    /// Adds the touches of an event.
    func add(_ event: TouchEvent) {
        for touch in event.allTouches.sorted(by: { $0.id < $1.id }) where !down.contains(touch) {
            guard touch.phase == .began || touch.phase == .moved else { continue }
            down.append(touch)
            model.begin(
                ObjectIdentifier(touch), id: touch.id, kind: touch.type, view: touch.view?.identifier ?? "",
                at: touch.timestamp)
        }
        for touch in down where touch.phase == .moved {
            let start = touch.startLocation(in: nil)
            let points = event.coalescedTouches(for: touch)?.map { $0.location(in: nil) } ?? [touch.location(in: nil)]
            model.move(
                ObjectIdentifier(touch), distance: points.map { start.distance(to: $0) }.max() ?? 0,
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

    /// Reads the states of all recognizers, after an event or a deadline has been handled.
    func update(at time: EventTime) {
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

    /// Advances the present to a time.
    func advance(to time: EventTime) {
        model.advance(to: time)
        if !isPaused { setNeedsDisplay() }
    }

    /// Removes everything that is over.
    func clear() {
        model.clear()
        if isPaused { frozen = model }
        setNeedsDisplay()
    }

    /// The last state that each recognizer has reported.
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
        let awaited = recognizer.awaited
        return awaited.isEmpty ? .possible : .waiting(for: awaited.map(\.title).joined(separator: ", "))
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
