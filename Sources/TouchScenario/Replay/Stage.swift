public import TouchKit

/// Sets up a scenario's views and recognizers in a window, and collects what they report.
///
/// A stage delivers no input. ``Replay`` delivers the scenario's own input on a virtual clock; a window on a screen
/// receives the compositor's input.
@MainActor
public final class Stage {
    /// The outcomes that the recognizers have reported, in order.
    public private(set) var outcomes: [Outcome] = []
    /// The calls of the views' touch methods and of the first responder's press methods, in order.
    public private(set) var viewCalls: [ViewCall] = []
    /// Called with each outcome when it is reported, and with the transition behind it.
    public var onOutcome: ((Outcome, GestureTransition) -> Void)?

    private let scenario: Scenario
    private let window: Window
    /// The instant of the event clock at which the scenario's time is 0. Default the clock's zero.
    public var start = EventTime(nanoseconds: 0)
    private var views: [String: StageView] = [:]
    private var recognizers: [String: GestureRecognizer] = [:]
    private var names: [GestureRecognizer: Scenario.Recognizer] = [:]
    private let partners = Partners()
    private var observer: ObserverToken?

    /// Adds a scenario's views and recognizers to an empty window, and gives its settings to the window's dispatcher.
    public init(_ scenario: Scenario, in window: Window) {
        self.scenario = scenario
        self.window = window
        window.dispatcher.settings = GestureSettings(scenario.thresholds)
        for description in scenario.views { add(description) }
        for description in scenario.recognizers { add(description) }
        for description in scenario.recognizers {
            for name in description.requireToFail {
                if let required = recognizers[name] { recognizers[description.id]?.require(toFail: required) }
            }
            for name in description.simultaneousWith {
                if let one = recognizers[description.id], let other = recognizers[name] { partners.pair(one, other) }
            }
        }
        observer = window.dispatcher.addObserver { [weak self] in self?.note($0) }
    }

    isolated deinit {
        if let observer { window.dispatcher.removeObserver(observer) }
    }

    /// The verdict on the outcomes and calls so far.
    public var verdict: Verdict { Verdict(of: scenario, outcomes: outcomes, viewCalls: viewCalls) }

    /// Returns the size of a window that holds the views of a scenario.
    public static func size(for scenario: Scenario) -> Size {
        let extent = scenario.views.filter { $0.parent == nil }.map(\.frame).reduce(Rect.zero) { $0.union($1) }
        return Size(width: max(1, extent.maxX), height: max(1, extent.maxY))
    }

    /// Makes a change to a view or a recognizer. Changes of the seat, which are input, have no effect.
    public func apply(_ change: Scenario.Event.Change) {
        switch change {
        case .recognizerEnabled(let name, let isEnabled): recognizers[name]?.isEnabled = isEnabled
        case .recognizerTranslation(let name, let translation):
            (recognizers[name] as? PanGestureRecognizer)?.setTranslation(translation, in: nil)
        case .viewRemoved(let name): views[name]?.removeFromSuperview()
        case .viewHidden(let name, let isHidden): views[name]?.isHidden = isHidden
        case .viewEnabled(let name, let isEnabled): views[name]?.isUserInteractionEnabled = isEnabled
        case .viewFirstResponder(let name, let isFirst):
            _ = isFirst ? views[name]?.becomeFirstResponder() : views[name]?.resignFirstResponder()
        case .viewAdded(let name, let frame, let parent):
            if let view = views[name] {
                view.frame = frame
                self.parent(parent).addSubview(view)
            } else {
                add(Scenario.View(id: name, frame: frame, parent: parent))
            }
        case .touch, .pointer: break
        }
    }

    // MARK: Setting up

    private func add(_ description: Scenario.View) {
        let view = StageView(frame: description.frame)
        view.identifier = description.id
        for field in Scenario.View.sharedFields { field.apply(description, view) }
        view.report = { [unowned self] view, event, touches in note(view, event, touches) }
        view.reportPresses = { [unowned self] view, event, presses in note(view, event, presses) }
        views[description.id] = view
        parent(description.parent).addSubview(view)
        if description.isFirstResponder { view.becomeFirstResponder() }
    }

