import TouchKit

/// The settings, views and recognizers of a window at an instant, as a scenario describes them.
struct WindowSnapshot: Equatable {
    var thresholds: [Scenario.Threshold: Double] = [:]
    var views: [Scenario.View] = []
    var recognizers: [Scenario.Recognizer] = []

    /// Whether a recognizer exists and is enabled.
    func isEnabled(_ recognizer: String) -> Bool {
        recognizers.first { $0.id == recognizer }?.isEnabled ?? false
    }

    mutating func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        if let index = recognizers.firstIndex(where: { $0.id == recognizer }) {
            recognizers[index].isEnabled = isEnabled
        }
    }

    /// Removes a view with its subviews and their recognizers.
    ///
    /// - Returns: Whether there was such a view.
    mutating func remove(_ view: String) -> Bool {
        guard views.contains(where: { $0.id == view }) else { return false }
        var removed: Set<String> = [view]
        // Parents come before their children.
        for view in views where view.parent.map(removed.contains) ?? false { removed.insert(view.id) }
        views.removeAll { removed.contains($0.id) }
        recognizers.removeAll { removed.contains($0.view) }
        return true
    }

    /// Makes those changes towards a later snapshot that `set` events can express, and returns them.
    mutating func approach(_ later: WindowSnapshot) -> [Scenario.Event.Change] {
        var changes: [Scenario.Event.Change] = []
        for view in later.views {
            guard let index = views.firstIndex(where: { $0.id == view.id }) else { continue }
            if views[index].isHidden != view.isHidden { changes.append(.viewHidden(view.id, view.isHidden)) }
            if views[index].isUserInteractionEnabled != view.isUserInteractionEnabled {
                changes.append(.viewEnabled(view.id, view.isUserInteractionEnabled))
            }
            views[index].isHidden = view.isHidden
            views[index].isUserInteractionEnabled = view.isUserInteractionEnabled
        }
        // The former first responder resigns before another view becomes first responder.
        for isFirst in [false, true] {
            for view in later.views where view.isFirstResponder == isFirst {
                guard let index = views.firstIndex(where: { $0.id == view.id && $0.isFirstResponder != isFirst })
                else { continue }
                changes.append(.viewFirstResponder(view.id, isFirst))
                views[index].isFirstResponder = isFirst
            }
        }
        for recognizer in recognizers {
            // No event detaches a recognizer. One that is disabled behaves the same.
            let isEnabled = later.isEnabled(recognizer.id)
            guard recognizer.isEnabled != isEnabled else { continue }
            changes.append(.recognizerEnabled(recognizer.id, isEnabled))
            setEnabled(recognizer.id, isEnabled)
        }
        return changes
    }
}
