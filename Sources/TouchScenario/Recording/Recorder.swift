public import TouchKit

/// Writes down what goes on in a window as a scenario: its views, recognizers and settings, the input, and as its
/// expectation what came of it. Replaying that gives the same outcomes.
///
/// It begins with the first frame that comes while no gesture is under way. What the program itself changes is written
/// as `set` events: recognizers that are enabled and disabled, translations of pans, views that are hidden, closed to
/// interaction or removed. Where it changes what no event can say, such as a frame, a setting, a requirement or what
/// views and recognizers there are, the recorder begins another scenario of the same file, as soon as no gesture is
/// under way.
///
/// Not recorded, because the format has no words for it: recognizers of other classes, swipes of several directions,
/// recognizers with settings of their own or that pass over kinds of touches; answers of delegates that change or that
/// decline; a `scale` or a `rotation` that is set; what scrolling and a touchpad's own gestures drive; where a view is
/// moved to in mid-gesture; and what kind of pen a touch was made with.
@MainActor
public final class Recorder {
    /// Called when there is more to write.
    public var onChange: () -> Void = {}
    /// Whether there is so much that a scenario file can't hold more; nothing is added then.
    public private(set) var isFull = false

    private let window: Window
    private let name: String
    private var start: EventTime?
    private var finished: [String] = []
    private var chapter: Chapter?
    /// The time at which recording has stopped.
    private var end: EventTime?
    private var viewNames = Names<View>()
    private var recognizerNames = Names<GestureRecognizer>()
    private var devices: [InputDevice: Device] = [:]
    private var seats = RecordedSeats()
    /// The keys that the recording says are held.
    private var heldKeys: Set<Press> = []
    private var loss: Loss?
    /// Whether a wheel or a touchpad was used since anything was touched.
    private var isScrolling = false
    private var observers: [ObserverToken] = []

