import TouchKit

nonisolated extension Scenario {
    /// A gesture setting that a scenario can have. Durations are in milliseconds, lengths in points.
    public enum Threshold: String, Sendable, CaseIterable {
        /// The longest time from the last up of one tap to the first down of the next.
        case multiTapInterval
        /// The shortest such time at which two taps count as two.
        case multiTapMinimumInterval
        /// The greatest distance between the starts of two taps.
        case multiTapDistance
        /// The time for which an up is withheld, in case the finger bounces.
        case bounceInterval
        /// The longest time that a finger of a tap may stay down.
        case tapMaximumDuration
        /// The greatest distance that a finger of a tap may move from where it went down.
        case tapAllowableMovement
        /// The distance that the centroid moves before a pan begins.
        case panSlop
        /// The change of the fingers' distance before a pinch begins.
        case pinchSlop
        /// The change of angle, in radians, before a rotation begins.
        case rotationSlop
        /// The shortest distance of a swipe.
        case swipeMinimumDistance
        /// The longest duration of a swipe.
        case swipeMaximumDuration
        /// The lowest speed of a swipe, in points per second.
        case swipeMinimumVelocity
        /// The greatest distance from its edge at which an edge pan may start.
        case edgeInset
    }
}

nonisolated extension Scenario.Threshold {
    /// The property of `GestureSettings` that the threshold stands for.
    var setting: Setting {
        switch self {
        case .multiTapInterval: Setting(\.multiTapInterval)
        case .multiTapMinimumInterval: Setting(\.multiTapMinimumInterval)
        case .multiTapDistance: Setting(\.multiTapDistance)
        case .bounceInterval: Setting(\.contactBounceInterval)
        case .tapMaximumDuration: Setting(\.tapMaximumDuration)
        case .tapAllowableMovement: Setting(\.tapAllowableMovement)
        case .panSlop: Setting(\.panSlop)
        case .pinchSlop: Setting(\.pinchSlop)
        case .rotationSlop: Setting(\.rotationSlop)
        case .swipeMinimumDistance: Setting(\.swipeMinimumDistance)
        case .swipeMaximumDuration: Setting(\.swipeMaximumDuration)
        case .swipeMinimumVelocity: Setting(\.swipeMinimumVelocity)
        case .edgeInset: Setting(\.edgeInset, unlimited: .infinity)
        }
    }

    /// A property of `GestureSettings` as a number: durations in milliseconds, infinity for "no limit".
    struct Setting: Sendable {
        /// How the number is read and written.
        let format: ValueFormat<Double>
        let value: @Sendable (GestureSettings) -> Double
        let set: @Sendable (inout GestureSettings, Double) -> Void

        /// A longest duration.
        init(_ path: any WritableKeyPath<GestureSettings, Duration?> & Sendable) {
            format = .limit(.milliseconds, unlimited: .infinity)
            value = { $0[keyPath: path]?.milliseconds ?? .infinity }
            set = { $0[keyPath: path] = $1.isFinite ? .milliseconds($1) : nil }
        }

        /// A shortest duration.
        init(_ path: any WritableKeyPath<GestureSettings, Duration> & Sendable) {
            format = .limit(.milliseconds, unlimited: 0)
            value = { $0[keyPath: path].milliseconds }
            set = { $0[keyPath: path] = .milliseconds($1) }
        }

        /// A greatest length.
        init(_ path: any WritableKeyPath<GestureSettings, Double?> & Sendable) {
            format = .limit(.magnitude, unlimited: .infinity)
            value = { $0[keyPath: path] ?? .infinity }
            set = { $0[keyPath: path] = $1.isFinite ? $1 : nil }
        }

        /// A least length, angle or speed or, where infinity stands for "no limit", a greatest one.
        init(_ path: any WritableKeyPath<GestureSettings, Double> & Sendable, unlimited: Double = 0) {
            format = .limit(.magnitude, unlimited: unlimited)
            value = { $0[keyPath: path] }
            set = { $0[keyPath: path] = $1 }
        }
    }
}

nonisolated extension ValueFormat where Value == Double {
    /// A limit, or `null` for "no limit".
    ///
    /// - Parameter unlimited: The number that stands for "no limit".
    fileprivate static func limit(_ format: Self, unlimited: Double) -> Self {
        Self { (element) throws(ScenarioError) in
            if case .null = element.value { return unlimited }
            return try format.read(element)
        }
    }
}

nonisolated extension GestureSettings {
    /// Creates the settings of a scenario. Settings that it does not list have their defaults.
    init(_ thresholds: [Scenario.Threshold: Double]) {
        self.init()
        for (threshold, value) in thresholds { threshold.setting.set(&self, value) }
    }

    /// All settings as thresholds of a scenario, so that its replay does not depend on the defaults.
    var thresholds: [Scenario.Threshold: Double] {
        var thresholds: [Scenario.Threshold: Double] = [:]
        for threshold in Scenario.Threshold.allCases { thresholds[threshold] = threshold.setting.value(self) }
        return thresholds
    }
}
