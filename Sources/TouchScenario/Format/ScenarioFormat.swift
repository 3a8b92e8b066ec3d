// The format of scenario files. Each kind of object has a table of fields, which the reader, the writer, the stage and the
// recorder use.
//
// To add a field, add a property with its default to the type in the folder `Model`, and one row to the type's table. A
// row has the key, the property and the format of its value; rows are in the order in which fields are written. A field
// that is also a property of a live view or recognizer is a row of `sharedFields`, which the stage and the recorder copy.
// A case of an enumeration has a row with its name and the format of each associated value. `FormatTests` checks that
// every row is read and written, without a change for a new row.

import TouchKit

nonisolated extension Scenario {
    static let format = ObjectFormat<Scenario>(
        Scenario(name: ""),
        [
            Field(\.name, .required("name", .name)),
            Field("source", \.source, .string),
            Field("why", \.why, .string),
            Field("note", \.note, .string),
            Field("tags", \.tags, .tags),
            Field("uikit_agrees", \.uikitAgrees, .agreement),
            Field("views", \.views, .lines(of: View.format.value)),
            Field("recognizers", \.recognizers, depending: { .lines(of: $0.recognizerFormat.value) }),
            Field("thresholds", \.thresholds, Threshold.format.value),
            Field(\.events, .required("events", .lines(of: Event.format.value))),
            Field("advance_to", \.advanceTo, .milliseconds),
            Field("expect", \.expect, .lines(of: Expectation.format.value)),
            Field("never", \.never, .lines(of: Prohibition.format.value)),
            Field("viewExpect", \.viewExpect, .lines(of: ViewExpectation.format.value)),
            Field("viewNever", \.viewNever, .lines(of: ViewExpectation.format.value)),
            Field("invariants", \.invariants, .lines(of: Invariant.format.value)),
            Field("partial", \.isPartial, .bool),
            Field("strictOrder", \.isStrictOrder, .bool),
            Field("malformed", \.isMalformed, .bool),
            Field("clockBase", \.clockBase, .milliseconds),
            Field("handlerCost", \.handlerCost, .milliseconds),
        ])

    /// The recognizers' format. Whether there is a `viewExpect` decides the default of `delaysTouchesEnded`.
    private var recognizerFormat: ObjectFormat<Recognizer> {
        var format = Recognizer.format
        format.blank.delaysTouchesEnded = viewExpect == nil
        return format
    }
}

nonisolated extension Scenario.View {
    static let format = ObjectFormat<Self>(
        Self(id: "", frame: .zero),
        [
            Field(\.id, .required("id", .name)),
            Field(\.frame, .required("frame", .rect)),
            Field("parent", \.parent, .orNull(.name)),
        ], shared: sharedFields,
        [
            Field("firstResponder", \.isFirstResponder, .bool)
        ])

    static let sharedFields: [SharedField<Self, TouchKit.View>] = [
        SharedField("multipleTouch", \.isMultipleTouchEnabled, .bool, of: \.isMultipleTouchEnabled),
        SharedField("enabled", \.isUserInteractionEnabled, .bool, of: \.isUserInteractionEnabled),
        SharedField("hidden", \.isHidden, .bool, of: \.isHidden),
        SharedField("alpha", \.alpha, .fraction, of: \.alpha),
        SharedField("clips", \.clipsToBounds, .bool, of: \.clipsToBounds),
        SharedField("exclusiveTouch", \.isExclusiveTouch, .bool, of: \.isExclusiveTouch),
    ]
}

nonisolated extension Scenario.Recognizer {
    static let format = ObjectFormat<Self>(
        Self(id: "", kind: .hover),
        [
            Field(\.id, .required("id", .name)),
            Field(\.kind, .cases("kind", Kind.cases)),
            Field("view", \.view, .name),
            Field("requireToFail", \.requireToFail, .array(of: .name)),
            Field("simultaneousWith", \.simultaneousWith, .array(of: .name)),
        ], shared: sharedFields,
        [
            Field("onAction", \.onAction, .object(.cases(Action.cases)))
        ])

    static let sharedFields: [SharedField<Self, GestureRecognizer>] = [
        SharedField("enabled", \.isEnabled, .bool, of: \.isEnabled),
        SharedField("cancelsTouchesInView", \.cancelsTouchesInView, .bool, of: \.cancelsTouchesInView),
        SharedField("delaysTouchesBegan", \.delaysTouchesBegan, .bool, of: \.delaysTouchesBegan),
        SharedField("delaysTouchesEnded", \.delaysTouchesEnded, .bool, of: \.delaysTouchesEnded),
    ]
}