    /// Starts to record what goes on in a window.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - name: The name of the scenario.
    ///   - start: The instant of the event clock at which scenario time is 0; nil for that of the first input.
    ///   - frame: The frame that is about to be handled, where that is the first one to record.
    public init(_ window: Window, name: String, start: EventTime? = nil, with frame: InputFrame? = nil) {
        self.window = window
        self.name = name
        self.start = start
        let dispatcher = window.dispatcher
        observers = [
            dispatcher.addFrameObserver { [weak self] in self?.note($0) },
            dispatcher.addPressesObserver { [weak self] in self?.note($0, in: $1) },
            dispatcher.addRemovalObserver { [weak self] in self?.noteRemoval(of: $0) },
            dispatcher.addObserver { [weak self] in self?.note($0) },
        ]
        if let frame {
            beginChapter()
            note(frame)
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
        writeLoss()
        end = time
    }

    /// What has been recorded so far, as a scenario file.
    public var json: String {
        if end == nil { writeLoss() }
        let now = max(milliseconds(end ?? window.dispatcher.now), 0)
        let last = chapter ?? Chapter(scenario(surroundings()))
        let texts = finished + [last.json(until: now)]
        return texts.count == 1 ? texts[0] + "\n" : Scenario.json(ofAll: texts)
    }

    private func milliseconds(_ time: EventTime) -> Double { start?.duration(to: time).milliseconds ?? 0 }

    // MARK: Views and recognizers

    private func surroundings() -> Surroundings {
        var surroundings = Surroundings(thresholds: window.dispatcher.settings.thresholds)
        describe(window, parent: nil, in: &surroundings)
        return surroundings
    }

    private func describe(_ view: View, parent: String?, in surroundings: inout Surroundings) {
        let id = viewNames.id(of: view, called: view.identifier ?? (view === window ? "window" : "view"))
        var description = Scenario.View(id: id, frame: view.frame, parent: parent)
        for field in Scenario.View.sharedFields { field.record(view, &description) }
        description.isFirstResponder = window.firstResponder === view
        surroundings.views.append(description)
        for recognizer in view.gestureRecognizers { describe(recognizer, view: id, in: &surroundings) }
        // More than can be read are left out, and their touches seem to be those of what they are in.
        for child in view.subviews where surroundings.views.count < ScenarioChecks.mostViews {
            describe(child, parent: id, in: &surroundings)
        }
    }

    private func describe(_ recognizer: GestureRecognizer, view: String, in surroundings: inout Surroundings) {
        let settings = window.dispatcher.settings
        guard let kind = recognizer.scenarioKind, recognizer.customSettings ?? settings == settings else { return }
        let id = recognizerNames.id(of: recognizer, called: recognizer.name ?? kind.name.rawValue)
        var description = Scenario.Recognizer(id: id, kind: kind, view: view)
        for field in Scenario.Recognizer.sharedFields { field.record(recognizer, &description) }
        description.requireToFail = recognizer.failureRequirements.compactMap { recognizerNames[$0] }
        surroundings.recognizers.append(description)
    }

    private func scenario(_ surroundings: Surroundings) -> Scenario {
        var scenario = Scenario(name: finished.isEmpty ? name : "\(name)-\(finished.count + 1)")
        scenario.source = "recorded"
        scenario.thresholds = surroundings.thresholds
        scenario.views = surroundings.views
        scenario.recognizers = surroundings.recognizers
        let ids = scenario.recognizers.map(\.id)
        for (index, description) in scenario.recognizers.enumerated() {
            guard let recognizer = recognizerNames[description.id] else { continue }
            let others = ids.filter { $0 != description.id }.compactMap { recognizerNames[$0] }
            // A requirement may point at one that is described after it.
            let required = others.filter { recognizer.waits(for: $0) }
            let partners = others.filter { recognizer.goes(with: $0) }
            scenario.recognizers[index].requireToFail = required.compactMap { recognizerNames[$0] }
            scenario.recognizers[index].simultaneousWith = partners.compactMap { recognizerNames[$0] }
        }
        return scenario
    }

    private func beginChapter() {
        if let chapter { finished.append(chapter.json(until: chapter.last)) }
        viewNames.forgetGone()
        recognizerNames.forgetGone()
        // Described twice: only then has everything its name that may be pointed at.
        _ = surroundings()
        chapter = Chapter(scenario(surroundings()))
        chapter?.known = surroundings()
        devices.removeAll()
    }

    /// Writes down what the program has changed.
    private func noteChanges() {
        guard var known = chapter?.known else { return }
        let present = surroundings()
        let changes = known.adopt(present)
        if known != present, isBetweenGestures { return beginChapter() }
        chapter?.known = known
        for change in changes { append(.set(change)) }
    }

    /// A view is about to leave its window, or a window to be closed.
    private func noteRemoval(of view: View) {
        guard end == nil, view.window === window else { return }
        let now = window.dispatcher.now
        if view === window { return stop(at: now) }
        guard let id = viewNames[view], chapter?.known.remove(id) == true else { return }
        writeLoss()
        append(.set(.viewRemoved(id)), at: now, now, seat: nil)
    }

    /// Writes down which translations the program has set.
    private func noteTranslations() {
        for (id, noted) in (chapter?.translations ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let pan = recognizerNames[id] as? PanGestureRecognizer, pan.translation(in: nil) != noted
            else { continue }
            append(.set(.recognizerTranslation(id, pan.translation(in: nil))))
            chapter?.translations[id] = pan.translation(in: nil)
        }
    }

    // MARK: Input

    /// Whether nothing is under way that a scenario which begins now would not know of.
    private var isBetweenGestures: Bool { window.dispatcher.isBetweenGestures && heldKeys.isEmpty }

    /// Writes what has happened before an input; whether that is to be recorded.
    private func isReady(for time: EventTime, mayMeetOthers: Bool) -> Bool {
        if chapter == nil {
            guard isBetweenGestures else { return false }
            beginChapter()
        } else if mayMeetOthers {
            noteChanges()
        }
        // A pointer that comes before any event with a stamp has no time.
        if start == nil, time > EventTime(nanoseconds: 0) {
            start = EventTime(nanoseconds: time.nanoseconds / 1_000_000 * 1_000_000)
        }
        noteTranslations()
        return true
    }

    private func note(_ frame: InputFrame) {
        guard end == nil else { return }
        writeLoss(before: frame)
        guard isReady(for: frame.time, mayMeetOthers: frame.mayMeetOthers) else { return }
        var device = devices[frame.device] ?? Device()
        let ids = Set(device.buttons + frame.samples.filter(\.isPress).map(\.key.id))
        let buttons = frame.samples.filter { ids.contains($0.key.id) }
        let fingers = frame.samples.filter { !ids.contains($0.key.id) }
        if !fingers.isEmpty {
            device.seat = seat(of: frame.device, as: .touch, at: frame.time)
            note(fingers, of: frame, &device)
        }
        if !buttons.isEmpty || frame.hover != nil || frame.scroll != nil {
            device.seat = seat(of: frame.device, as: .pointer, at: frame.time)
            notePointer(buttons, of: frame, &device)
        }
        devices[frame.device] = device
        if frame.samples.contains(where: \.begins) { isScrolling = false }
        if frame.scroll != nil || frame.touchpad != nil { isScrolling = true }
        checkSize()
        onChange()
    }

    private func note(_ event: PressesEvent, in window: Window) {
        guard end == nil, window === self.window, let keyboard = event.allPresses.first?.device else { return }
        writeLoss()
        guard isReady(for: event.timestamp, mayMeetOthers: true) else { return }
        let seat = seat(of: keyboard, as: .keyboard, at: event.timestamp)
        func add(_ kind: Scenario.Event.Kind) { append(kind, at: event.timestamp, event.timestamp, seat: seat) }
        for press in event.presses(in: .began) {
            heldKeys.insert(press)
            add(.keyDown(press.key))
        }
        for press in event.presses(in: .changed) where heldKeys.contains(press) { add(.keyRepeat(press.key.name)) }
        for press in event.presses(in: .ended) where heldKeys.remove(press) != nil { add(.keyUp(press.key.name)) }
        let lost = event.presses(in: .cancelled).filter { heldKeys.remove($0) != nil }
        if !lost.isEmpty, !heldKeys.contains(where: { $0.device == keyboard }) {
            add(.keyCancel(nil))
        } else {
            for press in lost { add(.keyCancel(press.key.name)) }
        }
        checkSize()
        onChange()
    }

    /// The name of the seat to write a device's input under. Where the device takes another one's place, the recording
    /// says that the other one has gone: taps of two devices are never one double tap.
    private func seat(of device: InputDevice, as role: RecordedSeats.Role, at time: EventTime) -> String? {
        let seat = seats.seat(of: device, as: role) { other, role in
            switch role {
            case .touch: !(devices[other]?.fingers.isEmpty ?? true)
            case .pointer: devices[other]?.place != nil || !(devices[other]?.buttons.isEmpty ?? true)
            case .keyboard: heldKeys.contains { $0.device == other }
            }
        }
        guard seat.replacesAnother else { return seat.name }
        let changes: [Scenario.Event.Change] =
            switch role {
            case .touch: [.touch(false), .touch(true)]
            case .pointer: [.pointer(false), .pointer(true)]
            case .keyboard: []
            }
        for change in changes { append(.set(change), at: time, time, seat: seat.name) }
        return seat.name
    }

    private func note(_ fingers: [TouchSample], of frame: InputFrame, _ device: inout Device) {
        let ids = device.fingers
        let reasons = fingers.compactMap(\.cancelReason)
        let isWhole = reasons.count == fingers.count && Set(fingers.map(\.key.id)) == Set(ids)
        if isWhole, reasons.allSatisfy({ $0 == .cancelledByCompositor }) {
            for id in ids { device.down[id] = nil }
            return append(.cancel(id: nil), frame, device)
        }
        if isWhole, reasons.allSatisfy({ $0 == .touchLost }) {
            loss = Loss(device: frame.device, ids: Set(ids), isWhole: true, time: frame.time, seat: device.seat)
            for id in ids { device.down[id] = nil }
            return
        }
        for sample in fingers {
            let id = sample.key.id
            switch sample.change {
            case .began(let start, let place):
                device.down[id] = .finger
                let contact = contact(place, sample.contact)
                append(.down(id: Int(id), at: contact, outside: start.window !== window), frame, device, sample.time)
            case .moved(let place):
                append(.move(id: Int(id), at: contact(place, sample.contact)), frame, device, sample.time)
            case .ended:
                device.down[id] = nil
                append(.up(id: Int(id)), frame, device, sample.time)
            case .cancelled(.touchLost):
                device.down[id] = nil
                loss = Loss(device: frame.device, ids: [id], isWhole: false, time: frame.time, seat: device.seat)
            case .cancelled:
                device.down[id] = nil
                append(.cancel(id: Int(id)), frame, device)
            }
        }
        // The down that takes over an id belongs to the frame in which the touch is lost.
        if loss == nil { append(.frame, frame, device) }
    }

    private func notePointer(_ buttons: [TouchSample], of frame: InputFrame, _ device: inout Device) {
        // Where a button is pressed, the pointer has been moved there before.
        var isShown = false
        for sample in buttons {
            let id = sample.key.id
            switch sample.change {
            case .began(let start, let place):
                guard start.window === window else { continue }
                if device.place != place { move(&device, to: place, frame, sample.time) }
                isShown = true
                device.down[id] = .button
                append(.pointerDown(Scenario.Button(start.buttonMask)), frame, device, sample.time)
            case .moved(let place):
                // Every button that is held moves.
                if id == device.buttons.min() { move(&device, to: place, frame, sample.time) }
            case .ended:
                guard device.down.removeValue(forKey: id) != nil else { continue }
                let button = Scenario.Button(ButtonMask(rawValue: UInt32(bitPattern: id)))
                append(.pointerUp(button), frame, device, sample.time)
                device.owesHover = device.buttons.isEmpty
            case .cancelled(let reason):
                guard device.down.removeValue(forKey: id) != nil else { continue }
                guard device.place != nil else { continue }
                device.place = nil
                if reason == .touchLost {
                    append(.set(.pointer(false)), frame, device)
                    append(.set(.pointer(true)), frame, device)
                    seats.forget(frame.device, as: .pointer)
                } else {
                    append(.pointerLeave, frame, device)
                }
            }
        }
        switch frame.hover {
        case .over(let other, let place)? where other === window:
            let isTold = isShown || (device.owesHover && device.place == place)
            if !isTold { move(&device, to: place, frame) }
            device.owesHover = false
        case .over?, .away?:
            if device.place != nil { append(.pointerLeave, frame, device) }
            device.place = nil
            device.owesHover = false
        case nil: break
        }
        if let scroll = frame.scroll, device.place != nil {
            let source = scroll.isDiscrete ? Scenario.Event.ScrollSource.wheel : .finger
            if scroll.delta != .zero { append(.scroll(by: scroll.delta, source: source), frame, device) }
            if scroll.isLast { append(.scroll(by: .zero, source: .finger), frame, device) }
        }
        // The release of the last button ends its frame by itself; where the pointer is then comes in another.
        if !device.owesHover { append(.pointerFrame, frame, device) }
    }

    private func move(_ device: inout Device, to place: Point, _ frame: InputFrame, _ time: EventTime? = nil) {
        append(device.place == nil ? .pointerEnter(place) : .pointerMove(place), frame, device, time)
        device.place = place
    }

    private func contact(_ place: Point, _ shape: Contact?) -> Scenario.Event.Contact {
        var contact = Scenario.Event.Contact(position: place)
        if let shape {
            contact.major = Self.length(shape.majorRadius * 2)
            contact.minor = Self.length(shape.minorRadius * 2)
            contact.orientation = shape.orientation.isFinite ? shape.orientation : nil
        }
        return contact
    }

    /// A length that a scenario may have; nil for what is none.
    private static func length(_ value: Double) -> Double? {
        value >= 0 && value.isFinite ? value : nil
    }

    /// Writes how touches were lost: the device has gone, or the finger that took the id came down elsewhere. The frame
    /// that comes next says it by itself where it uses their ids again at that time.
    private func writeLoss(before frame: InputFrame? = nil) {
        guard let loss else { return }
        self.loss = nil
        let isSameDevice = frame?.device == loss.device
        if let frame, isSameDevice && frame.time == loss.time,
            frame.samples.contains(where: { $0.begins && loss.ids.contains($0.key.id) })
        {
            return
        }
        let hasGone = loss.isWhole && !isSameDevice
        let kinds: [Scenario.Event.Kind] =
            hasGone
            ? [.set(.touch(false)), .set(.touch(true))]
            : loss.ids.sorted().flatMap { id -> [Scenario.Event.Kind] in
                [.down(id: Int(id), at: .init(position: .zero), outside: true), .up(id: Int(id))]
            }
        for kind in kinds { append(kind, at: loss.time, loss.time, seat: loss.seat) }
        if hasGone { seats.forget(loss.device, as: .touch) }
    }

    private func append(
        _ kind: Scenario.Event.Kind, _ frame: InputFrame, _ device: Device, _ time: EventTime? = nil
    ) {
        append(kind, at: frame.time, time ?? frame.time, seat: device.seat)
    }

    /// Adds an event that was heard of at one time and carries another, earlier one.
    private func append(_ kind: Scenario.Event.Kind, at time: EventTime, _ stamp: EventTime, seat: String?) {
        var event = Scenario.Event(t: arrival(of: time), kind: kind, seat: seat)
        // Where there are several devices, one may tell late what happened.
        if milliseconds(stamp) != event.t, milliseconds(stamp) >= 0 { event.time = milliseconds(stamp) }
        chapter?.append(event)
    }

    /// When something that has the time `time` arrives in the recording: not before what the recording has already. An
    /// input that was told late comes after the deadlines that have passed meanwhile; of one instant it would be first.
    private func arrival(of time: EventTime) -> Double {
        let (t, last) = (milliseconds(time), chapter?.last ?? 0)
        guard t < last, chapter?.endsWithOutcome == true else { return max(t, last) }
        let isDeadlineOpen = window.dispatcher.nextDeadline.map { milliseconds($0) <= last } ?? false
        return isDeadlineOpen ? last : last + 0.001
    }

    /// Adds a change that the program has made since the last entry.
    private func append(_ kind: Scenario.Event.Kind) {
        let last = chapter?.last ?? 0
        chapter?.append(Scenario.Event(t: last, kind: kind))
    }

    private func checkSize() {
        let size = finished.reduce(chapter?.size ?? 0) { $0 + $1.utf8.count }
        guard size > JSONElement.greatestSize - (1 << 20) else { return }
        isFull = true
        stop(at: window.dispatcher.now)
    }

    // MARK: Outcomes

    private func note(_ transition: GestureTransition) {
        let recognizer = transition.recognizer
        guard end == nil, let id = recognizerNames[recognizer], let description = chapter?.recognizers[id] else {
            return
        }
        if let loss, loss.time < transition.time { writeLoss() }
        let isOff = !recognizer.isEnabled || transition.reason == .disabled || transition.reason == .removed
        if isOff, chapter?.known.isEnabled(id) == true {
            // It may be enabled again before anybody looks, or even by now.
            append(.set(.recognizerEnabled(id, false)), at: transition.time, transition.time, seat: nil)
            chapter?.known.setEnabled(id, false)
        }
        if let pan = recognizer as? PanGestureRecognizer {
            let isRunning = transition.to == .began || transition.to == .changed
            chapter?.translations[id] = isRunning ? pan.translation(in: nil) : nil
        }
        if transition.to == .began, isScrolling, recognizer.mayScroll, recognizer.touches.isEmpty {
            chapter?.scrolled.insert(id)
        }
        guard transition.to != .changed,
            let outcome = Outcome(transition, of: description, start: start ?? transition.time),
            chapter?.scrolled.contains(id) == false
        else {
            if transition.to == .possible { chapter?.scrolled.remove(id) }
            return
        }
        var expectation = Scenario.Expectation(recognizer: outcome.recognizer, event: outcome.event)
        expectation.t = outcome.t >= 0 ? outcome.t : nil
        expectation.location = outcome.location
        // The format can detach nobody.
        if outcome.event == .failed, transition.reason != .removed { expectation.reason = outcome.reason }
        chapter?.append(expectation, at: outcome.t)
        onChange()
    }
}

/// The views, the recognizers and the settings that there are.
private struct Surroundings: Equatable {
    var thresholds: [Scenario.Threshold: Double] = [:]
    var views: [Scenario.View] = []
    var recognizers: [Scenario.Recognizer] = []

