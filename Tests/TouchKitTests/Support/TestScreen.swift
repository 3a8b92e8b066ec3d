@testable import TouchKit

/// A window that a test touches with fingers and a mouse on a virtual clock, with a log of the calls of views' touch
/// methods, the actions and failures of recognizers, and lines that a test adds. A line is "time in ms, name, event,
/// …"; for a touch method the ids of the touches follow.
///
/// Each input method sends one frame, except inside `together`. Time passes with the next input method and with `wait`.
final class TestScreen {
    let dispatcher: TouchDispatcher
    let window: TestWindow
    /// A delegate that a test can set on recognizers.
    let delegate = TestDelegate()
    private(set) var log: [String] = []
    /// The violations of rules that hold in every test.
    private(set) var faults: [String] = []
    /// The number of the touch screen that the methods for fingers use.
    var hand = 0

    private var hands = (0..<2).map { FrameAssembler(device: InputDevice(seat: UInt32($0), generation: 1)) }
    private var mouse = PointerAssembler(device: InputDevice(seat: 0, generation: 2))
    private var generation: UInt32 = 2
    private var isTogether = false
    private let turn: Turn
    /// Whether input collects until the program reads on.
    private var isStalled = false
    private var lastState: [GestureRecognizer: GestureRecognizer.State] = [:]
    /// Removes the closures that a test has set on views, windows and recognizers.
    private var unhooks: [() -> Void] = []

    init(_ settings: GestureSettings = GestureSettings(), width: Double = 400, height: Double = 400) {
        dispatcher = TouchDispatcher(settings: settings)
        turn = Turn(dispatcher)
        window = TestWindow(size: Size(width: width, height: height), dispatcher: dispatcher)
        listen(to: window, "window")
        dispatcher.addObserver { [unowned self] in check($0) }
    }

    // A handler may capture the view or recognizer that owns it, and the cycle would keep both alive. So a handler
    // needs to capture only the screen as `unowned`.
    isolated deinit { for unhook in unhooks { unhook() } }

    // MARK: Content

    /// Creates another window whose touches are logged.
    func addWindow(_ name: String) -> TestWindow {
        let other = TestWindow(size: window.frame.size, dispatcher: dispatcher)
        listen(to: other, name)
        return other
    }

    private func listen(to window: TestWindow, _ name: String) {
        window.record.note = { [unowned self] in note($0) }
        window.record.fault = { [unowned self] in fault($0) }
        window.identifier = name
        unhooks.append { [weak window] in window?.unhook() }
    }

    /// Adds a view that logs its touches.
    @discardableResult
    func view(
        _ name: String, _ x: Double = 0, _ y: Double = 0, _ width: Double = 100, _ height: Double = 100,
        in parent: View? = nil
    ) -> TestView {
        let view = TestView(frame: Rect(x: x, y: y, width: width, height: height))
        view.identifier = name
        view.record.note = { [unowned self] in note($0) }
        view.record.fault = { [unowned self] in fault($0) }
        (parent ?? window).addSubview(view)
        unhooks.append { [weak view] in view?.unhook() }
        return view
    }

    /// Attaches a recognizer whose actions and failures are logged; `saying` returns measurements to add to the line.
    @discardableResult
    func add<Kind: GestureRecognizer>(
        _ recognizer: Kind, _ name: String, to view: View, saying: ((Kind) -> String)? = nil
    ) -> Kind {
        recognizer.name = name
        recognizer.addAction { [unowned self] recognizer in
            note("\(name) \(recognizer.state)\(saying.map { " \($0(recognizer))" } ?? "")")
        }
        (recognizer as? Probe)?.note = { [unowned self] in note($0) }
        view.addGestureRecognizer(recognizer)
        unhooks.append { [weak recognizer] in
            recognizer?.actions.removeAll()
            (recognizer as? Probe)?.unhook()
        }
        return recognizer
    }

    /// Attaches a tap recognizer for a number of taps and fingers.
    @discardableResult
    func tap(_ name: String, on view: View, taps: Int = 1, touches: Int = 1) -> TapGestureRecognizer {
        let tap = add(TapGestureRecognizer(), name, to: view)
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = touches
        return tap
    }

    /// Attaches a pan recognizer.
    @discardableResult
    func pan(_ name: String, on view: View) -> PanGestureRecognizer { add(PanGestureRecognizer(), name, to: view) }

    /// Attaches a long press recognizer.
    @discardableResult
    func press(_ name: String, on view: View) -> LongPressGestureRecognizer {
        add(LongPressGestureRecognizer(), name, to: view)
    }

    // MARK: Fingers

