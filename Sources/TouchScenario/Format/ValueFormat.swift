import TouchKit

/// How a value is read from JSON and written as JSON.
nonisolated struct ValueFormat<Value>: Sendable {
    let read: @Sendable (JSONElement) throws(ScenarioError) -> Value
    let text: @Sendable (Value) -> String
}

nonisolated extension ValueFormat where Value: JSONWritable & SendableMetatype {
    init(_ read: @escaping @Sendable (JSONElement) throws(ScenarioError) -> Value) {
        self.init(read: read) { $0.jsonText }
    }
}

nonisolated extension ValueFormat where Value == Bool {
    static var bool: Self {
        Self { (element) throws(ScenarioError) in
            guard case .bool(let bool) = element.value else { throw element.refusal(expected: "true or false") }
            return bool
        }
    }

    /// `true`, for a field whose presence is its meaning.
    static var onlyTrue: Self {
        Self { (element) throws(ScenarioError) in
            guard try bool.read(element) else { throw element.refusal(expected: "true") }
            return true
        }
    }
}

nonisolated extension ValueFormat where Value == String {
    static var string: Self {
        Self { (element) throws(ScenarioError) in
            guard case .string(let string) = element.value else { throw element.refusal(expected: "a string") }
            return string
        }
    }

    /// A string that is not empty.
    static var name: Self {
        Self { (element) throws(ScenarioError) in
            guard case .string(let name) = element.value, !name.isEmpty else {
                throw element.refusal(expected: "a name")
            }
            return name
        }
    }
}

/// The greatest magnitude of a length, an angle or a speed. No real one comes near it, and its square does not overflow.
private nonisolated let greatest = 1e12

nonisolated extension ValueFormat where Value == Double {
    /// A length, an angle or a speed of either sign.
    static var number: Self {
        Self { (element) throws(ScenarioError) in
            guard case .number = element.value else { throw element.refusal(expected: "a number") }
            return try element.number(in: -greatest...greatest, expected: "a number from -1e12 to 1e12")
        }
    }

    /// A length, an angle or a speed of 0 or more.
    static var magnitude: Self {
        Self { (element) throws(ScenarioError) in
            try element.number(in: 0...greatest, expected: "a number from 0 to 1e12")
        }
    }

    /// A fraction from 0 to 1.
    static var fraction: Self {
        Self { (element) throws(ScenarioError) in
            try element.number(in: 0...1, expected: "a number from 0 to 1")
        }
    }

    /// A time of at most about 30 years, so that no unit of time overflows.
    static var milliseconds: Self {
        Self { (element) throws(ScenarioError) in
            try element.number(in: 0...1e12, expected: "milliseconds from 0 to 1e12")
        }
    }
}

nonisolated extension ValueFormat where Value == Int {
    /// A whole number that is no less than `least` and that fits into 32 bits.
    static func integer(from least: Int) -> Self {
        Self { (element) throws(ScenarioError) in
            let greatest = Int(Int32.max)
            guard case .number(let number) = element.value, let integer = Int(exactly: number),
                (least...greatest).contains(integer)
            else { throw element.refusal(expected: "a whole number from \(least) to \(greatest)") }
            return integer
        }
    }

    /// The id of a touch, which Wayland makes a signed number of 32 bits.
    static var touchID: Self { integer(from: Int(Int32.min)) }
}

nonisolated extension ValueFormat where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
    /// The name of a case.
    static var choice: Self {
        Self { (element) throws(ScenarioError) in
            guard case .string(let string) = element.value, let choice = Value(rawValue: string) else {
                let names = Value.allCases.map(\.rawValue.jsonText).joined(separator: ", ")
                throw element.refusal(expected: "one of \(names)")
            }
            return choice
        } text: {
            $0.rawValue.jsonText
        }
    }
}

nonisolated extension ValueFormat {
    static func array<Element>(of format: ValueFormat<Element>) -> Self where Value == [Element] {
        Self { (element) throws(ScenarioError) in
            try element.array(of: format.read)
        } text: {
            "[\($0.map(format.text).joined(separator: ","))]"
        }
    }

    /// An array that is written with each element on a line.
    static func lines<Element>(of format: ValueFormat<Element>) -> Self where Value == [Element] {
        Self(read: array(of: format).read) { LineText($0.map(format.text)).jsonText }
    }

    /// The format of a value that is left out for nil.
    var optional: ValueFormat<Value?> {
        ValueFormat<Value?>(read: read) { $0.map(text) ?? JSON.null.description }
    }

    /// A value, or `null` for nil.
    static func orNull<Wrapped>(_ format: ValueFormat<Wrapped>) -> Self where Value == Wrapped? {
        Self { (element) throws(ScenarioError) in
            if case .null = element.value { return nil }
            return try format.read(element)
        } text: {
            format.optional.text($0)
        }
    }
}

nonisolated extension ValueFormat {
    /// An object.
    static func object(_ format: FieldFormat<Value>) -> Self {
        Self { (element) throws(ScenarioError) in
            try element.object(format.read)
        } text: { value in
            var text = ObjectText()
            format.write(value, &text)
            return text.jsonText
        }
    }
}

nonisolated extension ValueFormat where Value == Point {
    static var point: Self {
        Self { (element) throws(ScenarioError) in
            let numbers = try element.numbers(2, expected: "[x, y]")
            return Point(x: numbers[0], y: numbers[1])
        }
    }
}

