import TouchKit

/// The sample's window: both ways of telling single from double taps, a picture that follows the fingers, the
/// inspector under them, and every finger on top.
final class SampleWindow: Window {
    let handlers = HandlersPane()
    let recognizers = RecognizersPane()
    let picture = PicturePane()
    let inspector: InspectorView
    private let fingers = FingersView()
    private let keys = KeysView()

    /// Where the parts lie.
    private(set) var layout = SampleLayout(size: .zero)
    /// The colours.
    var colors = Theme.light {
        didSet {
            backgroundColor = colors.window
            setNeedsDisplay()
        }
    }

    /// Called with each verdict of either tap pane.
    var onVerdict: (TapVerdict) -> Void = { _ in }
    /// Called with each touch that an event changed, after the recognizers and views have had it.
    var onTouch: ((Touch) -> Void)?
    /// Called with each transition of a recognizer.
    var onTransition: ((GestureTransition) -> Void)?
    /// Starts or stops recording; the answer is what to tell the user, and whether it records now.
    var switchRecording: () -> (notice: String, isRecording: Bool) = { ("recording is not possible here", false) }
    /// Saves a picture of the window; the answer is what to tell the user.
    var savePicture: () -> String = { "pictures are not possible here" }

    /// Whether the session is being recorded.
    var isRecording = false { didSet { if isRecording != oldValue { inspector.setNeedsDisplay() } } }
    private var notice: String? { didSet { inspector.setNeedsDisplay() } }
    /// Touches whose end has been told: an event has them for as long as a view has still to hear of it.
    private var finished: Set<Touch> = []
    private var reading: DelayedPerform?
    private var tick: DelayedPerform?

    /// How often what moves by itself is drawn.
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
        // Otherwise every drag would be a swipe.
        dispatcher.settings.swipeMinimumVelocity = 600
        super.init(size: size, dispatcher: dispatcher)
        for pane in [handlers, recognizers] as [TapPane] { pane.onVerdict = { [unowned self] in note($0) } }
        handlers.onFailure = { [unowned self] reason in
            inspector.noteHandlersFailed(reason, at: dispatcher.now)
            readLater()
        }
        dispatcher.addObserver { [weak self] in self?.note($0) }
        for view in [handlers, recognizers, picture, inspector, fingers, keys] { addSubview(view) }
        inspector.allowedMovement = dispatcher.settings.tapAllowableMovement
        backgroundColor = colors.window
        layoutSubviews()
    }

    /// Places the parts; those without room are hidden.
    override func layoutSubviews() {
        layout = SampleLayout(size: bounds.size)
        (handlers.frame, recognizers.frame) = (layout.handlers, layout.recognizers)
        for (view, frame) in [(picture, layout.picture), (inspector, layout.inspector)] as [(View, Rect?)] {
            view.isHidden = frame == nil
            if let frame { view.frame = frame }
        }
        for view in [fingers, keys] { view.frame = bounds }
    }

    // MARK: What happens

    override func sendEvent(_ event: TouchEvent) {
        super.sendEvent(event)
        fingers.show(event)
        inspector.note(event)
        if let onTouch {
            let touches = event.touches(for: self)
            finished.formIntersection(touches)
            for touch in touches.sorted(by: { $0.id < $1.id }) where touch.phase != .stationary {
                let isOver = touch.phase == .ended || touch.phase == .cancelled
                if !isOver || finished.insert(touch).inserted { onTouch(touch) }
            }
        }
        readLater()
    }

    private func note(_ verdict: TapVerdict) {
        inspector.note(verdict)
        readLater()
        onVerdict(verdict)
    }

    private func note(_ transition: GestureTransition) {
        guard transition.recognizer.view?.window === self else { return }
        inspector.note(transition)
        readLater()
        onTransition?(transition)
    }

    /// Reads where every recognizer stands when the present event or deadline is done with.
    private func readLater() {
        guard reading?.isPending != true else { return }
        reading = perform(after: .zero) { [unowned self] in
            inspector.read(at: dispatcher.now)
            animate()
        }
    }

    /// Draws what moves by itself until nothing does. Without a host nobody sees it.
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

    /// What the line over the lanes says besides.
    var status: InspectorStatus {
        let settings = dispatcher.settings
        var parts = [
            "interval \(settings.multiTapInterval?.words ?? "any")",
            "slop \(settings.tapAllowableMovement.map { "\(Int($0)) pt" } ?? "any")",
        ]
        if settings.contactBounceInterval > .zero {
            parts.append("bounce guard on (\(settings.contactBounceInterval.words))")
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

    /// Does what a key is for; quitting is the application's business.
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
        readLater()
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