    func down(_ id: Int32 = 0, at place: (Double, Double), _ t: Double) {
        down(id, at: Point(place), in: window, t)
    }

    func down(_ id: Int32, at place: Point, in window: Window?, _ t: Double, as kind: Touch.Kind = .direct) {
        deliver(hands[hand].down(id, at: place, in: window, time: time(t), type: kind))
        closeFrame()
    }

    func move(_ id: Int32 = 0, to place: (Double, Double), _ t: Double) {
        hands[hand].motion(id, to: Point(place), time: time(t))
        closeFrame()
    }

    func up(_ t: Double) { up(0, t) }

    func up(_ id: Int32, _ t: Double) {
        deliver(hands[hand].up(id, time: time(t)))
        closeFrame()
    }

    /// Changes the shape of a finger's contact without moving it.
    func reshape(_ id: Int32 = 0, _ change: (inout Contact) -> Void) {
        hands[hand].reshape(id, change)
        closeFrame()
    }

    /// Cancels all touches, as the compositor does.
    func cancel(_ t: Double) { deliver(hands[hand].cancel(time: time(t))) }

    /// Cancels one touch, as the compositor does.
    func cancel(_ id: Int32, _ t: Double) { deliver(hands[hand].cancel(id, .cancelledByCompositor, time: time(t))) }

    /// Removes the touch screen and adds another one.
    func lose(_ t: Double) {
        deliver(hands[hand].cancel(.touchLost, time: time(t)))
        generation += 1
        hands[hand] = FrameAssembler(
            device: InputDevice(seat: hands[hand].device.seat, generation: generation))
    }

    /// Sends the input of a closure as one frame.
    func together(_ body: () -> Void) {
        isTogether = true
        body()
        isTogether = false
        closeFrame()
    }

    /// Delivers the input of a closure only at its end, as to a program that was busy meanwhile.
    func stalled(_ body: () -> Void) {
        stall()
        body()
        catchUp()
    }

    /// Stops delivering input, as for a busy program.
    func stall() { isStalled = true }

    /// Delivers the input since `stall`.
    func catchUp() {
        isStalled = false
        turn.handleInputs()
    }

    func tap(_ id: Int32 = 0, at place: (Double, Double), from start: Double, to end: Double) {
        down(id, at: place, start)
        up(id, end)
    }

    /// Advances the clock to a time without input.
    func wait(until t: Double) { turn.advance(to: time(t)) }

    // MARK: Mouse

    /// Moves the mouse into the window.
    func point(at place: (Double, Double), _ t: Double) { point(at: Point(place), in: window, t) }

    func point(at place: Point, in window: Window, _ t: Double) {
        deliver(mouse.enter(window, at: place, time: time(t)))
        closeFrame()
    }

    func pointer(to place: (Double, Double), _ t: Double) {
        mouse.motion(to: Point(place), time: time(t))
        closeFrame()
    }

    func pointerAway(_ t: Double) {
        deliver(mouse.leave(time: time(t)))
        closeFrame()
    }

    func press(_ t: Double) { press(.primary, t) }

    func press(_ button: ButtonMask, _ t: Double) {
        deliver(mouse.button(button, isPressed: true, time: time(t)))
        closeFrame()
    }

    func release(_ t: Double) { release(.primary, t) }

    func release(_ button: ButtonMask, _ t: Double) {
        deliver(mouse.button(button, isPressed: false, time: time(t)))
        closeFrame()
    }

    func click(_ button: ButtonMask = .primary, at place: (Double, Double), from start: Double, to end: Double) {
        point(at: place, start)
        press(button, start)
        release(button, end)
    }

    func scroll(_ x: Double, _ y: Double, isDiscrete: Bool = true, isLast: Bool = false, _ t: Double) {
        mouse.scroll(Scroll(delta: Point(x: x, y: y), isDiscrete: isDiscrete, isLast: isLast), time: time(t))
        closeFrame()
    }

    /// Sends a report of a touchpad gesture at the mouse's position.
    func touchpad(_ gesture: TouchpadGesture, _ t: Double) {
        deliver(InputFrame(from: mouse.device, at: time(t), [], touchpad: gesture))
    }

    // MARK: The log

    /// Logs a violation of a rule that holds in every test.
    func fault(_ what: String) {
        note("ILLEGAL \(what)")
        faults.append(log.last ?? what)
    }

    func note(_ what: String) { log.append("\(milliseconds(dispatcher.now)) \(what)") }

    /// Returns the lines of the recognizers and views with some names.
    func log(of names: String...) -> [String] {
        log.filter { line in names.contains { line.split(separator: " ").dropFirst().first == Substring($0) } }
    }

    func clearLog() { log.removeAll() }