nonisolated extension ValueFormat where Value == Rect {
    static var rect: Self {
        Self { (element) throws(ScenarioError) in
            let numbers = try element.numbers(4, expected: "[x, y, width, height]")
            guard numbers[2] >= 0, numbers[3] >= 0 else {
                throw element.refusal(expected: "a width and a height of 0 or more", found: numbers.jsonText)
            }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

nonisolated extension JSONElement {
    /// Whether the value is an array of `count` elements.
    fileprivate func isArray(of count: Int) -> Bool {
        if case .array(let elements) = value { elements.count == count } else { false }
    }

    fileprivate func numbers(_ count: Int, expected: String) throws(ScenarioError) -> [Double] {
        guard isArray(of: count) else { throw refusal(expected: expected) }
        return try array(of: ValueFormat.number.read)
    }
}

nonisolated extension ValueFormat where Value == [String] {
    /// Labels: an array of names, or a single label. An empty string stands for no label.
    static var tags: Self {
        Self { (element) throws(ScenarioError) in
            switch element.value {
            case .string(let tag): tag.isEmpty ? [] : [tag]
            case .array: try array(of: .name).read(element)
            default: throw element.refusal(expected: "an array of strings")
            }
        }
    }
}

nonisolated extension ValueFormat where Value == Scenario.Agreement {
    static var agreement: Self {
        Self { (element) throws(ScenarioError) in
            switch element.value {
            case .bool(true): .agrees
            case .bool(false): .disagrees
            case .string("unknown"): .unknown
            default: throw element.refusal(expected: "true, false or \"unknown\"")
            }
        } text: { agreement in
            switch agreement {
            case .agrees: true.jsonText
            case .disagrees: false.jsonText
            case .unknown: "unknown".jsonText
            }
        }
    }
}

nonisolated extension ValueFormat where Value == Set<Scenario.Edge> {
    static var edges: Self {
        Self { (element) throws(ScenarioError) in
            let edges = Set(try element.array(of: ValueFormat<Scenario.Edge>.choice.read))
            guard !edges.isEmpty else { throw element.refusal(expected: "at least one edge") }
            return edges
        } text: { edges in
            Scenario.Edge.allCases.filter(edges.contains).map(\.rawValue).jsonText
        }
    }
}

nonisolated extension ValueFormat where Value == Key.Modifiers {
    static var modifiers: Self {
        Self { (element) throws(ScenarioError) in
            try element.array(of: ValueFormat<Scenario.Modifier>.choice.read).reduce(into: []) { $0.insert($1.mask) }
        } text: { modifiers in
            Scenario.Modifier.allCases.filter { modifiers.contains($0.mask) }.map(\.rawValue).jsonText
        }
    }
}

nonisolated extension ValueFormat where Value == Scenario.Quantity {
    /// A number or a pair of numbers.
    static var quantity: Self {
        Self { (element) throws(ScenarioError) in
            switch element.value {
            case .number: .scalar(try ValueFormat<Double>.number.read(element))
            case .array: .vector(try ValueFormat<Point>.point.read(element))
            default: throw element.refusal(expected: "a number or [x, y]")
            }
        }
    }

    static var scalar: Self {
        Self { (element) throws(ScenarioError) in .scalar(try ValueFormat<Double>.number.read(element)) }
    }

    static var vector: Self {
        Self { (element) throws(ScenarioError) in .vector(try ValueFormat<Point>.point.read(element)) }
    }
}

nonisolated extension ValueFormat where Value == Scenario.Matcher {
    /// A number, or an object of bounds.
    static var matcher: Self {
        Self { (element) throws(ScenarioError) in
            switch element.value {
            case .number: return .near(try ValueFormat<Double>.number.read(element))
            case .object:
                let bounds = try Scenario.Matcher.Bounds.format.value.read(element)
                guard bounds != Scenario.Matcher.Bounds() else {
                    throw element.refusal(expected: "\"gt\", \"lt\" or \"approx\"")
                }
                return .within(bounds)
            default: throw element.refusal(expected: "a number or {\"gt\", \"lt\", \"approx\", \"tol\"}")
            }
        } text: { matcher in
            switch matcher {
            case .near(let number): number.jsonText
            case .within(let bounds): Scenario.Matcher.Bounds.format.value.text(bounds)
            }
        }
    }
}

nonisolated extension ValueFormat where Value == Scenario.QuantityMatcher {
    /// A matcher, or a pair of matchers.
    static var quantityMatcher: Self {
        Self { (element) throws(ScenarioError) in
            if case .array = element.value { return try matchers.read(element) }
            return .scalar(try ValueFormat<Scenario.Matcher>.matcher.read(element))
        } text: { matcher in
            switch matcher {
            case .scalar(let one): ValueFormat<Scenario.Matcher>.matcher.text(one)
            case .vector(let x, let y): ValueFormat<[Scenario.Matcher]>.array(of: .matcher).text([x, y])
            }
        }
    }

    /// A pair of matchers.
    static var matchers: Self {
        Self { (element) throws(ScenarioError) in
            guard element.isArray(of: 2) else { throw element.refusal(expected: "[x, y]") }
            let matchers = try element.array(of: ValueFormat<Scenario.Matcher>.matcher.read)
            return .vector(matchers[0], matchers[1])
        } text: {
            quantityMatcher.text($0)
        }
    }
}
