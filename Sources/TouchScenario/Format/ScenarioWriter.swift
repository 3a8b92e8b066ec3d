import TouchKit

nonisolated extension Scenario {
    /// A scenario file of these scenarios: an array, one view, recognizer, event or expectation a line.
    public static func json(of scenarios: [Scenario]) -> String { json(ofAll: scenarios.map(\.json)) }

    static func json(ofAll texts: [String]) -> String { "[\n\(texts.joined(separator: ",\n"))\n]\n" }

    /// The scenario as one JSON object, one view, recognizer, event or expectation a line; reading it gives the
    /// same scenario. What has its default is left out.
    public var json: String { json(events: LineText(events), expect: LineText(expect)) }

    /// The same with other events and expectations, which are text already.
    func json(events: LineText, expect: LineText) -> String {
        var text = ObjectText()
        text.add("name", name)
        text.add("source", source, unless: "")
        text.add("why", why, unless: "")
        text.add("note", note, unless: "")
        text.add("tags", tags, unless: [])
        text.add("uikit_agrees", uikitAgrees, unless: .unknown)
        if views != [View.standard] { text.add("views", LineText(views)) }
        if !recognizers.isEmpty {
            let texts = recognizers.map { $0.text(delaysTouchesEndedByDefault: viewExpect == nil) }
            text.add("recognizers", LineText(texts))
        }
        if !thresholds.isEmpty {
            var values = ObjectText()
            // Infinity, which stands for "no limit", is written as null.
            for threshold in Threshold.allCases { values.add(threshold.rawValue, thresholds[threshold]) }
            text.add("thresholds", values)
        }
        text.add("events", events)
        text.add("advance_to", advanceTo)
        if !expect.isEmpty { text.add("expect", expect) }
        if !never.isEmpty { text.add("never", LineText(never)) }
        text.add("viewExpect", viewExpect.map { LineText($0) })
        text.add("viewNever", viewNever.map { LineText($0) })
        if !invariants.isEmpty { text.add("invariants", LineText(invariants)) }
        text.add("partial", isPartial, unless: false)
        text.add("strictOrder", isStrictOrder, unless: false)
        text.add("malformed", isMalformed, unless: false)
        text.add("clockBase", clockBase, unless: 0)
        text.add("handlerCost", handlerCost, unless: 0)
        return "{\n  \(text.fields.joined(separator: ",\n  "))\n}"
    }
}

nonisolated extension Scenario.Agreement: JSONWritable {
    var jsonText: String {
        switch self {
        case .agrees: true.jsonText
        case .disagrees: false.jsonText
        case .unknown: "unknown".jsonText
        }
    }
}

nonisolated extension Scenario.Button: JSONWritable {}
nonisolated extension Scenario.Direction: JSONWritable {}
nonisolated extension Scenario.Edge: JSONWritable {}
nonisolated extension Scenario.Event.ScrollSource: JSONWritable {}
nonisolated extension Scenario.Invariant.Property: JSONWritable {}
nonisolated extension Scenario.Modifier: JSONWritable {}
nonisolated extension Scenario.Recognizer.Kind.Name: JSONWritable {}

nonisolated extension Point: JSONWritable {
    var jsonText: String { [x, y].jsonText }
}

nonisolated extension Rect: JSONWritable {
    var jsonText: String { [origin.x, origin.y, size.width, size.height].jsonText }
}

nonisolated extension Scenario.Quantity: JSONWritable {
    var jsonText: String {
        switch self {
        case .scalar(let number): number.jsonText
        case .vector(let point): point.jsonText
        }
    }
}

nonisolated extension Scenario.View: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("id", id)
        text.add("frame", frame)
        text.add("parent", parent)
        text.add("multipleTouch", isMultipleTouchEnabled, unless: true)
        text.add("enabled", isUserInteractionEnabled, unless: true)
        text.add("hidden", isHidden, unless: false)
        text.add("alpha", alpha, unless: 1)
        text.add("clips", clipsToBounds, unless: false)
        text.add("exclusiveTouch", isExclusiveTouch, unless: false)
        text.add("firstResponder", isFirstResponder, unless: false)
        return text.jsonText
    }
}