nonisolated extension Scenario.Recognizer.Kind {
    static let cases: [CaseFormat<Self>] = [
        CaseFormat(
            name: "tap", Self.tap, .optional("taps", .integer(from: 1), default: 1),
            .optional("touches", .integer(from: 1), default: 1), .optional("buttons", .choice, default: .primary)
        ) {
            if case .tap(let taps, let touches, let buttons) = $0 { (taps, touches, buttons) } else { nil }
        },
        CaseFormat(
            name: "swipe", Self.swipe, .optional("direction", .choice, default: .right),
            .optional("touches", .integer(from: 1), default: 1)
        ) {
            if case .swipe(let direction, let touches) = $0 { (direction, touches) } else { nil }
        },
        CaseFormat(
            name: "longPress", Self.longPress, .optional("taps", .integer(from: 0), default: 0),
            .optional("touches", .integer(from: 1), default: 1),
            .optional("minimumPressDuration", .milliseconds, default: 500),
            .optional("allowableMovement", .magnitude, default: 10)
        ) {
            if case .longPress(let taps, let touches, let duration, let movement) = $0 {
                (taps, touches, duration, movement)
            } else {
                nil
            }
        },
        CaseFormat(
            name: "pan", Self.pan, .optional("minTouches", .integer(from: 1), default: 1),
            .optional("maxTouches", .orNull(.integer(from: 1)), default: nil)
        ) {
            if case .pan(let minimum, let maximum) = $0 { (minimum, maximum) } else { nil }
        },
        CaseFormat(name: "pinch", .pinch),
        CaseFormat(name: "rotation", .rotation),
        CaseFormat(name: "edgePan", Self.edgePan, .optional("edges", .edges, default: Set([Scenario.Edge.left]))) {
            if case .edgePan(let edges) = $0 { edges } else { nil }
        },
        CaseFormat(name: "hover", .hover),
    ]
}

nonisolated extension Scenario.Recognizer.Action {
    static let cases: [CaseFormat<Self>] = [
        CaseFormat(Self.removeView, .required("removeView", .name)) {
            if case .removeView(let id) = $0 { id } else { nil }
        },
        CaseFormat(Self.moveView, .required("moveView", .name)) {
            if case .moveView(let id) = $0 { id } else { nil }
        },
    ]
}

nonisolated extension Scenario.Threshold {
    static let format = ObjectFormat<[Self: Double]>(
        [:], allCases.map { threshold in Field(threshold.rawValue, \.[threshold], threshold.setting.format) })
}

nonisolated extension Scenario.Event {
    static let format = ObjectFormat<Self>(
        Self(t: 0, kind: .frame),
        [
            Field(\.t, .required("t", .milliseconds)),
            Field(\.kind, .cases("type", Kind.cases)),
            Field("seat", \.seat, .name),
            Field("stamp", \.stamp, .milliseconds),
            Field("time", \.time, .milliseconds),
            Field("malformed", \.isMalformed, .bool),
        ])
}