    /// Checks that no recognizer, deadline or touch is pending.
    var isAtRest: Bool {
        dispatcher.arbiter.active.isEmpty && dispatcher.touches.isEmpty && dispatcher.nextDeadline == nil
    }

    // MARK: Logging

    private func time(_ t: Double) -> EventTime { EventTime(milliseconds: t) }

    private func closeFrame() {
        guard !isTogether else { return }
        for index in hands.indices { deliver(hands[index].frame()) }
        deliver(mouse.frame())
    }

    private func deliver(_ frames: CompletedFrames) { for frame in frames { deliver(frame) } }

    private func deliver(_ frame: InputFrame) {
        if isStalled { turn.add(frame) } else { dispatcher.deliver(frame) }
    }

    /// Logs failures, and transitions that break the rules.
    private func check(_ transition: GestureTransition) {
        let (recognizer, from, to) = (transition.recognizer, transition.from, transition.to)
        let last = lastState[recognizer] ?? .possible
        if from != last || !from.allows(to) {
            fault("no such transition: \(recognizer) \(last), then \(from) to \(to)")
        }
        if !transition.location.isFinite { fault("no number: \(recognizer) at \(transition.location)") }
        if transition.reason == nil, to == .failed || to == .cancelled { fault("no reason: \(recognizer)") }
        lastState[recognizer] = to == .possible ? nil : to
        if to == .failed { note("\(recognizer.name ?? "?") failed \(transition.reason?.name ?? "without a reason")") }
    }
}

/// Formats a time in milliseconds, without a fraction of zero.
func milliseconds(_ time: EventTime) -> String { plain(time.milliseconds) }

/// Formats a number with at most three decimals.
func plain(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// Formats a point as "x,y".
func plain(_ point: Point) -> String { "\(plain(point.x)),\(plain(point.y))" }

extension Point {
    init(_ place: (Double, Double)) { self.init(x: place.0, y: place.1) }
}

/// Logs the calls of a view's touch methods and checks their order.
final class TouchRecord {
    var note: (String) -> Void = { _ in }
    var fault: (String) -> Void = { _ in }
    /// Returns whether a touch has begun in this view and not ended.
    var hasOpenTouch: Bool { !open.isEmpty }
    /// Returns details of a touch that a line includes.
    var saying: ((Touch) -> String)?
    /// The touches that have begun in this view and not ended.
    private var open: Set<Touch> = []
    private var closed: Set<Touch> = []

    func add(_ call: ViewStream.Call, _ touches: Set<Touch>, of view: View) {
        let ordered = touches.sorted { $0.id < $1.id }
        let extra = saying.map { say in ordered.map { " \(say($0))" }.joined() } ?? ""
        let name = view.identifier ?? "?"
        note("\(name) \(call.method) \(ordered.map { "\($0.id)" }.joined(separator: ","))\(extra)")
        for touch in ordered where touch.view === view {
            let isFirst = call == .began && !open.contains(touch) && !closed.contains(touch)
            if !isFirst && (call == .began || !open.contains(touch)) {
                fault("begun or ended twice: \(name) \(call) \(touch)")
            }
            if call == .began { open.insert(touch) }
            if call == .ended || call == .cancelled {
                open.remove(touch)
                closed.insert(touch)
            }
        }
    }
}

extension ViewStream.Call {
    fileprivate var method: String {
        switch self {
        case .began: "touchesBegan"
        case .moved: "touchesMoved"
        case .ended: "touchesEnded"
        case .cancelled: "touchesCancelled"
        }
    }
}

/// A view that logs its touches and calls a test's handler.
final class TestView: View {
    let record = TouchRecord()
    /// The test's handler for each call.
    var onTouch: (ViewStream.Call, Set<Touch>, TouchEvent) -> Void = { _, _, _ in }
    /// The phases whose methods call `super`.
    var forwards: Set<ViewStream.Call> = []
    /// The result of `gestureRecognizerShouldBegin`.
    var shouldBegin: (GestureRecognizer) -> Bool = { _ in true }
    /// The results of `hitTest` and `point(inside:)`; nil for the default.
    var onHitTest: ((Point) -> View??)?
    var onPointInside: ((Point) -> Bool)?

    /// Removes the closures that a test has set.
    func unhook() {
        record.saying = nil
        onTouch = { _, _, _ in }
        shouldBegin = { _ in true }
        onHitTest = nil
        onPointInside = nil
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        hear(.began, touches, event)
        if forwards.contains(.began) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        hear(.moved, touches, event)
        if forwards.contains(.moved) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        hear(.ended, touches, event)
        if forwards.contains(.ended) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        hear(.cancelled, touches, event)
        if forwards.contains(.cancelled) { super.touchesCancelled(touches, with: event) }
    }
    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { shouldBegin(recognizer) }
    override func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
        onHitTest?(point) ?? super.hitTest(point, with: event)
    }
    override func point(inside point: Point, with event: TouchEvent?) -> Bool {
        onPointInside?(point) ?? super.point(inside: point, with: event)
    }

    private func hear(_ call: ViewStream.Call, _ touches: Set<Touch>, _ event: TouchEvent) {
        record.add(call, touches, of: self)
        onTouch(call, touches, event)
    }
}