    func isEnabled(_ recognizer: String) -> Bool {
        recognizers.first { $0.id == recognizer }?.isEnabled ?? false
    }

    mutating func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        if let index = recognizers.firstIndex(where: { $0.id == recognizer }) {
            recognizers[index].isEnabled = isEnabled
        }
    }

    /// Removes a view with all that is in it; false where there is no such view.
    mutating func remove(_ view: String) -> Bool {
        guard views.contains(where: { $0.id == view }) else { return false }
        var gone: Set<String> = [view]
        // Parents come before what is in them.
        for view in views where view.parent.map(gone.contains) ?? false { gone.insert(view.id) }
        views.removeAll { gone.contains($0.id) }
        recognizers.removeAll { gone.contains($0.view) }
        return true
    }

    /// Makes the changes, and returns them, that lead towards the present as far as `set` events can say it.
    mutating func adopt(_ present: Surroundings) -> [Scenario.Event.Change] {
        var changes: [Scenario.Event.Change] = []
        for view in present.views {
            guard let index = views.firstIndex(where: { $0.id == view.id }) else { continue }
            if views[index].isHidden != view.isHidden { changes.append(.viewHidden(view.id, view.isHidden)) }
            if views[index].isUserInteractionEnabled != view.isUserInteractionEnabled {
                changes.append(.viewEnabled(view.id, view.isUserInteractionEnabled))
            }
            views[index].isHidden = view.isHidden
            views[index].isUserInteractionEnabled = view.isUserInteractionEnabled
        }
        // The one that ceases to be the first responder comes before the one that becomes it.
        for isFirst in [false, true] {
            for view in present.views where view.isFirstResponder == isFirst {
                guard let index = views.firstIndex(where: { $0.id == view.id && $0.isFirstResponder != isFirst })
                else { continue }
                changes.append(.viewFirstResponder(view.id, isFirst))
                views[index].isFirstResponder = isFirst
            }
        }
        for recognizer in recognizers {
            // One that was detached is as good as disabled.
            let isEnabled = present.isEnabled(recognizer.id)
            guard recognizer.isEnabled != isEnabled else { continue }
            changes.append(.recognizerEnabled(recognizer.id, isEnabled))
            setEnabled(recognizer.id, isEnabled)
        }
        return changes
    }
}

