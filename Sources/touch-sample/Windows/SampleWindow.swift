import TouchKit

/// The sample's window: two panes that tell single taps from double taps in two ways, a picture that follows the
/// fingers, the inspector below them, and a mark for each finger in front of everything.
final class SampleWindow: Window {
    let handlers = HandlersPane()
    let recognizers = RecognizersPane()
    let picture = PicturePane()
    let inspector: InspectorView
    private let fingers = FingersView()
    private let keys = KeysView()

    /// The frames of the parts.
    private(set) var layout = SampleLayout(size: .zero)
    /// The theme. Default light.
    var colors = Theme.light {
        didSet {
            backgroundColor = colors.window
            setNeedsDisplay()
        }
    }

    /// Called with each verdict of either tap pane.
    var onVerdict: (TapVerdict) -> Void = { _ in }
    /// Called with each touch that changed in an event, after the recognizers and views have handled it.
    var onTouch: ((Touch) -> Void)?
    /// Called with each transition of a recognizer.
    var onTransition: ((GestureTransition) -> Void)?
    /// Starts or stops recording. Returns the notice to show, and whether a recording is running now.
    var switchRecording: () -> (notice: String, isRecording: Bool) = { ("no recording here", false) }
    /// Saves a picture of the window. Returns the notice to show.
    var savePicture: () -> String = { "no pictures here" }

    /// Whether the session is being recorded.
    var isRecording = false { didSet { if isRecording != oldValue { inspector.setNeedsDisplay() } } }
    private var notice: String? { didSet { inspector.setNeedsDisplay() } }
    /// The touches whose end has been passed to `onTouch`. An event keeps a finished touch until its view has been told.
    private var finished: Set<Touch> = []
    private var inspectorUpdate: DelayedPerform?
    private var tick: DelayedPerform?

    /// The time between two pictures of what moves by itself.
    private static let tickInterval = Duration.milliseconds(33)

    override init(size: Size, dispatcher: TouchDispatcher) {
        handlers.identifier = TapVerdict.Way.handlers.rawValue
        recognizers.identifier = TapVerdict.Way.recognizers.rawValue
        picture.identifier = "picture"
        inspector = InspectorView([
            .handlers(handlers),
            .recognizer(recognizers.single, kind: "one tap"), .recognizer(recognizers.double, kind: "two taps"),
            .recognizer(picture.pan, kind: "drag"), .recognizer(picture.pinch, kind: "two fingers"),
            .recognizer(picture.rotation, kind: "two fingers"), .recognizer(picture.press, kind: "long press"),
            .recognizer(picture.swipe, kind: "left or right"), .recognizer(picture.pairTap, kind: "two-finger tap"),
        ])
        // With the default velocity every drag would be a swipe.
        dispatcher.settings.swipeMinimumVelocity = 600
        super.init(size: size, dispatcher: dispatcher)
        for pane in [handlers, recognizers] as [TapPane] { pane.onVerdict = { [unowned self] in handle($0) } }
        handlers.onFailure = { [unowned self] reason in
            inspector.addHandlersFailure(reason, at: dispatcher.now)
            updateInspectorLater()
        }
        dispatcher.addObserver { [weak self] in self?.handle($0) }
        for view in [handlers, recognizers, picture, inspector, fingers, keys] { addSubview(view) }
        inspector.allowedMovement = dispatcher.settings.tapAllowableMovement
        backgroundColor = colors.window
        layoutSubviews()
    }

    /// Places the parts, and hides those without room.
    override func layoutSubviews() {
        layout = SampleLayout(size: bounds.size)
        (handlers.frame, recognizers.frame) = (layout.handlers, layout.recognizers)
        for (view, frame) in [(picture, layout.picture), (inspector, layout.inspector)] as [(View, Rect?)] {
            view.isHidden = frame == nil
            if let frame { view.frame = frame }
        }
        for view in [fingers, keys] { view.frame = bounds }
    }

    // MARK: Events