nonisolated extension Scenario.Recognizer {
    func text(delaysTouchesEndedByDefault: Bool) -> ObjectText {
        var text = ObjectText()
        text.add("id", id)
        text.add("kind", kind.name)
        switch kind {
        case .tap(let taps, let touches, let buttons):
            text.add("taps", taps, unless: 1)
            text.add("touches", touches, unless: 1)
            text.add("buttons", buttons, unless: .primary)
        case .longPress(let taps, let touches, let minimumPressDuration, let allowableMovement):
            text.add("taps", taps, unless: 0)
            text.add("touches", touches, unless: 1)
            text.add("minimumPressDuration", minimumPressDuration, unless: 500)
            text.add("allowableMovement", allowableMovement, unless: 10)
        case .pan(let minTouches, let maxTouches):
            text.add("minTouches", minTouches, unless: 1)
            text.add("maxTouches", maxTouches)
        case .swipe(let direction, let touches):
            text.add("direction", direction, unless: .right)
            text.add("touches", touches, unless: 1)
        case .edgePan(let edges):
            text.add("edges", Scenario.Edge.allCases.filter(edges.contains), unless: [.left])
        case .pinch, .rotation, .hover:
            break
        }
        text.add("view", view, unless: Scenario.View.standard.id)
        text.add("requireToFail", requireToFail, unless: [])
        text.add("simultaneousWith", simultaneousWith, unless: [])
        text.add("enabled", isEnabled, unless: true)
        text.add("cancelsTouchesInView", cancelsTouchesInView, unless: true)
        text.add("delaysTouchesBegan", delaysTouchesBegan, unless: false)
        text.add("delaysTouchesEnded", delaysTouchesEnded, unless: delaysTouchesEndedByDefault)
        text.add("onAction", onAction)
        return text
    }
}

nonisolated extension Scenario.Recognizer.Action: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        switch self {
        case .removeView(let id): text.add("removeView", id)
        case .moveView(let id): text.add("moveView", id)
        }
        return text.jsonText
    }
}

nonisolated extension Scenario.Event: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("t", t)
        func add(_ name: Kind.Name) { text.add("type", name.rawValue) }
        switch kind {
        case .down(let id, let contact, let outside):
            add(.down)
            text.add("id", id)
            contact.add(to: &text)
            text.add("outside", outside, unless: false)
        case .move(let id, let contact):
            add(.move)
            text.add("id", id)
            contact.add(to: &text)
        case .up(let id):
            add(.up)
            text.add("id", id)
        case .cancel(let id):
            add(.cancel)
            text.add("id", id)
        case .frame:
            add(.frame)
        case .pointerEnter(let point):
            add(.pointerEnter)
            text.add("x", point.x)
            text.add("y", point.y)
        case .pointerMove(let point):
            add(.pointerMove)
            text.add("x", point.x)
            text.add("y", point.y)
        case .pointerDown(let button):
            add(.pointerDown)
            text.add("button", button)
        case .pointerUp(let button):
            add(.pointerUp)
            text.add("button", button)
        case .pointerLeave:
            add(.pointerLeave)
        case .pointerFrame:
            add(.pointerFrame)
        case .scroll(let distance, let source):
            add(.scroll)
            text.add("dx", distance.x)
            text.add("dy", distance.y)
            text.add("source", source)
        case .keyDown(let key):
            add(.keyDown)
            text.add("key", key.name)
            text.add("characters", key.characters, unless: "")
            let modifiers = Scenario.Modifier.allCases.filter { key.modifiers.contains($0.mask) }
            text.add("modifiers", modifiers, unless: [])
        case .keyRepeat(let name):
            add(.keyRepeat)
            text.add("key", name)
        case .keyUp(let name):
            add(.keyUp)
            text.add("key", name)
        case .keyCancel(let name):
            add(.keyCancel)
            text.add("key", name)
        case .stall(let duration):
            add(.stall)
            text.add("for", duration)
        case .set(let change):
            add(.set)
            change.add(to: &text)
        }
        text.add("seat", seat)
        text.add("stamp", stamp)
        text.add("time", time)
        text.add("malformed", isMalformed, unless: false)
        return text.jsonText
    }
}

