public import TouchKit

/// Records a window's input and what its recognizers report as a scenario. A replay of the scenario gives the same
/// outcomes.
///
/// A recording begins with the first frame that arrives while no gesture is under way. What the program changes is
/// written as `set` events: recognizers that are enabled or disabled, translations of pans that are set, and views that
/// are hidden, removed, or closed to user interaction. Where the program changes something that no event can express,
/// such as a frame, a setting, a requirement, or the set of views and recognizers, the recorder begins another scenario
/// in the same file as soon as no gesture is under way.
///
/// The format can't express the following, so a replay does not repeat it:
/// - recognizers of other classes, swipes of several directions, and recognizers with settings of their own or with
///   limits on the types of their touches;
/// - answers of delegates that change or that decline;
/// - a `scale` or a `rotation` that the program sets;
/// - what scrolling and a touchpad's own gestures drive;
/// - the frame of a view that moves during a gesture;
/// - the type of pen of a touch.
@MainActor
public final class Recorder {
    /// Called when `json` has changed.
    public var onChange: () -> Void = {}
    /// Whether the recording has reached the size of the largest scenario file that can be read. Nothing is added then.
    public private(set) var isFull = false

    private let window: Window
    private let name: String
    /// The instant of the event clock at which scenario time is 0; nil before the first input that has a time.
    private var start: EventTime?
    /// The time at which recording stopped.
    private var end: EventTime?
    /// The scenarios that are complete, as JSON.
    private var finished: [String] = []
    /// The scenario that is being written; nil before the first one begins.
    private var segment: RecordedSegment?
    private var describer: WindowDescriber
    private var input: RecordedInput
    /// Whether a wheel or a touchpad was used since the last touch began.
    private var isScrolling = false
    private var observers: [ObserverToken] = []

    /// Starts to record a window.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - name: The name of the scenario. Further scenarios of the file have a number after it.
    ///   - start: The instant of the event clock at which scenario time is 0; nil for that of the first input.
    public convenience init(_ window: Window, name: String, start: EventTime? = nil) {
        self.init(window, name: name, start: start, with: nil)
    }

    /// - Parameter frame: The frame that is about to be handled, if it is the first one to record.
    package init(_ window: Window, name: String, start: EventTime? = nil, with frame: InputFrame?) {
        self.window = window
        self.name = name
        self.start = start
        describer = WindowDescriber(window)
        input = RecordedInput(window)
        let dispatcher = window.dispatcher
        observers = [
            dispatcher.addFrameObserver { [weak self] in self?.record($0) },
            dispatcher.addPressesObserver { [weak self] in self?.record($0, in: $1) },
            dispatcher.addRemovalObserver { [weak self] in self?.recordRemoval(of: $0) },
            dispatcher.addObserver { [weak self] in self?.record($0) },
        ]
        if let frame {
            beginSegment()
            record(frame)
        }
    }

    isolated deinit { stop() }

    /// Stops recording.
    public func stop() {
        stop(at: window.dispatcher.now)
        for observer in observers { window.dispatcher.removeObserver(observer) }
        observers.removeAll()
    }

    private func stop(at time: EventTime) {
        guard end == nil else { return }
        append(input.translateLoss())
        end = time
    }

    /// What has been recorded so far, as the text of a scenario file.
    public var json: String {
        if end == nil { append(input.translateLoss()) }
        let now = max(milliseconds(end ?? window.dispatcher.now), 0)
        let last = segment ?? RecordedSegment(describer.scenario(name: nextName).0)
        let texts = finished + [last.json(until: now)]
        return texts.count == 1 ? texts[0] + "\n" : Scenario.json(ofAll: texts)
    }

    private func stopIfFull() {
        let size = finished.reduce(segment?.size ?? 0) { $0 + $1.utf8.count }
        // The views and recognizers, which are not counted, and what is still to be written fit into the rest.
        guard size > JSONElement.greatestSize - (1 << 20) else { return }
        isFull = true
        stop(at: window.dispatcher.now)
    }

    // MARK: Segments

    private var nextName: String { finished.isEmpty ? name : "\(name)-\(finished.count + 1)" }

    private func beginSegment() {
        if let segment { finished.append(segment.json(until: segment.last)) }
        let (scenario, snapshot) = describer.scenario(name: nextName)
        segment = RecordedSegment(scenario)
        segment?.known = snapshot
        input.removeDevices()
    }

    /// Whether a replay can begin now: no gesture is under way and no key is held.
    private var isBetweenGestures: Bool { window.dispatcher.isBetweenGestures && !input.hasHeldKeys }

    private func milliseconds(_ time: EventTime) -> Double { start?.duration(to: time).milliseconds ?? 0 }

    private func append(_ entries: [RecordedInput.Entry]) {
        for entry in entries {
            var event = Scenario.Event(t: arrival(of: entry.time), kind: entry.kind, seat: entry.seat)
            // Where there are several devices, one may report late.
            let stamp = milliseconds(entry.stamp)
            if stamp != event.t, stamp >= 0 { event.time = stamp }
            segment?.append(event)
        }
    }

    /// Adds a change by the program, which was made at `time` or, without one, since the last entry.
    private func append(_ change: Scenario.Event.Change, at time: EventTime? = nil) {
        if let time {
            append([RecordedInput.Entry(kind: .set(change), time: time, stamp: time, seat: nil)])
        } else {
            let last = segment?.last ?? 0
            segment?.append(Scenario.Event(t: last, kind: .set(change)))
        }
    }

