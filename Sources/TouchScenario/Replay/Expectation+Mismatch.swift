import TouchKit

/// "scale was 1, expected more than 1.2"
private nonisolated func mismatch(_ what: String, was measured: some JSONWritable, expected: String) -> String {
    "\(what) was \(measured.jsonText), expected \(expected)"
}

/// Whether two numbers differ by at most a tolerance, apart from rounding errors.
private nonisolated func isWithin(_ tolerance: Double, _ number: Double, of expected: Double) -> Bool {
    abs(number - expected) <= tolerance + 1e-12 * max(1, abs(expected))
}

nonisolated func isNear(_ number: Double, _ expected: Double, tolerance: Double? = nil) -> Bool {
    isWithin(tolerance ?? max(abs(expected) * 0.05, 0.01), number, of: expected)
}

private nonisolated func isSameTime(_ time: Double, _ expected: Double) -> Bool {
    isWithin(1, time, of: expected)
}

private nonisolated func isSamePlace(_ point: Point, _ expected: Point) -> Bool {
    isWithin(0.5, point.x, of: expected.x) && isWithin(0.5, point.y, of: expected.y)
}

nonisolated extension Scenario.Expectation {
    var description: String {
        "\(recognizer) \(event.rawValue)" + (t.map { " at \($0.jsonText)" } ?? "")
    }

    /// Describes how an outcome of the expected event differs in everything else; nil if it does not.
    func mismatch(with outcome: Outcome) -> String? {
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
    var description: String {
        "\(view) \(event.rawValue)" + (t.map { " at \($0.jsonText)" } ?? "")
    }

    /// Describes how a call of the expected method differs in everything else; nil if it does not.
    func mismatch(with call: ViewCall) -> String? {
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