    private func parent(_ name: String?) -> View { name.flatMap { views[$0] } ?? window }

    private func add(_ description: Scenario.Recognizer) {
        let recognizer = GestureRecognizer.make(description.kind)
        recognizer.name = description.id
        for field in Scenario.Recognizer.sharedFields { field.apply(description, recognizer) }
        recognizer.delegate = partners
        if let action = description.onAction {
            recognizer.addAction { [unowned self] in perform(action, for: $0) }
        }
        recognizers[description.id] = recognizer
        names[recognizer] = description
        views[description.view]?.addGestureRecognizer(recognizer)
    }

    private func perform(_ action: Scenario.Recognizer.Action, for recognizer: GestureRecognizer) {
        switch action {
        case .removeView(let name): views[name]?.removeFromSuperview()
        case .moveView(let name):
            guard let pan = recognizer as? PanGestureRecognizer, let view = views[name] else { return }
            view.frame = view.frame.offsetBy(pan.translation(in: nil))
            pan.setTranslation(.zero, in: nil)
        }
    }

    // MARK: Collecting

    private func note(_ view: StageView, _ event: ViewCall.Event, _ touches: Set<Touch>) {
        // A call may have several touches of one id: those of two seats, or a touch that was withheld and the next one.
        func order(_ touch: Touch) -> (Int32, EventTime, Double, Double) {
            let place = touch.location(in: view)
            return (touch.id, touch.timestamp, place.x, place.y)
        }
        let ordered = touches.sorted { order($0) < order($1) }
        viewCalls.append(
            ViewCall(
                t: start.duration(to: window.dispatcher.now).milliseconds, view: view.identifier ?? "", event: event,
                locations: ordered.map { $0.location(in: view) }, tapCounts: ordered.map(\.tapCount)))
    }

    private func note(_ view: StageView, _ event: ViewCall.Event, _ presses: Set<Press>) {
        viewCalls.append(
            ViewCall(
                t: start.duration(to: window.dispatcher.now).milliseconds, view: view.identifier ?? "", event: event,
                locations: [], tapCounts: [], keys: presses.map(\.key.name).sorted()))
    }

    private func note(_ transition: GestureTransition) {
        guard let description = names[transition.recognizer],
            let outcome = Outcome(transition, of: description, start: start)
        else { return }
        outcomes.append(outcome)
        onOutcome?(outcome, transition)
    }
}

/// A view that reports the calls of its touch methods and, while it is first responder, of its press methods.
///
/// The view handles touches. It passes keys on up the responder chain.
private final class StageView: View {
    var report: (StageView, ViewCall.Event, Set<Touch>) -> Void = { _, _, _ in }
    var reportPresses: (StageView, ViewCall.Event, Set<Press>) -> Void = { _, _, _ in }

    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { report(self, .touchesBegan, touches) }
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { report(self, .touchesMoved, touches) }
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { report(self, .touchesEnded, touches) }
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        report(self, .touchesCancelled, touches)
    }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        if isFirstResponder { reportPresses(self, .pressesBegan, presses) }
        super.pressesBegan(presses, with: event)
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        if isFirstResponder { reportPresses(self, .pressesChanged, presses) }
        super.pressesChanged(presses, with: event)
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        if isFirstResponder { reportPresses(self, .pressesEnded, presses) }
        super.pressesEnded(presses, with: event)
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        if isFirstResponder { reportPresses(self, .pressesCancelled, presses) }
        super.pressesCancelled(presses, with: event)
    }
}

/// The delegate of all recognizers, which lets pairs of them recognize at the same time.
private final class Partners: GestureRecognizerDelegate {
    private var pairs: Set<Set<GestureRecognizer>> = []

    func pair(_ one: GestureRecognizer, _ other: GestureRecognizer) { pairs.insert([one, other]) }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        pairs.contains([recognizer, other])
    }
}