    /// Returns when an input of a time arrives in the recording, which is not before the last entry.
    ///
    /// An input that was reported late comes after the deadlines that have passed meanwhile. In a replay, an input of the
    /// same instant would come before them.
    private func arrival(of time: EventTime) -> Double {
        let (t, last) = (milliseconds(time), segment?.last ?? 0)
        guard t < last, segment?.endsWithOutcome == true else { return max(t, last) }
        let isDeadlineOpen = window.dispatcher.nextDeadline.map { milliseconds($0) <= last } ?? false
        return isDeadlineOpen ? last : last + 0.001
    }

    // MARK: Changes by the program

    /// Records what the program has changed in the window since the last entry.
    private func recordChanges() {
        guard var known = segment?.known else { return }
        let present = describer.snapshot()
        let changes = known.approach(present)
        if known != present, isBetweenGestures { return beginSegment() }
        segment?.known = known
        for change in changes { append(change) }
    }

    /// Records the translations that the program has set since the last entry.
    private func recordTranslations() {
        for (id, recorded) in (segment?.translations ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let pan = describer.recognizer(named: id) as? PanGestureRecognizer,
                pan.translation(in: nil) != recorded
            else { continue }
            append(.recognizerTranslation(id, pan.translation(in: nil)))
            segment?.translations[id] = pan.translation(in: nil)
        }
    }

    /// Records that a view is about to be removed from its window, or a window to be closed.
    private func recordRemoval(of view: View) {
        guard end == nil, view.window === window else { return }
        let now = window.dispatcher.now
        if view === window { return stop(at: now) }
        guard let id = describer.name(of: view), segment?.known.remove(id) == true else { return }
        append(input.translateLoss())
        append(.viewRemoved(id), at: now)
    }

    // MARK: Input

    private func record(_ frame: InputFrame) {
        guard end == nil else { return }
        append(input.translateLoss(before: frame))
        guard prepare(for: frame.time, mayReachOthers: frame.mayReachOthers) else { return }
        append(input.translate(frame))
        if frame.samples.contains(where: \.begins) { isScrolling = false }
        if frame.scroll != nil || frame.touchpad != nil { isScrolling = true }
        stopIfFull()
        onChange()
    }

    private func record(_ event: PressesEvent, in window: Window) {
        guard end == nil, window === self.window, let keyboard = event.allPresses.first?.device else { return }
        append(input.translateLoss())
        guard prepare(for: event.timestamp, mayReachOthers: true) else { return }
        append(input.translate(event, of: keyboard))
        stopIfFull()
        onChange()
    }

    /// Records what has changed before an input.
    ///
    /// - Returns: Whether the input is to be recorded.
    private func prepare(for time: EventTime, mayReachOthers: Bool) -> Bool {
        if segment == nil {
            guard isBetweenGestures else { return false }
            beginSegment()
        } else if mayReachOthers {
            recordChanges()
        }
        // A pointer that enters before any event with a time has the time 0.
        if start == nil, time > EventTime(nanoseconds: 0) {
            start = EventTime(nanoseconds: time.nanoseconds / 1_000_000 * 1_000_000)
        }
        recordTranslations()
        return true
    }

    // MARK: Outcomes

    private func record(_ transition: GestureTransition) {
        let recognizer = transition.recognizer
        guard end == nil, let id = describer.name(of: recognizer), let description = segment?.recognizers[id] else {
            return
        }
        append(input.translateLoss(before: transition.time))
        let isOff = !recognizer.isEnabled || transition.reason == .disabled || transition.reason == .removed
        if isOff, segment?.known.isEnabled(id) == true {
            // Recorded at once, because the recognizer may be enabled again before the next input.
            append(.recognizerEnabled(id, false), at: transition.time)
            segment?.known.setEnabled(id, false)
        }
        if let pan = recognizer as? PanGestureRecognizer {
            let isRunning = transition.to == .began || transition.to == .changed
            segment?.translations[id] = isRunning ? pan.translation(in: nil) : nil
        }
        if transition.to == .began, isScrolling, recognizer.respondsToScrolling, recognizer.touches.isEmpty {
            segment?.scrolled.insert(id)
        }
        guard transition.to != .changed,
            let outcome = Outcome(transition, of: description, start: start ?? transition.time),
            segment?.scrolled.contains(id) == false
        else {
            if transition.to == .possible { segment?.scrolled.remove(id) }
            return
        }
        var expectation = Scenario.Expectation(recognizer: outcome.recognizer, event: outcome.event)
        expectation.t = outcome.t >= 0 ? outcome.t : nil
        expectation.location = outcome.location
        // No event detaches a recognizer, so in a replay it fails for another reason.
        if outcome.event == .failed, transition.reason != .removed { expectation.reason = outcome.reason }
        segment?.append(expectation, at: outcome.t)
        onChange()
    }
}

extension InputFrame {
    /// Whether the frame, or what it starts, may reach views and recognizers that the previous frame did not reach.
    fileprivate var mayReachOthers: Bool {
        hover != nil || scroll != nil
            || !samples.allSatisfy { if case .moved = $0.change { true } else { false } }
    }
}

extension GestureRecognizer {
    /// Whether a wheel or a touchpad may drive the recognizer.
    fileprivate var respondsToScrolling: Bool {
        switch self {
        case let pan as PanGestureRecognizer: !pan.allowedScrollTypesMask.isEmpty
        case is PinchGestureRecognizer, is RotationGestureRecognizer: true
        default: false
        }
    }
}