nonisolated extension Scenario.Event.Kind {
    static let cases: [CaseFormat<Self>] = [
        CaseFormat(
            name: "down", Self.down, .required("id", .touchID), .inline(Scenario.Event.Contact.format),
            .optional("outside", .bool, default: false)
        ) {
            if case .down(let id, let contact, let outside) = $0 { (id, contact, outside) } else { nil }
        },
        CaseFormat(name: "move", Self.move, .required("id", .touchID), .inline(Scenario.Event.Contact.format)) {
            if case .move(let id, let contact) = $0 { (id, contact) } else { nil }
        },
        CaseFormat(name: "up", Self.up, .required("id", .touchID)) {
            if case .up(let id) = $0 { id } else { nil }
        },
        CaseFormat(name: "cancel", Self.cancel, .optional("id", .touchID)) {
            if case .cancel(let id) = $0 { .some(id) } else { nil }
        },
        CaseFormat(name: "frame", .frame),
        CaseFormat(name: "pointer-enter", Self.pointerEnter, .point("x", "y")) {
            if case .pointerEnter(let point) = $0 { point } else { nil }
        },
        CaseFormat(name: "pointer-move", Self.pointerMove, .point("x", "y")) {
            if case .pointerMove(let point) = $0 { point } else { nil }
        },
        CaseFormat(name: "pointer-down", Self.pointerDown, .required("button", .choice)) {
            if case .pointerDown(let button) = $0 { button } else { nil }
        },
        CaseFormat(name: "pointer-up", Self.pointerUp, .required("button", .choice)) {
            if case .pointerUp(let button) = $0 { button } else { nil }
        },
        CaseFormat(name: "pointer-leave", .pointerLeave),
        CaseFormat(name: "pointer-frame", .pointerFrame),
        CaseFormat(
            name: "key-down", { .keyDown(Key(name: $0, characters: $1, modifiers: $2)) }, .required("key", .name),
            .optional("characters", .string, default: ""), .optional("modifiers", .modifiers, default: Key.Modifiers())
        ) {
            if case .keyDown(let key) = $0 { (key.name, key.characters, key.modifiers) } else { nil }
        },
        CaseFormat(name: "key-repeat", Self.keyRepeat, .required("key", .name)) {
            if case .keyRepeat(let name) = $0 { name } else { nil }
        },
        CaseFormat(name: "key-up", Self.keyUp, .required("key", .name)) {
            if case .keyUp(let name) = $0 { name } else { nil }
        },
        CaseFormat(name: "key-cancel", Self.keyCancel, .optional("key", .name)) {
            if case .keyCancel(let name) = $0 { .some(name) } else { nil }
        },
        CaseFormat(name: "scroll", Self.scroll, .point("dx", "dy"), .optional("source", .choice)) {
            if case .scroll(let distance, let source) = $0 { (distance, source) } else { nil }
        },
        CaseFormat(name: "stall", Self.stall, .required("for", .milliseconds)) {
            if case .stall(let duration) = $0 { duration } else { nil }
        },
        CaseFormat(name: "set", Self.set, .cases(Scenario.Event.Change.cases, purpose: " to set")) {
            if case .set(let change) = $0 { change } else { nil }
        },
    ]
}

nonisolated extension FieldFormat where Value == Point {
    /// A point, as a field for each coordinate.
    fileprivate static func point(_ x: String, _ y: String) -> Self {
        .inline(
            ObjectFormat(
                Point.zero, [Field(\.x, .required(x, .number)), Field(\.y, .required(y, .number))]))
    }
}

nonisolated extension Scenario.Event.Contact {
    static let format = ObjectFormat<Self>(
        Self(position: .zero),
        [
            Field(\.position, .point("x", "y")),
            Field("major", \.major, .magnitude),
            Field("minor", \.minor, .magnitude),
            Field("orientation", \.orientation, .number),
        ])
}

nonisolated extension Scenario.Event.Change {
    static let cases: [CaseFormat<Self>] = [
        CaseFormat(Self.recognizerEnabled, .required("recognizer", .name), .required("enabled", .bool)) {
            if case .recognizerEnabled(let id, let isEnabled) = $0 { (id, isEnabled) } else { nil }
        },
        CaseFormat(Self.recognizerTranslation, .required("recognizer", .name), .required("translation", .point)) {
            if case .recognizerTranslation(let id, let translation) = $0 { (id, translation) } else { nil }
        },
        CaseFormat({ id, _ in .viewRemoved(id) }, .required("view", .name), .required("removed", .onlyTrue)) {
            if case .viewRemoved(let id) = $0 { (id, true) } else { nil }
        },
        CaseFormat(Self.viewHidden, .required("view", .name), .required("hidden", .bool)) {
            if case .viewHidden(let id, let isHidden) = $0 { (id, isHidden) } else { nil }
        },
        CaseFormat(Self.viewEnabled, .required("view", .name), .required("enabled", .bool)) {
            if case .viewEnabled(let id, let isEnabled) = $0 { (id, isEnabled) } else { nil }
        },
        CaseFormat(Self.viewFirstResponder, .required("view", .name), .required("firstResponder", .bool)) {
            if case .viewFirstResponder(let id, let isFirst) = $0 { (id, isFirst) } else { nil }
        },
        CaseFormat(
            { .viewAdded($0, frame: $1.frame, parent: $1.parent) }, .required("view", .name),
            .required("added", Placement.format.value)
        ) {
            if case .viewAdded(let id, let frame, let parent) = $0 {
                (id, Placement(frame: frame, parent: parent))
            } else {
                nil
            }
        },
        CaseFormat(Self.touch, .required("touch", .bool)) {
            if case .touch(let isThere) = $0 { isThere } else { nil }
        },
        CaseFormat(Self.pointer, .required("pointer", .bool)) {
            if case .pointer(let isThere) = $0 { isThere } else { nil }
        },
    ]

    /// Where a view is added.
    private struct Placement {
        var frame: Rect
        var parent: String?

        static let format = ObjectFormat<Self>(
            Self(frame: .zero),
            [Field(\.frame, .required("frame", .rect)), Field("parent", \.parent, .orNull(.name))])
    }
}