    override func sendEvent(_ event: TouchEvent) {
        super.sendEvent(event)
        fingers.show(event)
        inspector.add(event)
        if let onTouch {
            let touches = event.touches(for: self)
            finished.formIntersection(touches)
            for touch in touches.sorted(by: { $0.id < $1.id }) where touch.phase != .stationary {
                let isOver = touch.phase == .ended || touch.phase == .cancelled
                if !isOver || finished.insert(touch).inserted { onTouch(touch) }
            }
        }
        updateInspectorLater()
    }

    private func handle(_ verdict: TapVerdict) {
        inspector.add(verdict)
        updateInspectorLater()
        onVerdict(verdict)
    }

    private func handle(_ transition: GestureTransition) {
        guard transition.recognizer.view?.window === self else { return }
        inspector.add(transition)
        updateInspectorLater()
        onTransition?(transition)
    }

    /// Updates the inspector after the current event or deadline has been handled.
    private func updateInspectorLater() {
        guard inspectorUpdate?.isPending != true else { return }
        inspectorUpdate = perform(after: .zero) { [unowned self] in
            inspector.update(at: dispatcher.now)
            animate()
        }
    }

    /// Draws what moves by itself, until nothing does. A window without a host is not shown and needs no pictures.
    private func animate() {
        guard host != nil, tick?.isPending != true, inspector.isMoving || fingers.isMoving else { return }
        tick = perform(after: Self.tickInterval) { [unowned self] in
            inspector.advance(to: dispatcher.now)
            fingers.fade(to: dispatcher.now)
            for pane in [handlers, recognizers] as [TapPane] where pane.waiting != nil { pane.setNeedsDisplay() }
            animate()
        }
    }

    // MARK: Keys

    /// The status in the inspector's header.
    var status: InspectorStatus {
        let settings = dispatcher.settings
        var parts = [
            "interval \(settings.multiTapInterval?.text ?? "any")",
            "slop \(settings.tapAllowableMovement.map { "\(Int($0)) pt" } ?? "any")",
        ]
        if settings.contactBounceInterval > .zero {
            parts.append("bounce guard on (\(settings.contactBounceInterval.text))")
        }
        if !recognizers.waitsForDouble { parts.append("require(toFail:) off") }
        parts.append("? keys")
        return InspectorStatus(
            settings: parts.joined(separator: " · "), isRecording: isRecording, isPaused: inspector.isPaused,
            notice: notice)
    }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        let commands = presses.compactMap { KeyCommand($0.key) }.filter { $0 != .quit }
        for command in commands { perform(command) }
        if commands.isEmpty { super.pressesBegan(presses, with: event) }
    }

    /// Executes a key command. The application executes `quit`.
    func perform(_ command: KeyCommand) {
        notice = nil
        switch command {
        case .showKeys: keys.isHidden.toggle()
        case .shorterInterval: changeInterval(by: -50)
        case .longerInterval: changeInterval(by: 50)
        case .lessSlop: changeSlop(by: -5)
        case .moreSlop: changeSlop(by: 5)
        case .switchBounceGuard:
            let isOff = dispatcher.settings.contactBounceInterval == .zero
            dispatcher.settings.contactBounceInterval = isOff ? .milliseconds(40) : .zero
        case .switchRequirement: recognizers.waitsForDouble.toggle()
        case .pause: inspector.isPaused.toggle()
        case .clear:
            for pane in [handlers, recognizers, picture] { pane.clear() }
            inspector.clear()
            fingers.clear()
        case .record: (notice, isRecording) = switchRecording()
        case .savePicture: notice = savePicture()
        case .switchTheme:
            colors = colors == .light ? .dark : .light
        case .quit: break
        }
        updateInspectorLater()
    }

    private func changeInterval(by step: Int) {
        let now = Int(dispatcher.settings.multiTapInterval?.milliseconds ?? 300)
        dispatcher.settings.multiTapInterval = .milliseconds(max(50, min(now + step, 1500)))
    }

    private func changeSlop(by step: Double) {
        let now = dispatcher.settings.tapAllowableMovement ?? 20
        dispatcher.settings.tapAllowableMovement = max(5, min(now + step, 100))
        inspector.allowedMovement = dispatcher.settings.tapAllowableMovement
    }
}