/// A window that logs its touches and can hold events back.
final class TestWindow: Window {
    let record = TouchRecord()
    /// Returns whether an event is passed on.
    var lets: (TouchEvent) -> Bool = { _ in true }
    /// Called after an event was passed on.
    var sent: (TouchEvent) -> Void = { _ in }

    /// Removes the closures that a test has set.
    func unhook() {
        record.saying = nil
        lets = { _ in true }
        sent = { _ in }
    }

    override func sendEvent(_ event: TouchEvent) {
        guard lets(event) else { return }
        super.sendEvent(event)
        sent(event)
    }
    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        record.add(.began, touches, of: self)
        next?.touchesBegan(touches, with: event)
    }
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        record.add(.moved, touches, of: self)
        next?.touchesMoved(touches, with: event)
    }
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        record.add(.ended, touches, of: self)
        next?.touchesEnded(touches, with: event)
    }
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        record.add(.cancelled, touches, of: self)
        next?.touchesCancelled(touches, with: event)
    }
}

/// A delegate whose results a test sets.
final class TestDelegate: GestureRecognizerDelegate {
    var shouldBegin: (GestureRecognizer) -> Bool = { _ in true }
    var receivesTouch: (GestureRecognizer, Touch) -> Bool = { _, _ in true }
    var receivesEvent: (GestureRecognizer, TouchEvent) -> Bool = { _, _ in true }
    var simultaneous: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
    var requires: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
    var isRequired: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { shouldBegin(recognizer) }
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        receivesTouch(recognizer, touch)
    }
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool {
        receivesEvent(recognizer, event)
    }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { simultaneous(recognizer, other) }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { requires(recognizer, other) }
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { isRequired(recognizer, other) }
}

/// A recognizer that logs the events it receives and calls a test's handlers.
final class Probe: GestureRecognizer {
    var note: (String) -> Void = { _ in }
    /// The test's handler for each phase.
    var on: [Touch.Phase: (Probe, Set<Touch>, TouchEvent) -> Void] = [:]
    var onDeadline: (Probe) -> Void = { _ in }
    var onReset: (Probe) -> Void = { _ in }
    var isSilent = false
    var prevents: (GestureRecognizer) -> Bool = { _ in true }
    var isPreventedBy: (GestureRecognizer) -> Bool = { _ in true }
    var requiresFailureOf: (GestureRecognizer) -> Bool = { _ in false }
    var isRequiredBy: (GestureRecognizer) -> Bool = { _ in false }
    var receives: (TouchEvent) -> Bool = { _ in true }

    /// Attaches a probe that enters a state in a phase.
    convenience init(_ phase: Touch.Phase, _ state: State) {
        self.init()
        on[phase] = { probe, _, _ in
            if state == .failed { probe.fail(.other("as told")) } else { probe.state = state }
        }
    }

    /// Removes the closures that a test has set.
    func unhook() {
        on.removeAll()
        onDeadline = { _ in }
        onReset = { _ in }
        prevents = { _ in true }
        isPreventedBy = { _ in true }
        requiresFailureOf = { _ in false }
        isRequiredBy = { _ in false }
        receives = { _ in true }
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { see(.began, touches, event) }
    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) { see(.moved, touches, event) }
    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) { see(.ended, touches, event) }
    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        see(.cancelled, touches, event)
        super.touchesCancelled(touches, with: event)
    }
    override func deadlineReached() {
        say("deadline")
        onDeadline(self)
    }
    override func reset() {
        super.reset()
        say("reset")
        onReset(self)
    }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents(other) }
    override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventedBy(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { requiresFailureOf(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { isRequiredBy(other) }
    override func shouldReceive(_ event: TouchEvent) -> Bool { receives(event) }

    private func see(_ phase: Touch.Phase, _ touches: Set<Touch>, _ event: TouchEvent) {
        say("sees \(phase) \(touches.map(\.id).sorted().map { "\($0)" }.joined(separator: ","))")
        on[phase]?(self, touches, event)
    }

    private func say(_ what: String) { if !isSilent { note("\(name ?? "?") \(what)") } }
}
