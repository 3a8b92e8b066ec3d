import TouchKit

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
    func violation(in outcomes: [Outcome]) -> Difference? {
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
