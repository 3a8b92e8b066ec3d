import TouchKit
import TouchScenario

/// A window that shows a scenario's views and logs what its recognizers do.
///
/// When the scenario's first press comes from the compositor, scenario time is what it is in the scenario.
final class StageWindow: Window {
    /// Called with each thing that comes out.
    var onOutcome: (Outcome) -> Void = { _ in }
    /// Called when the scenario's time is over.
    var onEnd: () -> Void = {}

    /// The file that the session is recorded to. Default none.
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

    /// Whether what came out was what the scenario expects; nil while its time is not over.
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

    /// Writes the session, if it is recorded.
    func stopRecording() {
        recording?.finish()
        recording = nil
    }

    /// Nothing more is shown: it lets go of what holds the window.
    func finish() {
        stopRecording()
        stage = nil
    }
}

extension Scenario {
    /// The first event that puts something down or scrolls; where there is none, the first that moves a pointer.
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

    /// The scenario without the times of what a cancellation decides: neither `wl_touch.cancel` nor the loss of a
    /// device says when it was.
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
    /// When a frame says that this event was, if it is what makes the compositor send the frame.
    fileprivate func time(in frame: InputFrame) -> EventTime? {
        switch kind {
        case .down, .pointerDown:
            frame.samples.first { if case .began = $0.change { true } else { false } }?.time
        case .scroll: frame.scroll == nil ? nil : frame.time
        case .pointerEnter(let place), .pointerMove(let place):
            // Where a window is mapped under the pointer, that is told too.
            if case .over(_, let shown) = frame.hover, shown.distance(to: place) < 0.01 { frame.time } else { nil }
        default: nil
        }
    }
}