/// A scenario that is being written.
private struct Chapter {
    private let scenario: Scenario
    private var events = LineText()
    private var expect = LineText()
    let recognizers: [String: Scenario.Recognizer]
    /// The time of the last entry.
    private(set) var last = 0.0
    /// Whether the last entry is something that came out.
    private(set) var endsWithOutcome = false
    /// What there is, as far as the scenario says.
    var known: Surroundings
    /// The translations of the pans that are running, as they were last reported.
    var translations: [String: Point] = [:]
    /// The recognizers that a wheel or a touchpad drives.
    var scrolled: Set<String> = []

    init(_ scenario: Scenario) {
        self.scenario = scenario
        recognizers = Dictionary(uniqueKeysWithValues: scenario.recognizers.map { ($0.id, $0) })
        known = Surroundings()
    }

    var size: Int { events.size + expect.size }

    mutating func append(_ event: Scenario.Event) {
        events.append(Scenario.Event.format.value.text(event))
        last = max(last, event.t)
        endsWithOutcome = false
    }

    mutating func append(_ expectation: Scenario.Expectation, at t: Double) {
        expect.append(Scenario.Expectation.format.value.text(expectation))
        last = max(last, t)
        endsWithOutcome = true
    }

    func json(until end: Double) -> String {
        var scenario = scenario
        scenario.advanceTo = max(last, end)
        return scenario.json(lines: ["events": events, "expect": expect])
    }
}

