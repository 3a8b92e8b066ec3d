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
private nonisolated struct Difference {
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
    fileprivate var description: String { "\(recognizer) \(event.rawValue) at \(t.jsonText)" }
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

/// "scale was 1, expected more than 1.2"
private nonisolated func mismatch(_ what: String, was measured: some JSONWritable, expected: String) -> String {
    "\(what) was \(measured.jsonText), expected \(expected)"
}

/// Whether two numbers differ by at most a tolerance, apart from rounding errors.
private nonisolated func isWithin(_ tolerance: Double, _ number: Double, of expected: Double) -> Bool {
    abs(number - expected) <= tolerance + 1e-12 * max(1, abs(expected))
}

private nonisolated func isNear(_ number: Double, _ expected: Double, tolerance: Double? = nil) -> Bool {
    isWithin(tolerance ?? max(abs(expected) * 0.05, 0.01), number, of: expected)
}

private nonisolated func isSameTime(_ time: Double, _ expected: Double) -> Bool {
    isWithin(1, time, of: expected)
}

private nonisolated func isSamePlace(_ point: Point, _ expected: Point) -> Bool {
    isWithin(0.5, point.x, of: expected.x) && isWithin(0.5, point.y, of: expected.y)
}

nonisolated extension Scenario.Expectation {
    fileprivate var description: String {
        "\(recognizer) \(event.rawValue)" + (t.map { " at \($0.jsonText)" } ?? "")
    }

    /// Describes how an outcome of the expected event differs in everything else; nil if it does not.
    fileprivate func mismatch(with outcome: Outcome) -> String? {
        if let t, !isSameTime(outcome.t, t) { return "it was expected at \(t.jsonText)" }
        if let location, !(outcome.location.map { isSamePlace($0, location) } ?? false) {
            return outcome.location.map { TouchScenario.mismatch("location", was: $0, expected: location.jsonText) }
                ?? "it has no location, expected \(location.jsonText)"
        }
        if let mismatch = value.mismatch(with: outcome.value) { return mismatch }
        if let reason, outcome.reason != reason {
            return outcome.reason.map { TouchScenario.mismatch("reason", was: $0, expected: reason.jsonText) }
                ?? "it has no reason, expected \(reason.jsonText)"
        }
        return nil
    }
}

nonisolated extension Scenario.Expectation.Value {
    fileprivate func mismatch(with value: Outcome.Value) -> String? {
        let vector = value.translation.map(Scenario.Quantity.vector)
        let touches = value.touches.map { Scenario.Quantity.scalar(Double($0)) }
        let checks: [(String, Scenario.QuantityMatcher?, Scenario.Quantity?)] = [
            ("scale", scale.map(Scenario.QuantityMatcher.scalar), value.scale.map(Scenario.Quantity.scalar)),
            ("rotation", rotation.map(Scenario.QuantityMatcher.scalar), value.rotation.map(Scenario.Quantity.scalar)),
            ("translation", translation, vector),
            ("velocity", velocity, value.velocity),
            ("touches", self.touches.map(Scenario.QuantityMatcher.scalar), touches),
        ]
        for (what, matcher, measured) in checks {
            guard let matcher else { continue }
            guard let measured else { return "it has no \(what), expected \(matcher.description)" }
            guard matcher.matches(measured) else {
                return TouchScenario.mismatch(what, was: measured, expected: matcher.description)
            }
        }
        if let direction, value.direction != direction {
            return value.direction.map {
                TouchScenario.mismatch("direction", was: $0, expected: direction.jsonText)
            } ?? "it has no direction, expected \(direction.jsonText)"
        }
        return nil
    }
}

nonisolated extension Scenario.Matcher {
    fileprivate func matches(_ number: Double) -> Bool {
        switch self {
        case .near(let expected):
            isNear(number, expected)
        case .within(let bounds):
            number > bounds.greaterThan ?? -.infinity && number < bounds.lessThan ?? .infinity
                && (bounds.approximately.map { isNear(number, $0, tolerance: bounds.tolerance) } ?? true)
        }
    }

    fileprivate var description: String {
        switch self {
        case .near(let number):
            return number.jsonText
        case .within(let bounds):
            let conditions = [
                bounds.greaterThan.map { "more than \($0.jsonText)" },
                bounds.lessThan.map { "less than \($0.jsonText)" },
                bounds.approximately.map { number in
                    number.jsonText + (bounds.tolerance.map { " ± \($0.jsonText)" } ?? "")
                },
            ]
            return conditions.compactMap(\.self).joined(separator: " and ")
        }
    }
}

nonisolated extension Scenario.QuantityMatcher {
    fileprivate func matches(_ quantity: Scenario.Quantity) -> Bool {
        switch (self, quantity) {
        case (.scalar(let matcher), .scalar(let number)): matcher.matches(number)
        case (.vector(let x, let y), .vector(let point)): x.matches(point.x) && y.matches(point.y)
        case (.scalar, .vector), (.vector, .scalar): false
        }
    }

    fileprivate var description: String {
        switch self {
        case .scalar(let matcher): matcher.description
        case .vector(let x, let y): "[\(x.description), \(y.description)]"
        }
    }
}

nonisolated extension Scenario.ViewExpectation {
    fileprivate var description: String {
        "\(view) \(event.rawValue)" + (t.map { " at \($0.jsonText)" } ?? "")
    }

    /// Describes how a call of the expected method differs in everything else; nil if it does not.
    fileprivate func mismatch(with call: ViewCall) -> String? {
        if let t, !isSameTime(call.t, t) { return "it was expected at \(t.jsonText)" }
        if let count, call.count != count {
            return TouchScenario.mismatch("count", was: call.count, expected: count.jsonText)
        }
        if let locations {
            let isSame =
                call.locations.count == locations.count && zip(call.locations, locations).allSatisfy(isSamePlace)
            if !isSame {
                return TouchScenario.mismatch("locations", was: call.locations, expected: locations.jsonText)
            }
        }
        if let tapCount, !call.tapCounts.allSatisfy({ $0 == tapCount }) {
            return TouchScenario.mismatch("tapCount", was: call.tapCounts, expected: tapCount.jsonText)
        }
        if let keys, call.keys != keys {
            return TouchScenario.mismatch("keys", was: call.keys, expected: keys.jsonText)
        }
        return nil
    }
}

nonisolated extension Scenario.Quantity {
    fileprivate var components: [Double] {
        switch self {
        case .scalar(let number): [number]
        case .vector(let point): [point.x, point.y]
        }
    }

    /// The length of a pair, the absolute value of a number.
    fileprivate var magnitude: Double {
        switch self {
        case .scalar(let number): abs(number)
        case .vector(let point): point.length
        }
    }

    fileprivate func distance(to other: Self) -> Double {
        switch (self, other) {
        case (.scalar(let a), .scalar(let b)): abs(a - b)
        case (.vector(let a), .vector(let b)): a.distance(to: b)
        case (.scalar, .vector), (.vector, .scalar): .infinity
        }
    }
}

nonisolated extension Scenario.Invariant {
    private func value(of outcome: Outcome) -> Scenario.Quantity? {
        switch property {
        case .translation: outcome.value.translation.map(Scenario.Quantity.vector)
        case .translationX: (outcome.value.translation?.x).map(Scenario.Quantity.scalar)
        case .velocity: outcome.value.velocity
        case .scale: outcome.value.scale.map(Scenario.Quantity.scalar)
        case .rotation: outcome.value.rotation.map(Scenario.Quantity.scalar)
        case .location: outcome.location.map(Scenario.Quantity.vector)
        }
    }

    /// The first report that violates the condition.
    fileprivate func violation(in outcomes: [Outcome]) -> Difference? {
        let reports = outcomes.compactMap { outcome in value(of: outcome).map { (outcome: outcome, value: $0) } }
        var earlier: [Scenario.Quantity] = []
        /// For each component, whether it has risen and whether it has fallen.
        var turns = [(rose: false, fell: false), (rose: false, fell: false)]
        for (outcome, value) in reports {
            if let description = violation(of: value, after: earlier, turns: &turns) {
                return Difference(
                    t: outcome.t,
                    description: "\(outcome.description): \(property.rawValue) was \(value.jsonText), \(description)")
            }
            earlier.append(value)
        }
        guard let final else { return nil }
        let expected = "expected \(final.jsonText) at last"
        guard let (outcome, last) = reports.last else {
            return Difference(t: .infinity, description: "\(recognizer) reported no \(property.rawValue), \(expected)")
        }
        let isFinal =
            last.components.count == final.components.count
            && zip(last.components, final.components).allSatisfy { isNear($0, $1, tolerance: tolerance) }
        guard !isFinal else { return nil }
        return Difference(
            t: outcome.t, description: "\(outcome.description): \(property.rawValue) was \(last.jsonText), \(expected)")
    }

    private func violation(
        of value: Scenario.Quantity, after earlier: [Scenario.Quantity], turns: inout [(rose: Bool, fell: Bool)]
    ) -> String? {
        if isFinite, !value.components.allSatisfy(\.isFinite) { return "expected a finite number" }
        if isPositive, !value.components.allSatisfy({ $0 > 0 }) { return "expected more than 0" }
        if let maxAbs, !(value.magnitude <= maxAbs) { return "expected at most \(maxAbs.jsonText)" }
        if let maxStep, let last = earlier.last, !(value.distance(to: last) <= maxStep) {
            return "\(last.jsonText) before it, expected a step of at most \(maxStep.jsonText)"
        }
        if let maxChange, let far = earlier.first(where: { !(value.distance(to: $0) <= maxChange) }) {
            return "\(far.jsonText) earlier, expected a change of at most \(maxChange.jsonText)"
        }
        if isMonotonic, let last = earlier.last {
            for (index, (now, before)) in zip(value.components, last.components).enumerated() {
                turns[index].rose = turns[index].rose || now > before
                turns[index].fell = turns[index].fell || now < before
                if turns[index].rose, turns[index].fell {
                    return "\(last.jsonText) before it, expected no turning back"
                }
            }
        }
        return nil
    }
}
