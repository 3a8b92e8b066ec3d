import Testing

@testable import TouchKit
@testable import TouchScenario

/// The session of a window, logged as it happens and by a recorder. The replay of the recording must give the same log,
/// except for moves of touches and changes of recognized gestures: a program is told once of moves that it reads
/// together, and a recording does not say which those were.
final class RecordedSession {
    /// The time from the beginning of a recording to a test's time 0, in milliseconds. No event is earlier.
    static let past: Int64 = 1_000_000

    private let window: Window
    private let recorder: Recorder
    private let start: EventTime
    private let isOpen: () -> Bool
    private var outcomes: [String] = []
    private var calls: [String] = []
    /// The views whose calls are logged.
    private var viewNames: Set<String> = []
    private var observer: ObserverToken?
    /// Whether the window is closed, which ends the recording.
    private var isOver = false

    /// Starts recording a window before its first event.
    ///
    /// - Parameters:
    ///   - start: the time of the event clock at which the recording's time is 0.
    ///   - isOpen: returns whether the window is still open.
    init(of window: Window, named name: String, from start: EventTime, isOpen: @escaping () -> Bool) {
        self.window = window
        self.start = start
        self.isOpen = isOpen
        recorder = Recorder(window, name: name, start: start)
        observer = window.dispatcher.addObserver { [unowned self] in note($0) }
    }

    private func note(_ transition: GestureTransition) {
        let recognizer = transition.recognizer
        // A recognizer that a handler has detached from its view reports its outcome afterwards.
        let home = recognizer.view?.window ?? recognizer.attempt.received.first?.window
        guard !isOver, home === window else { return }
        if transition.reason == .windowClosed { return isOver = true }
        guard let kind = recognizer.scenarioKind else { return }
        let description = Scenario.Recognizer(id: recognizer.name ?? kind.name.rawValue, kind: kind)
        guard transition.to != .changed, let outcome = Outcome(transition, of: description, start: start) else {
            return
        }
        outcomes.append(Self.line(outcome))
    }

    /// Returns an outcome for comparison: a recording has a detached recognizer as a disabled one.
    private static func line(_ outcome: Outcome) -> String {
        var outcome = outcome
        if outcome.reason == FailureReason.removed.name { outcome.reason = FailureReason.disabled.name }
        return outcome.line
    }

    /// Logs a call of a view's touch method for the view's own touches.
    func note(_ event: ViewCall.Event, _ touches: Set<Touch>, in view: View) {
        viewNames.insert(view.identifier ?? "")
        if touches.contains(where: { $0.cancelReason == .windowClosed }) { isOver = true }
        guard !isOver, event != .touchesMoved, touches.contains(where: { $0.view === view }) else { return }
        note(event, touches.map { Self.details($0.location(in: view), taps: $0.tapCount) }, in: view)
    }

    /// Logs a call of a press method of the first responder.
    func note(_ event: ViewCall.Event, _ presses: Set<Press>, in view: View) {
        guard !isOver, view.isFirstResponder else { return }
        // Closing the window cancels the keys and ends the recording.
        guard isOpen() else { return isOver = true }
        viewNames.insert(view.identifier ?? "")
        note(event, presses.map(\.key.name), in: view)
    }

    private func note(_ event: ViewCall.Event, _ details: [String], in view: View) {
        let t = start.duration(to: window.dispatcher.now).milliseconds
        calls.append(Self.line(t, view.identifier ?? "", event, details))
    }

    private static func details(_ place: Point, taps: Int) -> String { "\(place.jsonText) \(taps)" }

    private static func line(_ t: Double, _ view: String, _ event: ViewCall.Event, _ details: [String]) -> String {
        "\(t.jsonText) \(view) \(event.rawValue) \(details.sorted().joined(separator: " "))"
    }

    /// Ends the recording. Returns the difference between its replay and the log; nil if there is none.
    func difference() -> String? {
        if let observer { window.dispatcher.removeObserver(observer) }
        recorder.stop()
        let json = recorder.json
        let replays: [Replay]
        do {
            replays = try Scenario.read([UInt8](json.utf8), file: "recording").map { Replay(of: $0) }
        } catch {
            return "\(error)\n\(json)"
        }
        let replayed = (
            outcomes: replays.flatMap(\.outcomes).filter { $0.event != .changed }.map(Self.line),
            calls: replays.flatMap(\.viewCalls).filter {
                $0.event != .touchesMoved && viewNames.contains($0.view)
            }.map { call in
                let touches = zip(call.locations, call.tapCounts).map { Self.details($0, taps: $1) }
                return Self.line(call.t, call.view, call.event, touches + call.keys)
            }
        )
        if let difference = Self.difference(between: outcomes, and: replayed.outcomes) {
            return "recognizers: \(difference)\n\(json)"
        }
        if let difference = Self.difference(between: calls, and: replayed.calls) {
            return "views: \(difference)\n\(json)"
        }
        for case .fail(let because) in replays.map(\.verdict) { return "\(because)\n\(json)" }
        return nil
    }

    private static func difference(between live: [String], and replayed: [String]) -> String? {
        guard live != replayed else { return nil }
        let place = zip(live, replayed).prefix { $0 == $1 }.count
        func line(_ lines: [String]) -> String { place < lines.count ? lines[place] : "nothing" }
        return "live \(line(live)), replayed \(line(replayed))"
    }
}