/// A device, as far as the recording tells.
private struct Device {
    /// What is down.
    enum Contact: Equatable {
        /// A finger or a pen, in any window.
        case finger
        /// A button of a pointer that is over the window.
        case button
    }

    /// The seat of the recording that the frame at hand is written under.
    var seat: String?
    var down: [Int32: Contact] = [:]
    var buttons: [Int32] { down.filter { $0.value == .button }.map(\.key) }
    var fingers: [Int32] { down.filter { $0.value != .button }.map(\.key) }
    /// Where the pointer is, if it is over the window.
    var place: Point?
    /// Whether it is still to say where the pointer is after a release.
    var owesHover = false
}

/// Touches of a device were lost: it has gone, or their ids are used again.
private struct Loss {
    let device: InputDevice
    let ids: Set<Int32>
    /// Whether no touch of the device is left.
    let isWhole: Bool
    let time: EventTime
    let seat: String?
}

/// What the recording calls views or recognizers; it does not keep them.
private struct Names<Object: AnyObject> {
    private struct Entry {
        weak var object: Object?
        let name: String
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    subscript(object: Object) -> String? {
        entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0.name : nil }
    }

    subscript(name: String) -> Object? { entries.values.first { $0.name == name }?.object }

    /// The name that it has, or one that nobody has, made of that which it is called.
    mutating func id(of object: Object, called wanted: String) -> String {
        if let name = self[object] { return name }
        let taken = Set(entries.values.map(\.name))
        var name = wanted
        var number = 1
        while taken.contains(name) {
            number += 1
            name = "\(wanted)-\(number)"
        }
        entries[ObjectIdentifier(object)] = Entry(object: object, name: name)
        return name
    }

