import TouchKit

/// Whether a scenario's outcomes are the expected ones.
public nonisolated enum Verdict: Sendable, Equatable {
    /// The outcomes are the expected ones.
    case pass
    /// The outcomes differ; the text describes the first difference.
    case fail(because: String)

    /// Compares outcomes and calls with what a scenario expects.
    ///
    /// - Parameters:
    ///   - scenario: The scenario that was replayed.
    ///   - outcomes: The outcomes that its recognizers reported, in order.
    ///   - viewCalls: The calls of its views' touch and press methods, in order.
    public init(of scenario: Scenario, outcomes: [Outcome], viewCalls: [ViewCall]) {
        let differences =
            scenario.differences(from: outcomes) + scenario.forbidden(in: outcomes)
            + scenario.viewDifferences(from: viewCalls) + scenario.violations(in: outcomes)
        var first: Difference?
        for difference in differences where difference.t < first?.t ?? .infinity || first == nil {
            first = difference
        }
        self = first.map { .fail(because: $0.description) } ?? .pass
    }

    /// The verdict as one JSON object.
    public func line(scenario name: String) -> String {
        var text = ObjectText()
        text.add("scenario", name)
        switch self {
        case .pass:
            text.add("verdict", "pass")
        case .fail(let because):
            text.add("verdict", "fail")
            text.add("because", because)
        }
        return text.jsonText
    }
}

/// A difference from what was expected, and its time.
nonisolated struct Difference {
    var t: Double
    var description: String
}

nonisolated extension Scenario {
    /// The first difference of each recognizer, or the first one of all where order is strict.
    fileprivate func differences(from outcomes: [Outcome]) -> [Difference] {
        let declared = Set(recognizers.map(\.id))
        if isStrictOrder {
            return difference(
                expected: expect[...], outcomes: outcomes.filter { declared.contains($0.recognizer) }
            ).map { [$0] } ?? []
        }
        return recognizers.compactMap { recognizer in
            difference(
                expected: expect.filter { $0.recognizer == recognizer.id }[...],
                outcomes: outcomes.filter { $0.recognizer == recognizer.id })
        }
    }

    private func difference(expected: ArraySlice<Expectation>, outcomes: [Outcome]) -> Difference? {
        var expected = expected
        /// The first outcome that was the expected one but for its time, location, values or reason.
        var near: Difference?
        for outcome in outcomes {
            let mismatch: String?
            if let next = expected.first, next.recognizer == outcome.recognizer, next.event == outcome.event {
                mismatch = next.mismatch(with: outcome)
                guard mismatch != nil else {
                    expected.removeFirst()
                    near = nil
                    continue
                }
            } else {
                mismatch = nil
            }
            let description: String
            if let mismatch {
                description = "\(outcome.description): \(mismatch)"
            } else if let next = expected.first {
                description = "\(outcome.description) came before \(next.description), which was expected next"
            } else {
                description = "\(outcome.description) was not expected"
            }
            let difference = Difference(t: outcome.t, description: description)
            if !isPartial, !outcome.event.mayComeBesides { return difference }
            if mismatch != nil, near == nil { near = difference }
        }
        guard let next = expected.first else { return nil }
        return near
            ?? Difference(t: next.t ?? .infinity, description: "\(next.description) was expected and did not come")
    }

    fileprivate func forbidden(in outcomes: [Outcome]) -> [Difference] {
        never.compactMap { entry in
            outcomes.first { outcome in
                outcome.recognizer == entry.recognizer && outcome.event == entry.event
                    && outcome.t < entry.before ?? .infinity && outcome.t > entry.after ?? -.infinity
            }.map { outcome in
                var description = "\(outcome.description) is forbidden"
                if let before = entry.before { description += " before \(before.jsonText)" }
                if let after = entry.after { description += " after \(after.jsonText)" }
                return Difference(t: outcome.t, description: description)
            }
        }
    }

    fileprivate func viewDifferences(from calls: [ViewCall]) -> [Difference] {
        let forbidden = (viewNever ?? []).compactMap { entry in
            calls.first { $0.view == entry.view && $0.event == entry.event && entry.mismatch(with: $0) == nil }
                .map { Difference(t: $0.t, description: "\($0.description) is forbidden") }
        }
        var checked: [ViewExpectation] = []
        var differences: [Difference] = []
        for entry in viewExpect ?? []
        where !checked.contains(where: { $0.view == entry.view && $0.event == entry.event }) {
            checked.append(entry)
            let expected = (viewExpect ?? []).filter { $0.view == entry.view && $0.event == entry.event }
            let came = calls.filter { $0.view == entry.view && $0.event == entry.event }
            let paired = zip(expected, came).compactMap { entry, call in
                entry.mismatch(with: call).map { Difference(t: call.t, description: "\(call.description): \($0)") }
            }
            if let first = paired.first {
                differences.append(first)
            } else if came.count > expected.count {
                let call = came[expected.count]
                differences.append(Difference(t: call.t, description: "\(call.description) was not expected"))
            } else if came.count < expected.count {
                let entry = expected[came.count]
                differences.append(
                    Difference(
                        t: entry.t ?? .infinity, description: "\(entry.description) was expected and did not come"))
            }
        }
        return forbidden + differences
    }

    fileprivate func violations(in outcomes: [Outcome]) -> [Difference] {
        invariants.compactMap { invariant in
            invariant.violation(
                in: outcomes.filter {
                    $0.recognizer == invariant.recognizer && $0.t >= invariant.from ?? -.infinity
                })
        }
    }
}

nonisolated extension Outcome {
    var description: String { "\(recognizer) \(event.rawValue) at \(t.jsonText)" }
}

nonisolated extension Outcome.Event {
    /// Whether the event may be reported without being listed.
    fileprivate var mayComeBesides: Bool {
        switch self {
        case .changed, .failed: true
        case .recognized, .began, .ended, .cancelled: false
        }
    }
}

nonisolated extension ViewCall {
    fileprivate var description: String { "\(view) \(event.rawValue) at \(t.jsonText)" }
}
