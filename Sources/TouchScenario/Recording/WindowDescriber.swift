import TouchKit

/// Describes a window's views and recognizers for a recording, and gives them names that stay the same.
struct WindowDescriber {
    let window: Window
    private var viewNames = ObjectNames<View>()
    private var recognizerNames = ObjectNames<GestureRecognizer>()

    init(_ window: Window) { self.window = window }

    /// The name of a view; nil where it was not described yet.
    func name(of view: View) -> String? { viewNames[view] }

    /// The name of a recognizer; nil where it was not described yet.
    func name(of recognizer: GestureRecognizer) -> String? { recognizerNames[recognizer] }

    /// The recognizer of a name; nil where there is none any more.
    func recognizer(named name: String) -> GestureRecognizer? { recognizerNames[name] }

    /// Returns the window's settings, views and recognizers as they are now.
    mutating func snapshot() -> WindowSnapshot {
        var snapshot = WindowSnapshot(thresholds: window.dispatcher.settings.thresholds)
        describe(window, parent: nil, in: &snapshot)
        return snapshot
    }

    /// Begins a scenario with the window as it is now. Names of objects that no longer exist are given anew.
    mutating func scenario(name: String) -> (Scenario, WindowSnapshot) {
        viewNames.removeStale()
        recognizerNames.removeStale()
        // Requirements can name only what has a name, so everything gets one first.
        _ = snapshot()
        let snapshot = snapshot()
        var scenario = Scenario(name: name)
        scenario.source = "recorded"
        scenario.thresholds = snapshot.thresholds
        scenario.views = snapshot.views
        scenario.recognizers = snapshot.recognizers
        let ids = scenario.recognizers.map(\.id)
        for (index, description) in scenario.recognizers.enumerated() {
            guard let recognizer = recognizerNames[description.id] else { continue }
            let others = ids.filter { $0 != description.id }.compactMap { recognizerNames[$0] }
            let required = others.filter { recognizer.waits(for: $0) }
            let partners = others.filter { recognizer.mayRecognize(with: $0) }
            scenario.recognizers[index].requireToFail = required.compactMap { recognizerNames[$0] }
            scenario.recognizers[index].simultaneousWith = partners.compactMap { recognizerNames[$0] }
        }
        return (scenario, snapshot)
    }

    private mutating func describe(_ view: View, parent: String?, in snapshot: inout WindowSnapshot) {
        let id = viewNames.name(of: view, wanted: view.identifier ?? (view === window ? "window" : "view"))
        var description = Scenario.View(id: id, frame: view.frame, parent: parent)
        for field in Scenario.View.sharedFields { field.record(view, &description) }
        description.isFirstResponder = window.firstResponder === view
        snapshot.views.append(description)
        for recognizer in view.gestureRecognizers { describe(recognizer, view: id, in: &snapshot) }
        // Views beyond the format's limit are left out. Their touches appear as touches of their superviews.
        for child in view.subviews where snapshot.views.count < ScenarioChecks.mostViews {
            describe(child, parent: id, in: &snapshot)
        }
    }

    private mutating func describe(
        _ recognizer: GestureRecognizer, view: String, in snapshot: inout WindowSnapshot
    ) {
        let settings = window.dispatcher.settings
        guard let kind = recognizer.scenarioKind, recognizer.customSettings ?? settings == settings else { return }
        let id = recognizerNames.name(of: recognizer, wanted: recognizer.name ?? kind.name.rawValue)
        var description = Scenario.Recognizer(id: id, kind: kind, view: view)
        for field in Scenario.Recognizer.sharedFields { field.record(recognizer, &description) }
        description.requireToFail = recognizer.failureRequirements.compactMap { recognizerNames[$0] }
        snapshot.recognizers.append(description)
    }
}

extension GestureRecognizer {
    /// Whether the recognizer or a delegate requires the other one to fail first.
    fileprivate func waits(for other: GestureRecognizer) -> Bool {
        failureRequirements.contains(other) || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
    }

    /// Whether the delegate lets the recognizer recognize at the same time as another one.
    fileprivate func mayRecognize(with other: GestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
    }
}