    mutating func forgetGone() { entries = entries.filter { $0.value.object != nil } }
}

extension InputFrame {
    /// Whether views and recognizers may hear of it, or of what belongs with it, that did not hear of the frame before.
    fileprivate var mayMeetOthers: Bool { hover != nil || scroll != nil || !samples.allSatisfy(\.isMove) }
}

extension TouchSample {
    fileprivate var begins: Bool { if case .began = change { true } else { false } }
    fileprivate var isMove: Bool { if case .moved = change { true } else { false } }

    /// Whether a button is pressed.
    fileprivate var isPress: Bool {
        if case .began(let start, _) = change { start.type == .indirectPointer } else { false }
    }

    fileprivate var cancelReason: FailureReason? { if case .cancelled(let reason) = change { reason } else { nil } }
}

extension GestureRecognizer {
    fileprivate func waits(for other: GestureRecognizer) -> Bool {
        failureRequirements.contains(other) || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
    }

    /// Whether a wheel or a touchpad may drive it.
    fileprivate var mayScroll: Bool {
        switch self {
        case let pan as PanGestureRecognizer: !pan.allowedScrollTypesMask.isEmpty
        case is PinchGestureRecognizer, is RotationGestureRecognizer: true
        default: false
        }
    }

    fileprivate func goes(with other: GestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
    }
}
