public import TouchKit

/// Writes down what goes on in a window as a scenario: its views and recognizers as they are when recording starts,
/// the input from then on, and as its expectation what came of it.
///
/// Recognizers of classes that the format does not know are left out, and so is what the program itself changes
/// while it records.
public final class Recorder {
    private let window: Window
    private let start: EventTime
    private var scenario: Scenario
    private var names: [GestureRecognizer: Scenario.Recognizer] = [:]
    private var pointers: Set<InputDevice> = []
    private var seats: [UInt32: String] = [:]
    private var observer: ObserverToken?

    /// Starts to record what goes on in a window; scenario time begins at `start` on the event clock.
    public init(_ window: Window, name: String, start: EventTime) {
        self.window = window
        self.start = start
        scenario = Scenario(name: name)
        scenario.source = "recorded"
        scenario.thresholds = window.dispatcher.settings.scenarioThresholds
        scenario.views.removeAll()
        describe(window, parent: nil)
        describePairs()
        window.dispatcher.onFrame = { [weak self] in self?.note($0) }
        observer = window.dispatcher.addObserver { [weak self] in self?.note($0) }
    }

    /// What has been recorded so far, with time run on to an instant of the event clock.
    public func scenario(until end: EventTime) -> Scenario {
        var scenario = scenario
        scenario.advanceTo = max(milliseconds(end), scenario.events.last?.t ?? 0, scenario.expect.last?.t ?? 0)
        return scenario
    }

    /// Stops recording.
    public func stop() {
        window.dispatcher.onFrame = nil
        if let observer { window.dispatcher.removeObserver(observer) }
    }

    private func milliseconds(_ time: EventTime) -> Double { max(0, start.duration(to: time).milliseconds) }

    // MARK: Views and recognizers

    private func describe(_ view: View, parent: String?) {
        let id = unique(view.identifier ?? (view === window ? "root" : "view"), among: scenario.views.map(\.id))
        var description = Scenario.View(id: id, frame: view.frame, parent: parent)
        description.isMultipleTouchEnabled = view.isMultipleTouchEnabled
        description.isUserInteractionEnabled = view.isUserInteractionEnabled
        description.isHidden = view.isHidden
        description.alpha = view.alpha
        description.clipsToBounds = view.clipsToBounds
        description.isExclusiveTouch = view.isExclusiveTouch
        scenario.views.append(description)
        for recognizer in view.gestureRecognizers { describe(recognizer, view: id) }
        for child in view.subviews { describe(child, parent: id) }
    }

    private func describe(_ recognizer: GestureRecognizer, view: String) {
        guard let kind = recognizer.scenarioKind else { return }
        let id = unique(recognizer.name ?? kind.name.rawValue, among: scenario.recognizers.map(\.id))
        var description = Scenario.Recognizer(id: id, kind: kind, view: view)
        description.isEnabled = recognizer.isEnabled
        description.cancelsTouchesInView = recognizer.cancelsTouchesInView
        description.delaysTouchesBegan = recognizer.delaysTouchesBegan
        description.delaysTouchesEnded = recognizer.delaysTouchesEnded
        scenario.recognizers.append(description)
        names[recognizer] = description
    }

    /// Which of them wait for which, and which go together.
    private func describePairs() {
        for (recognizer, description) in names {
            guard let index = scenario.recognizers.firstIndex(where: { $0.id == description.id }) else { continue }
            scenario.recognizers[index].requireToFail = recognizer.failureRequirements.compactMap { names[$0]?.id }
            scenario.recognizers[index].simultaneousWith = names.keys.filter { other in
                other != recognizer
                    && recognizer.delegate?.gestureRecognizer(recognizer, shouldRecognizeSimultaneouslyWith: other)
                        ?? false
            }.compactMap { names[$0]?.id }.sorted()
        }
    }

    private func unique(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
    }

    // MARK: Input

