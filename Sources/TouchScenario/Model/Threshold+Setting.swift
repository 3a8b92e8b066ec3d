import TouchKit

nonisolated extension Scenario.Threshold {
    /// The property of `GestureSettings` that the threshold sets.
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

    /// How a property of `GestureSettings` is a number: durations in milliseconds, infinity for "no limit".
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
    /// The settings that a scenario asks for, and the defaults for all others.
    init(_ thresholds: [Scenario.Threshold: Double]) {
        self.init()
        for (threshold, value) in thresholds { threshold.setting.set(&self, value) }
    }

    /// All settings as a scenario has them, so that a replay does not depend on the defaults of its time.
    var thresholds: [Scenario.Threshold: Double] {
        var thresholds: [Scenario.Threshold: Double] = [:]
        for threshold in Scenario.Threshold.allCases { thresholds[threshold] = threshold.setting.value(self) }
        return thresholds
    }
}
