import TouchKit
import TouchScenario

/// A window that shows a scenario's views and reports what its recognizers do.
///
/// The scenario's clock is set when its first press comes from the compositor: to the time that the press has in the
/// scenario.
final class StageWindow: Window {
    /// Called with each outcome.
    var onOutcome: (Outcome) -> Void = { _ in }
    /// Called when the scenario has ended.
    var onEnd: () -> Void = {}

    /// The file that the session is recorded to. Default nil, for none.
    var record: String?

    private let scenario: Scenario
    private var recording: Recording?
    private var observer: ObserverToken?
    private var stage: Stage?
    private var isUnderWay = false

    init(_ scenario: Scenario, dispatcher: TouchDispatcher) {
        self.scenario = scenario.asFarAsLive
        super.init(size: Stage.size(for: scenario), dispatcher: dispatcher)
        backgroundColor = Theme.light.window
        let stage = Stage(self.scenario, in: self)
        stage.onOutcome = { [unowned self] outcome, _ in if isUnderWay { onOutcome(outcome) } }
        self.stage = stage
        observer = dispatcher.addFrameObserver { [unowned self] in begin(with: $0) }
    }

    /// The verdict on the outcomes; nil until the scenario has ended.
    private(set) var verdict: Verdict?

    private func begin(with frame: InputFrame) {
        guard let stage, let first = scenario.firstPress, let time = first.time(in: frame) else { return }
        if let observer { dispatcher.removeObserver(observer) }
        isUnderWay = true
        let start = time.advanced(by: .milliseconds(-first.t))
        stage.start = start
        recording = record.flatMap { Recording.start(of: self, file: $0, from: start, with: frame) }
        func wait(until t: Double) -> Duration { time.duration(to: start.advanced(by: .milliseconds(t))) }
        for event in scenario.events {
            guard case .set(let change) = event.kind else { continue }
            perform(after: wait(until: event.t)) { [unowned self] in self.stage?.apply(change) }
        }
        perform(after: wait(until: scenario.end)) { [unowned self] in
            verdict = self.stage?.verdict
            isUnderWay = false
            stopRecording()
            onEnd()
        }
    }

    /// Stops the recording, if there is one, and writes it.
    func stopRecording() {
        recording?.finish()
        recording = nil
    }

    /// Releases what holds the window, after its last use.
    func finish() {
        stopRecording()
        stage = nil
    }
}

extension Scenario {
    /// The first event that begins a touch, presses a button or scrolls; without one, the first that moves the pointer.
    fileprivate nonisolated var firstPress: Event? {
        events.first { event in
            switch event.kind {
            case .down, .pointerDown, .scroll: true
            default: false
            }
        }
            ?? events.first { event in
                switch event.kind {
                case .pointerEnter, .pointerMove: true
                default: false
                }
            }
    }

    /// The scenario without the times of outcomes that a cancellation decides, since neither `wl_touch.cancel` nor the
    /// removal of a device carries a timestamp.
    fileprivate nonisolated var asFarAsLive: Scenario {
        let cancellations = events.filter { event in
            switch event.kind {
            case .cancel, .set(.touch(false)), .set(.pointer(false)): true
            default: false
            }
        }.map(\.t)
        func isDecided(at t: Double?) -> Bool { t.map { t in cancellations.contains { abs($0 - t) <= 1 } } ?? false }
        var live = self
        for index in live.expect.indices where isDecided(at: live.expect[index].t) { live.expect[index].t = nil }
        for index in live.viewExpect?.indices ?? 0..<0 where isDecided(at: live.viewExpect?[index].t) {
            live.viewExpect?[index].t = nil
        }
        return live
    }
}

extension Scenario.Event {
    /// The time that a frame gives for this event; nil if the frame does not contain it.
    fileprivate func time(in frame: InputFrame) -> EventTime? {
        switch kind {
        case .down, .pointerDown:
            frame.samples.first { if case .began = $0.change { true } else { false } }?.time
        case .scroll: frame.scroll == nil ? nil : frame.time
        case .pointerEnter(let position), .pointerMove(let position):
            // The compositor also reports a pointer over a window that has just been mapped; that is not the event.
            if case .over(_, let shown) = frame.hover, shown.distance(to: position) < 0.01 { frame.time } else { nil }
        default: nil
        }
    }
}
