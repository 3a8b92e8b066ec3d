import TouchKit

/// Checks sizes, times and names of a scenario, which no field can check by itself.
nonisolated struct ScenarioChecks {
    private let scenario: Scenario
    /// The place of the scenario in its file.
    private let element: JSONElement
    private var views: Set<String> = []
    private var recognizers: [String: Scenario.Recognizer.Kind.Name] = [:]

    // No real program has more, and with these limits the time of a replay grows only with the number of events.
    static let mostViews = 2000
    private static let mostRecognizers = 256
    private static let mostPartners = 16
    private static let mostSeats = 64

    /// Checks a scenario.
    ///
    /// - Throws: A `ScenarioError` for the first value that does not fit the others.
    static func check(_ scenario: Scenario, at element: JSONElement) throws(ScenarioError) {
        var checks = ScenarioChecks(scenario: scenario, element: element)
        try checks.checkSizes()
        try checks.checkTouches()
        try checks.checkTimes()
        try checks.checkViews()
        try checks.checkRecognizers()
        try checks.checkChanges()
        try checks.checkActions()
        try checks.checkExpectations()
    }

    private init(scenario: Scenario, element: JSONElement) {
        self.scenario = scenario
        self.element = element
    }

    // MARK: Sizes and times

    private func checkSizes() throws(ScenarioError) {
        func check(_ count: Int, _ most: Int, _ what: String, at place: JSONElement) throws(ScenarioError) {
            guard count <= most else {
                throw place.refusal(expected: "at most \(most) \(what)", found: "\(count)")
            }
        }
        let (views, recognizers, events) = (scenario.views, scenario.recognizers, scenario.events)
        // Views that are added later count too, because they may be added to one another.
        let added = events.count { if case .set(.viewAdded) = $0.kind { true } else { false } }
        try check(views.count + added, Self.mostViews, "views", at: element.at(added == 0 ? "views" : "events"))
        try check(recognizers.count, Self.mostRecognizers, "recognizers", at: element.at("recognizers"))
        for (index, recognizer) in recognizers.enumerated() {
            let place = element.at("recognizers", index)
            try check(recognizer.requireToFail.count, Self.mostPartners, "names", at: place.at("requireToFail"))
            try check(recognizer.simultaneousWith.count, Self.mostPartners, "names", at: place.at("simultaneousWith"))
        }
        try check(Set(events.map(\.seat)).count, Self.mostSeats, "seats", at: element.at("events"))
    }

    /// Checks that no seat has more fingers down at a time than a device can have.
    private func checkTouches() throws(ScenarioError) {
        var down: [String: Set<Int>] = [:]
        for (index, event) in scenario.events.enumerated() {
            let seat = event.seat ?? ""
            switch event.kind {
            case .down(let id, _, _): down[seat, default: []].insert(id)
            case .up(let id), .cancel(let id?): down[seat]?.remove(id)
            case .cancel(nil), .set(.touch(false)): down[seat] = []
            default: continue
            }
            guard down[seat, default: []].count <= FrameAssembler.mostContacts else {
                throw element.at("events", index).refusal(
                    expected: "at most \(FrameAssembler.mostContacts) touches at a time", found: "one more")
            }
        }
    }

    private func checkTimes() throws(ScenarioError) {
        var last = 0.0
        for (index, event) in scenario.events.enumerated() {
            guard event.t >= last else {
                throw element.at("events", index).at("t").refusal(
                    expected: "\(last.jsonText) or more, the time of the event before it", found: event.t.jsonText)
            }
            last = event.t
        }
        if let advanceTo = scenario.advanceTo, advanceTo < last {
            throw element.at("advance_to").refusal(
                expected: "\(last.jsonText) or more, the time of the last event", found: advanceTo.jsonText)
        }
    }

    // MARK: Names

    /// Checks that a name is known and is not `exception`.
    private func check(
        _ id: String?, in known: some Sequence<String>, but exception: String? = nil, as what: String,
        at place: @autoclosure () -> JSONElement
    ) throws(ScenarioError) {
        guard let id, id == exception || !known.contains(id) else { return }
        let others = known.filter { $0 != exception }.sorted().map(\.jsonText).joined(separator: ", ")
        throw place().refusal(
            expected: others.isEmpty ? "\(what) (there is none)" : "\(what): \(others)", found: id.jsonText)
    }

    private func checkView(_ id: String, at place: @autoclosure () -> JSONElement) throws(ScenarioError) {
        try check(id, in: views, as: "a view", at: place())
    }

    private func checkRecognizer(_ id: String, at place: @autoclosure () -> JSONElement) throws(ScenarioError) {
        try check(id, in: recognizers.keys, as: "a recognizer", at: place())
    }

    private static func repeated(_ id: String, at place: JSONElement) -> ScenarioError {
        place.refusal(expected: "a unique id", found: "\(id.jsonText) again")
    }

    private mutating func checkViews() throws(ScenarioError) {
        for (index, view) in scenario.views.enumerated() {
            let place = element.at("views", index)
            try check(view.parent, in: views, as: "a view before this one", at: place.at("parent"))
            guard views.insert(view.id).inserted else { throw Self.repeated(view.id, at: place.at("id")) }
        }
        let responders = scenario.views.indices.filter { scenario.views[$0].isFirstResponder }
        if responders.count > 1 {
            throw element.at("views", responders[1]).at("firstResponder").refusal(
                expected: "at most one first responder", found: "a second one")
        }
    }

    private mutating func checkRecognizers() throws(ScenarioError) {
        for (index, recognizer) in scenario.recognizers.enumerated() {
            let place = element.at("recognizers", index)
            guard recognizers.updateValue(recognizer.kind.name, forKey: recognizer.id) == nil else {
                throw Self.repeated(recognizer.id, at: place.at("id"))
            }
            if case .pan(let minimum, let maximum?) = recognizer.kind, maximum < minimum {
                throw place.at("maxTouches").refusal(
                    expected: "a whole number from \(minimum) to \(Int32.max)", found: "\(maximum)")
            }
        }
        for (index, recognizer) in scenario.recognizers.enumerated() {
            let place = element.at("recognizers", index)
            try checkView(recognizer.view, at: place.at("view"))
            for (key, others) in [
                ("requireToFail", recognizer.requireToFail), ("simultaneousWith", recognizer.simultaneousWith),
            ] {
                for (index, id) in others.enumerated() {
                    try check(
                        id, in: recognizers.keys, but: recognizer.id, as: "another recognizer",
                        at: place.at(key, index))
                }
            }
        }
    }

    private mutating func checkChanges() throws(ScenarioError) {
        let removedByActions = scenario.recognizers.compactMap { recognizer in
            if case .removeView(let id) = recognizer.onAction { id } else { nil }
        }
        // A view that an action removes may be added again at any time, because actions come at any time.
        var added = views.subtracting(removedByActions)
        var parents = Dictionary(uniqueKeysWithValues: scenario.views.map { ($0.id, $0.parent) })
        for (index, event) in scenario.events.enumerated() {
            guard case .set(let change) = event.kind else { continue }
            let place = element.at("events", index)
            switch change {
            case .recognizerEnabled(let id, _), .recognizerTranslation(let id, _):
                try checkRecognizer(id, at: place.at("recognizer"))
            case .viewHidden(let id, _), .viewEnabled(let id, _), .viewFirstResponder(let id, _):
                try checkView(id, at: place.at("view"))
            case .viewRemoved(let id):
                try checkView(id, at: place.at("view"))
                added.remove(id)
                parents[id] = .some(nil)
            case .viewAdded(let id, _, let parent):
                let parentPlace = place.at("added").at("parent")
                try check(parent, in: views, but: id, as: "another view", at: parentPlace)
                var above = parent
                while let view = above {
                    guard view != id else {
                        throw parentPlace.refusal(
                            expected: "no view inside \(id.jsonText)", found: (parent ?? "").jsonText)
                    }
                    above = parents[view] ?? nil
                }
                parents[id] = .some(parent)
                guard added.insert(id).inserted else { throw Self.repeated(id, at: place.at("view")) }
                views.insert(id)
            case .touch, .pointer:
                break
            }
        }
    }

    private func checkActions() throws(ScenarioError) {
        for (index, recognizer) in scenario.recognizers.enumerated() {
            let place = element.at("recognizers", index).at("onAction")
            switch recognizer.onAction {
            case .removeView(let id)?: try checkView(id, at: place.at("removeView"))
            case .moveView(let id)?: try checkView(id, at: place.at("moveView"))
            case nil: break
            }
        }
    }

    private func checkExpectations() throws(ScenarioError) {
        func check(_ id: String, reports event: Outcome.Event, at place: JSONElement) throws(ScenarioError) {
            try checkRecognizer(id, at: place.at("recognizer"))
            guard let kind = recognizers[id], !kind.events.contains(event) else { return }
            let names = kind.events.map(\.rawValue.jsonText).joined(separator: ", ")
            throw place.at("event").refusal(
                expected: "what a \(kind.rawValue) reports: \(names)", found: event.jsonText)
        }
        for (index, entry) in scenario.expect.enumerated() {
            try check(entry.recognizer, reports: entry.event, at: element.at("expect", index))
        }
        for (index, entry) in scenario.never.enumerated() {
            try check(entry.recognizer, reports: entry.event, at: element.at("never", index))
        }
        for (index, entry) in scenario.invariants.enumerated() {
            try checkRecognizer(entry.recognizer, at: element.at("invariants", index).at("recognizer"))
        }
        for (key, calls) in [("viewExpect", scenario.viewExpect), ("viewNever", scenario.viewNever)] {
            for (index, entry) in (calls ?? []).enumerated() {
                try checkView(entry.view, at: element.at(key, index).at("view"))
            }
        }
    }
}