nonisolated extension Scenario.Event.Contact {
    func add(to text: inout ObjectText) {
        text.add("x", position.x)
        text.add("y", position.y)
        text.add("major", major)
        text.add("minor", minor)
        text.add("orientation", orientation)
    }
}

nonisolated extension Scenario.Event.Change {
    func add(to text: inout ObjectText) {
        switch self {
        case .recognizerEnabled(let id, let isEnabled):
            text.add("recognizer", id)
            text.add("enabled", isEnabled)
        case .recognizerTranslation(let id, let translation):
            text.add("recognizer", id)
            text.add("translation", translation)
        case .viewRemoved(let id):
            text.add("view", id)
            text.add("removed", true)
        case .viewHidden(let id, let isHidden):
            text.add("view", id)
            text.add("hidden", isHidden)
        case .viewEnabled(let id, let isEnabled):
            text.add("view", id)
            text.add("enabled", isEnabled)
        case .viewFirstResponder(let id, let isFirst):
            text.add("view", id)
            text.add("firstResponder", isFirst)
        case .viewAdded(let id, let frame, let parent):
            var added = ObjectText()
            added.add("frame", frame)
            added.add("parent", parent)
            text.add("view", id)
            text.add("added", added)
        case .touch(let isThere):
            text.add("touch", isThere)
        case .pointer(let isThere):
            text.add("pointer", isThere)
        }
    }
}

nonisolated extension Scenario.Matcher: JSONWritable {
    var jsonText: String {
        switch self {
        case .near(let number):
            return number.jsonText
        case .range(let greaterThan, let lessThan, let approximately, let tolerance):
            var text = ObjectText()
            text.add("gt", greaterThan)
            text.add("lt", lessThan)
            text.add("approx", approximately)
            text.add("tol", tolerance)
            return text.jsonText
        }
    }
}

nonisolated extension Scenario.QuantityMatcher: JSONWritable {
    var jsonText: String {
        switch self {
        case .scalar(let number): number.jsonText
        case .vector(let x, let y): [x, y].jsonText
        }
    }
}

nonisolated extension Scenario.Expectation: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("t", t)
        text.add("recognizer", recognizer)
        text.add("event", event)
        text.add("location", location)
        text.add("value", value == Value() ? nil : value)
        text.add("reason", reason)
        return text.jsonText
    }
}

nonisolated extension Scenario.Expectation.Value: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("scale", scale)
        text.add("rotation", rotation)
        text.add("translation", translation)
        text.add("velocity", velocity)
        text.add("touches", touches)
        text.add("direction", direction)
        return text.jsonText
    }
}

nonisolated extension Scenario.Prohibition: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("recognizer", recognizer)
        text.add("event", event)
        text.add("before", before)
        text.add("after", after)
        return text.jsonText
    }
}

nonisolated extension Scenario.ViewExpectation: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("t", t)
        text.add("view", view)
        text.add("event", event)
        text.add("count", count)
        text.add("locations", locations)
        text.add("tapCount", tapCount)
        text.add("keys", keys)
        return text.jsonText
    }
}

nonisolated extension Scenario.Invariant: JSONWritable {
    var jsonText: String {
        var text = ObjectText()
        text.add("recognizer", recognizer)
        text.add("property", property)
        text.add("from", from)
        text.add("maxStep", maxStep)
        text.add("maxChange", maxChange)
        text.add("final", final)
        text.add("tolerance", tolerance)
        text.add("maxAbs", maxAbs)
        text.add("finite", isFinite, unless: false)
        text.add("positive", isPositive, unless: false)
        text.add("monotonic", isMonotonic, unless: false)
        return text.jsonText
    }
}