    private func note(_ frame: InputFrame) {
        let seat = seatName(frame.device.seat)
        for sample in frame.samples { note(sample, seat: seat) }
        if let hover = frame.hover {
            switch hover {
            case .over(_, let place):
                let kind: Scenario.Event.Kind =
                    pointers.insert(frame.device).inserted ? .pointerEnter(place) : .pointerMove(place)
                append(kind, at: frame.time, seat: seat)
            case .away:
                pointers.remove(frame.device)
                append(.pointerLeave, at: frame.time, seat: seat)
            }
        }
        if let scroll = frame.scroll {
            append(.scroll(by: scroll.delta, source: scroll.isDiscrete ? .wheel : .finger), at: frame.time, seat: seat)
        }
        let isPointer = frame.hover != nil || frame.scroll != nil || pointers.contains(frame.device)
        append(isPointer ? .pointerFrame : .frame, at: frame.time, seat: seat)
    }

    private func note(_ sample: TouchSample, seat: String?) {
        let id = Int(sample.key.id)
        let isPointer = pointers.contains(sample.key.device)
        let kind: Scenario.Event.Kind
        switch sample.change {
        case .began(let start, let place):
            if start.type == .indirectPointer {
                if pointers.insert(sample.key.device).inserted {
                    append(.pointerEnter(place), at: sample.time, seat: seat)
                }
                kind = .pointerDown(Scenario.Button(start.buttonMask))
            } else {
                kind = .down(id: id, at: contact(place, sample.contact), outside: start.window !== window)
            }
        case .moved(let place):
            kind = isPointer ? .pointerMove(place) : .move(id: id, at: contact(place, sample.contact))
        case .ended:
            kind =
                isPointer
                ? .pointerUp(Scenario.Button(ButtonMask(rawValue: UInt32(bitPattern: sample.key.id)))) : .up(id: id)
        case .cancelled: kind = isPointer ? .pointerLeave : .cancel(id: id)
        }
        if case .pointerLeave = kind { pointers.remove(sample.key.device) }
        append(kind, at: sample.time, seat: seat)
    }

    private func contact(_ place: Point, _ shape: Contact?) -> Scenario.Event.Contact {
        var contact = Scenario.Event.Contact(position: place)
        if let shape {
            contact.major = shape.majorRadius * 2
            contact.minor = shape.minorRadius * 2
            contact.orientation = shape.orientation
        }
        return contact
    }

    /// The first seat is the format's default one.
    private func seatName(_ number: UInt32) -> String? {
        if seats.isEmpty { seats[number] = "" }
        let name = seats[number] ?? "seat\(seats.count + 1)"
        seats[number] = name
        return name.isEmpty ? nil : name
    }

    private func append(_ kind: Scenario.Event.Kind, at time: EventTime, seat: String?) {
        var event = Scenario.Event(t: max(milliseconds(time), scenario.events.last?.t ?? 0), kind: kind)
        event.seat = seat
        // A frame may hold changes of earlier times than what came before it from another device.
        if event.t != milliseconds(time) { event.stamp = milliseconds(time) }
        scenario.events.append(event)
    }

    // MARK: Outcomes

    private func note(_ transition: GestureTransition) {
        guard let description = names[transition.recognizer], transition.to != .changed,
            let outcome = Outcome(transition, of: description, start: start)
        else { return }
        var expectation = Scenario.Expectation(recognizer: outcome.recognizer, event: outcome.event)
        expectation.t = outcome.t
        expectation.location = outcome.location
        expectation.reason = outcome.reason
        scenario.expect.append(expectation)
    }
}

extension GestureSettings {
    /// The settings as a scenario writes them; all of them, so that other defaults make no difference.
    fileprivate nonisolated var scenarioThresholds: [Scenario.Threshold: Double] {
        func limit(_ duration: Duration?) -> Double { duration?.milliseconds ?? .infinity }
        return [
            .multiTapInterval: limit(multiTapInterval),
            .multiTapMinimumInterval: multiTapMinimumInterval.milliseconds,
            .multiTapDistance: multiTapDistance ?? .infinity,
            .tapMaximumDuration: limit(tapMaximumDuration),
            .tapAllowableMovement: tapAllowableMovement ?? .infinity,
            .panSlop: panSlop, .pinchSlop: pinchSlop, .rotationSlop: rotationSlop,
            .swipeMinimumDistance: swipeMinimumDistance,
            .swipeMaximumDuration: limit(swipeMaximumDuration),
            .swipeMinimumVelocity: swipeMinimumVelocity,
            .edgeInset: edgeInset,
        ]
    }
}