nonisolated extension Scenario.Matcher.Bounds {
    static let format = ObjectFormat<Self>(
        Self(),
        [
            Field("gt", \.greaterThan, .number),
            Field("lt", \.lessThan, .number),
            Field("approx", \.approximately, .number),
            Field("tol", \.tolerance, .magnitude, expected: "no \"tol\" without \"approx\"") {
                $0.approximately != nil
            },
        ])
}

nonisolated extension Scenario.Expectation {
    static let format = ObjectFormat<Self>(
        Self(recognizer: "", event: .recognized),
        [
            Field("t", \.t, .milliseconds),
            Field(\.recognizer, .required("recognizer", .name)),
            Field(\.event, .required("event", .choice)),
            Field("location", \.location, .point),
            Field("value", \.value, Value.format.value),
            Field("reason", \.reason, .name, expected: "no reason but for \"failed\"") { $0.event == .failed },
        ])
}

nonisolated extension Scenario.Expectation.Value {
    static let format = ObjectFormat<Self>(
        Self(),
        [
            Field("scale", \.scale, .matcher),
            Field("rotation", \.rotation, .matcher),
            Field("translation", \.translation, .matchers),
            Field("velocity", \.velocity, .quantityMatcher),
            Field("touches", \.touches, .matcher),
            Field("direction", \.direction, .choice),
        ])
}

nonisolated extension Scenario.Prohibition {
    static let format = ObjectFormat<Self>(
        Self(recognizer: "", event: .recognized),
        [
            Field(\.recognizer, .required("recognizer", .name)),
            Field(\.event, .required("event", .choice)),
            Field("before", \.before, .milliseconds),
            Field("after", \.after, .milliseconds),
        ])
}

nonisolated extension Scenario.ViewExpectation {
    static let format = ObjectFormat<Self>(
        Self(view: "", event: .touchesBegan),
        [
            Field("t", \.t, .milliseconds),
            Field(\.view, .required("view", .name)),
            Field(\.event, .required("event", .choice)),
            Field("count", \.count, .integer(from: 1)),
            Field("locations", \.locations, .array(of: .point)),
            Field("tapCount", \.tapCount, .integer(from: 0)),
            Field("keys", \.keys, .array(of: .name)),
        ])
}

nonisolated extension Scenario.Invariant {
    static let format = ObjectFormat<Self>(
        Self(recognizer: "", property: .scale),
        [
            Field(\.recognizer, .required("recognizer", .name)),
            Field(\.property, .required("property", .choice)),
            Field("from", \.from, .milliseconds),
            Field("maxStep", \.maxStep, .magnitude, alias: "maxStepPx"),
            Field("maxChange", \.maxChange, .magnitude),
            Field("final", \.final, depending: { $0.property.format.optional }),
            Field("tolerance", \.tolerance, .magnitude, expected: "no \"tolerance\" without \"final\"") {
                $0.final != nil
            },
            Field("maxAbs", \.maxAbs, .magnitude),
            Field("finite", \.isFinite, .bool),
            Field("positive", \.isPositive, .bool),
            Field("monotonic", \.isMonotonic, .bool),
        ])
}

nonisolated extension Scenario.Invariant.Property {
    /// The format of a value of the property.
    fileprivate var format: ValueFormat<Scenario.Quantity> {
        switch self {
        case .translation, .location: .vector
        case .translationX, .scale, .rotation: .scalar
        case .velocity: .quantity
        }
    }
}
