import FoundationEssentials
import TouchKit

nonisolated extension Scenario {
    /// Reads a file that holds one scenario or an array of them.
    ///
    /// - Throws: A `ScenarioError` if the file cannot be read, is not JSON or is not of the format.
    public static func read(file path: String) throws(ScenarioError) -> [Scenario] {
        let bytes: [UInt8]
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= Cursor.greatestSize else { throw Cursor.tooLarge(file: path) }
            bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch let error as ScenarioError {
            throw error
        } catch {
            var isFolder = false
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
                case .fileReadNoPermission?: "it is no regular file that may be read"
                default:
                    FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
                        ? "it is a folder" : "it cannot be read"
                }
            throw .unreadable(file: path, reason: reason)
        }
        return try read(bytes, file: path)
    }

    /// Reads the content of a file that holds one scenario or an array of them.
    ///
    /// - Parameters:
    ///   - bytes: The content, in UTF-8.
    ///   - file: The name to give in errors.
    /// - Throws: A `ScenarioError` if the content is not JSON or is not of the format.
    public static func read(_ bytes: [UInt8], file: String) throws(ScenarioError) -> [Scenario] {
        let whole = try Cursor(file: file, bytes: bytes)
        guard case .array = whole.json else { return [try Scenario(whole)] }
        var names: Set<String> = []
        return try whole.array { (element) throws(ScenarioError) in
            let scenario = try Scenario(element)
            guard names.insert(scenario.name).inserted else {
                throw element.at("name").refusal(
                    expected: "a name unique in its file", found: "\(scenario.name.jsonText) again")
            }
            return scenario
        }
    }

    private init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var scenario = Scenario(name: try fields["name"].name())
            scenario.source = try fields["source"].present?.string() ?? ""
            scenario.why = try fields["why"].present?.string() ?? ""
            scenario.note = try fields["note"].present?.string() ?? ""
            scenario.tags = try fields["tags"].present?.tags() ?? []
            scenario.uikitAgrees = try fields["uikit_agrees"].present.map(Agreement.init) ?? .unknown
            scenario.views = try fields["views"].present?.array(of: View.init) ?? [.standard]
            // Whether `viewExpect` is there decides a default of the recognizers.
            scenario.viewExpect = try fields["viewExpect"].present?.array(of: ViewExpectation.init)
            scenario.viewNever = try fields["viewNever"].present?.array(of: ViewExpectation.init)
            let delaysTouchesEnded = scenario.viewExpect == nil
            scenario.recognizers =
                try fields["recognizers"].present?.array { (element) throws(ScenarioError) in
                    try Recognizer(element, delaysTouchesEndedByDefault: delaysTouchesEnded)
                } ?? []
            scenario.thresholds = try fields["thresholds"].present?.thresholds() ?? [:]
            scenario.events = try fields["events"].array(of: Event.init)
            scenario.advanceTo = try fields["advance_to"].present?.milliseconds()
            scenario.expect = try fields["expect"].present?.array(of: Expectation.init) ?? []
            scenario.never = try fields["never"].present?.array(of: Prohibition.init) ?? []
            scenario.invariants = try fields["invariants"].present?.array(of: Invariant.init) ?? []
            scenario.isPartial = try fields["partial"].present?.bool() ?? false
            scenario.isStrictOrder = try fields["strictOrder"].present?.bool() ?? false
            scenario.isMalformed = try fields["malformed"].present?.bool() ?? false
            scenario.clockBase = try fields["clockBase"].present?.milliseconds() ?? 0
            scenario.handlerCost = try fields["handlerCost"].present?.milliseconds() ?? 0
            return scenario
        }
        try checkSizes(cursor)
        try checkTimes(cursor)
        try checkReferences(cursor)
    }

    // More than any program has, and few enough that a scenario is judged in a time that grows with its length only.
    static let mostViews = 2000
    private static let mostRecognizers = 256
    private static let mostPartners = 16
    private static let mostSeats = 64

    private func checkSizes(_ cursor: Cursor) throws(ScenarioError) {
        func check(_ count: Int, _ most: Int, _ what: String, at place: Cursor) throws(ScenarioError) {
            guard count <= most else {
                throw place.refusal(expected: "at most \(most) \(what)", found: "\(count)")
            }
        }
        // Views that are added later count too: they may be added to one another.
        let added = events.count { if case .set(.viewAdded) = $0.kind { true } else { false } }
        try check(views.count + added, Self.mostViews, "views", at: cursor.at(added == 0 ? "views" : "events"))
        try check(recognizers.count, Self.mostRecognizers, "recognizers", at: cursor.at("recognizers"))
        for (index, recognizer) in recognizers.enumerated() {
            let place = cursor.at("recognizers", index)
            try check(recognizer.requireToFail.count, Self.mostPartners, "names", at: place.at("requireToFail"))
            try check(recognizer.simultaneousWith.count, Self.mostPartners, "names", at: place.at("simultaneousWith"))
        }
        try check(Set(events.map(\.seat)).count, Self.mostSeats, "seats", at: cursor.at("events"))
        try checkTouches(cursor)
    }

    /// No more fingers are down at a time than a device can have.
    private func checkTouches(_ cursor: Cursor) throws(ScenarioError) {
        var down: [String: Set<Int>] = [:]
        for (index, event) in events.enumerated() {
            let seat = event.seat ?? ""
            switch event.kind {
            case .down(let id, _, _): down[seat, default: []].insert(id)
            case .up(let id), .cancel(let id?): down[seat]?.remove(id)
            case .cancel(nil), .set(.touch(false)): down[seat] = []
            default: continue
            }
            guard down[seat, default: []].count <= FrameAssembler.mostContacts else {
                throw cursor.at("events", index).refusal(
                    expected: "at most \(FrameAssembler.mostContacts) touches at a time", found: "one more")
            }
        }
    }

    private func checkTimes(_ cursor: Cursor) throws(ScenarioError) {
        var last = 0.0
        for (index, event) in events.enumerated() {
            guard event.t >= last else {
                throw cursor.at("events", index, "t").refusal(
                    expected: "\(last.jsonText) or more, the time of the event before it", found: event.t.jsonText)
            }
            last = event.t
        }
        if let advanceTo, advanceTo < last {
            throw cursor.at("advance_to").refusal(
                expected: "\(last.jsonText) or more, the time of the last event", found: advanceTo.jsonText)
        }
    }

    /// Every name is given once, and every name that is used is given.
    private func checkReferences(_ cursor: Cursor) throws(ScenarioError) {
        func check(
            _ id: String?, in known: Set<String>, but exception: String? = nil, as what: String,
            at place: @autoclosure () -> Cursor
        ) throws(ScenarioError) {
            guard let id, id == exception || !known.contains(id) else { return }
            let known = known.filter { $0 != exception }
            let names = known.sorted().map(\.jsonText).joined(separator: ", ")
            throw place().refusal(
                expected: known.isEmpty ? "\(what), of which there is none" : "\(what): \(names)", found: id.jsonText)
        }
        func insert(_ id: String, into known: inout Set<String>, at place: Cursor) throws(ScenarioError) {
            guard known.insert(id).inserted else {
                throw place.refusal(expected: "an id of its own", found: "\(id.jsonText) again")
            }
        }

        var views: Set<String> = []
        for (index, view) in self.views.enumerated() {
            try check(view.parent, in: views, as: "a view before this one", at: cursor.at("views", index, "parent"))
            try insert(view.id, into: &views, at: cursor.at("views", index, "id"))
        }
        let responders = self.views.indices.filter { self.views[$0].isFirstResponder }
        if responders.count > 1 {
            throw cursor.at("views", responders[1], "firstResponder").refusal(
                expected: "at most one first responder", found: "a second one")
        }

        var kinds: [String: Recognizer.Kind.Name] = [:]
        var recognizers: Set<String> = []
        for (index, recognizer) in self.recognizers.enumerated() {
            try insert(recognizer.id, into: &recognizers, at: cursor.at("recognizers", index, "id"))
            kinds[recognizer.id] = recognizer.kind.name
        }
        for (index, recognizer) in self.recognizers.enumerated() {
            let place = cursor.at("recognizers", index)
            try check(recognizer.view, in: views, as: "a view", at: place.at("view"))
            func checkOther(_ id: String, at place: Cursor) throws(ScenarioError) {
                try check(id, in: recognizers, but: recognizer.id, as: "another recognizer", at: place)
            }
            for (index, id) in recognizer.requireToFail.enumerated() {
                try checkOther(id, at: place.at("requireToFail", index))
            }
            for (index, id) in recognizer.simultaneousWith.enumerated() {
                try checkOther(id, at: place.at("simultaneousWith", index))
            }
        }

        // What the action of a recognizer removes may be added again at any time after it.
        let removedByActions = self.recognizers.compactMap { recognizer in
            if case .removeView(let id) = recognizer.onAction { id } else { nil }
        }
        var added = views.subtracting(removedByActions)
        var parents = Dictionary(uniqueKeysWithValues: self.views.map { ($0.id, $0.parent) })
        for (index, event) in events.enumerated() {
            guard case .set(let change) = event.kind else { continue }
            let place = cursor.at("events", index)
            switch change {
            case .recognizerEnabled(let id, _), .recognizerTranslation(let id, _):
                try check(id, in: recognizers, as: "a recognizer", at: place.at("recognizer"))
            case .viewHidden(let id, _), .viewEnabled(let id, _), .viewFirstResponder(let id, _):
                try check(id, in: views, as: "a view", at: place.at("view"))
            case .viewRemoved(let id):
                try check(id, in: views, as: "a view", at: place.at("view"))
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
                try insert(id, into: &added, at: place.at("view"))
                views.insert(id)
            case .touch, .pointer:
                break
            }
        }
        for (index, recognizer) in self.recognizers.enumerated() {
            switch recognizer.onAction {
            case .removeView(let id)?:
                let place = cursor.at("recognizers", index, "onAction")
                try check(id, in: views, as: "a view", at: place.at("removeView"))
            case .moveView(let id)?:
                let place = cursor.at("recognizers", index, "onAction")
                try check(id, in: views, as: "a view", at: place.at("moveView"))
            case nil:
                break
            }
        }

        func check(_ id: String, reports event: Outcome.Event, at place: Cursor) throws(ScenarioError) {
            try check(id, in: recognizers, as: "a recognizer", at: place.at("recognizer"))
            guard let kind = kinds[id], !kind.events.contains(event) else { return }
            let names = kind.events.map(\.rawValue.jsonText).joined(separator: ", ")
            throw place.at("event").refusal(
                expected: "what a \(kind.rawValue) reports: \(names)", found: event.jsonText)
        }
        for (index, entry) in expect.enumerated() {
            try check(entry.recognizer, reports: entry.event, at: cursor.at("expect", index))
        }
        for (index, entry) in never.enumerated() {
            try check(entry.recognizer, reports: entry.event, at: cursor.at("never", index))
        }
        for (index, entry) in invariants.enumerated() {
            try check(
                entry.recognizer, in: recognizers, as: "a recognizer",
                at: cursor.at("invariants", index, "recognizer"))
        }
        for (index, entry) in (viewExpect ?? []).enumerated() {
            try check(entry.view, in: views, as: "a view", at: cursor.at("viewExpect", index, "view"))
        }
        for (index, entry) in (viewNever ?? []).enumerated() {
            try check(entry.view, in: views, as: "a view", at: cursor.at("viewNever", index, "view"))
        }
    }
}

nonisolated extension Cursor {
    fileprivate func at(_ key: String) -> Cursor {
        Cursor(file: file, path: Self.path(path, key), json: nil)
    }

    fileprivate func at(_ key: String, _ index: Int) -> Cursor {
        Cursor(file: file, path: "\(Self.path(path, key))[\(index)]", json: nil)
    }

    fileprivate func at(_ array: String, _ index: Int, _ key: String) -> Cursor {
        at(array, index).at(key)
    }

    fileprivate func name() throws(ScenarioError) -> String {
        guard case .string(let name) = json, !name.isEmpty else { throw refusal(expected: "a name") }
        return name
    }

    fileprivate func names() throws(ScenarioError) -> [String] {
        try array { (element) throws(ScenarioError) in try element.name() }
    }

    /// An array of labels, or one label; the empty string is none.
    fileprivate func tags() throws(ScenarioError) -> [String] {
        switch json {
        case .string(let tag): tag.isEmpty ? [] : [tag]
        case .array: try names()
        default: throw refusal(expected: "an array of strings")
        }
    }

    fileprivate func thresholds() throws(ScenarioError) -> [Scenario.Threshold: Double] {
        try object { (fields) throws(ScenarioError) in
            var thresholds: [Scenario.Threshold: Double] = [:]
            for threshold in Scenario.Threshold.allCases {
                guard let value = fields[threshold.rawValue].present else { continue }
                thresholds[threshold] =
                    if let value = value.unlessNull {
                        threshold.isDuration ? try value.milliseconds() : try value.magnitude()
                    } else {
                        threshold.unlimited
                    }
            }
            return thresholds
        }
    }

    fileprivate func numbers(_ count: Int, called what: String) throws(ScenarioError) -> [Double] {
        guard case .array(let elements) = json, elements.count == count else { throw refusal(expected: what) }
        return try array { (element) throws(ScenarioError) in try element.number() }
    }

    fileprivate func point() throws(ScenarioError) -> Point {
        let numbers = try numbers(2, called: "[x, y]")
        return Point(x: numbers[0], y: numbers[1])
    }

    fileprivate func rect() throws(ScenarioError) -> Rect {
        let numbers = try numbers(4, called: "[x, y, width, height]")
        guard numbers[2] >= 0, numbers[3] >= 0 else {
            throw refusal(expected: "a width and a height of 0 or more", found: numbers.jsonText)
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    fileprivate func quantity() throws(ScenarioError) -> Scenario.Quantity {
        switch json {
        case .number: .scalar(try number())
        case .array: .vector(try point())
        default: throw refusal(expected: "a number or [x, y]")
        }
    }
}

nonisolated extension Fields {
    fileprivate mutating func point(_ x: String = "x", _ y: String = "y") throws(ScenarioError) -> Point {
        Point(x: try self[x].number(), y: try self[y].number())
    }
}

nonisolated extension Scenario.Agreement {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        switch cursor.json {
        case .bool(true): self = .agrees
        case .bool(false): self = .disagrees
        case .string("unknown"): self = .unknown
        default: throw cursor.refusal(expected: "true, false or \"unknown\"")
        }
    }
}

nonisolated extension Scenario.View {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var view = Self(id: try fields["id"].name(), frame: try fields["frame"].rect())
            view.parent = try fields["parent"].unlessNull?.name()
            view.isMultipleTouchEnabled = try fields["multipleTouch"].present?.bool() ?? true
            view.isUserInteractionEnabled = try fields["enabled"].present?.bool() ?? true
            view.isHidden = try fields["hidden"].present?.bool() ?? false
            view.alpha = try fields["alpha"].present?.number(in: 0...1, called: "a number from 0 to 1") ?? 1
            view.clipsToBounds = try fields["clips"].present?.bool() ?? false
            view.isExclusiveTouch = try fields["exclusiveTouch"].present?.bool() ?? false
            view.isFirstResponder = try fields["firstResponder"].present?.bool() ?? false
            return view
        }
    }
}

nonisolated extension Scenario.Recognizer {
    fileprivate init(_ cursor: Cursor, delaysTouchesEndedByDefault: Bool) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var recognizer = Self(id: try fields["id"].name(), kind: try Kind(&fields))
            recognizer.view = try fields["view"].present?.name() ?? Scenario.View.standard.id
            recognizer.requireToFail = try fields["requireToFail"].present?.names() ?? []
            recognizer.simultaneousWith = try fields["simultaneousWith"].present?.names() ?? []
            recognizer.isEnabled = try fields["enabled"].present?.bool() ?? true
            recognizer.cancelsTouchesInView = try fields["cancelsTouchesInView"].present?.bool() ?? true
            recognizer.delaysTouchesBegan = try fields["delaysTouchesBegan"].present?.bool() ?? false
            recognizer.delaysTouchesEnded =
                try fields["delaysTouchesEnded"].present?.bool() ?? delaysTouchesEndedByDefault
            recognizer.onAction = try fields["onAction"].present.map(Action.init)
            return recognizer
        }
    }
}

nonisolated extension Scenario.Recognizer.Kind {
    fileprivate init(_ fields: inout Fields) throws(ScenarioError) {
        switch try fields["kind"].choice(of: Name.self) {
        case .tap:
            self = .tap(
                taps: try fields["taps"].present?.integer(from: 1) ?? 1,
                touches: try fields["touches"].present?.integer(from: 1) ?? 1,
                buttons: try fields["buttons"].present?.choice() ?? .primary)
        case .longPress:
            self = .longPress(
                taps: try fields["taps"].present?.integer(from: 0) ?? 0,
                touches: try fields["touches"].present?.integer(from: 1) ?? 1,
                minimumPressDuration: try fields["minimumPressDuration"].present?.milliseconds() ?? 500,
                allowableMovement: try fields["allowableMovement"].present?.magnitude() ?? 10)
        case .pan:
            let minTouches = try fields["minTouches"].present?.integer(from: 1) ?? 1
            let maxTouches = try fields["maxTouches"].unlessNull?.integer(from: minTouches)
            self = .pan(minTouches: minTouches, maxTouches: maxTouches)
        case .swipe:
            self = .swipe(
                direction: try fields["direction"].present?.choice() ?? .right,
                touches: try fields["touches"].present?.integer(from: 1) ?? 1)
        case .pinch:
            self = .pinch
        case .rotation:
            self = .rotation
        case .edgePan:
            let edges = fields["edges"]
            let set = Set(
                try edges.present?.array { (element) throws(ScenarioError) in
                    try element.choice(of: Scenario.Edge.self)
                } ?? [.left])
            guard !set.isEmpty else { throw edges.refusal(expected: "at least one edge") }
            self = .edgePan(edges: set)
        case .hover:
            self = .hover
        }
    }
}

nonisolated extension Scenario.Recognizer.Action {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            if let view = fields["removeView"].present { return .removeView(try view.name()) }
            if let view = fields["moveView"].present { return .moveView(try view.name()) }
            throw cursor.refusal(expected: "\"removeView\" or \"moveView\"")
        }
    }
}

nonisolated extension Scenario.Event {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var event = Self(t: try fields["t"].milliseconds(), kind: try Kind(&fields))
            event.seat = try fields["seat"].present?.name()
            event.stamp = try fields["stamp"].present?.milliseconds()
            event.time = try fields["time"].present?.milliseconds()
            event.isMalformed = try fields["malformed"].present?.bool() ?? false
            return event
        }
    }
}

nonisolated extension Scenario.Event.Kind {
    fileprivate init(_ fields: inout Fields) throws(ScenarioError) {
        switch try fields["type"].choice(of: Name.self) {
        case .down:
            self = .down(
                id: try fields["id"].touch(), at: try Scenario.Event.Contact(&fields),
                outside: try fields["outside"].present?.bool() ?? false)
        case .move:
            self = .move(id: try fields["id"].touch(), at: try Scenario.Event.Contact(&fields))
        case .up:
            self = .up(id: try fields["id"].touch())
        case .cancel:
            self = .cancel(id: try fields["id"].present?.touch())
        case .frame:
            self = .frame
        case .pointerEnter:
            self = .pointerEnter(try fields.point())
        case .pointerMove:
            self = .pointerMove(try fields.point())
        case .pointerDown:
            self = .pointerDown(try fields["button"].choice())
        case .pointerUp:
            self = .pointerUp(try fields["button"].choice())
        case .pointerLeave:
            self = .pointerLeave
        case .pointerFrame:
            self = .pointerFrame
        case .scroll:
            self = .scroll(by: try fields.point("dx", "dy"), source: try fields["source"].present?.choice())
        case .keyDown:
            self = .keyDown(
                Key(
                    name: try fields["key"].name(), characters: try fields["characters"].present?.string() ?? "",
                    modifiers: try fields["modifiers"].present?.modifiers() ?? []))
        case .keyRepeat:
            self = .keyRepeat(try fields["key"].name())
        case .keyUp:
            self = .keyUp(try fields["key"].name())
        case .keyCancel:
            self = .keyCancel(try fields["key"].present?.name())
        case .stall:
            self = .stall(for: try fields["for"].milliseconds())
        case .set:
            self = .set(try Scenario.Event.Change(&fields))
        }
    }
}

nonisolated extension Cursor {
    /// The id of a touch, which the protocol makes a signed 32-bit number.
    fileprivate func touch() throws(ScenarioError) -> Int { try integer(from: Int(Int32.min)) }

    fileprivate func modifiers() throws(ScenarioError) -> Key.Modifiers {
        let names = try array { (element) throws(ScenarioError) in try element.choice(of: Scenario.Modifier.self) }
        return names.reduce(into: []) { $0.insert($1.mask) }
    }
}

nonisolated extension Scenario.Event.Contact {
    fileprivate init(_ fields: inout Fields) throws(ScenarioError) {
        self.init(
            position: try fields.point(),
            major: try fields["major"].present?.magnitude(),
            minor: try fields["minor"].present?.magnitude(),
            orientation: try fields["orientation"].present?.number())
    }
}

nonisolated extension Scenario.Event.Change {
    /// What belongs to another subject or is a second change is not asked for, and so is refused.
    fileprivate init(_ fields: inout Fields) throws(ScenarioError) {
        if let recognizer = fields["recognizer"].present {
            let id = try recognizer.name()
            if let isEnabled = fields["enabled"].present {
                self = .recognizerEnabled(id, try isEnabled.bool())
            } else if let translation = fields["translation"].present {
                self = .recognizerTranslation(id, try translation.point())
            } else {
                throw fields.cursor.refusal(expected: "\"enabled\" or \"translation\" beside \"recognizer\"")
            }
        } else if let view = fields["view"].present {
            let id = try view.name()
            if let isRemoved = fields["removed"].present {
                guard try isRemoved.bool() else { throw isRemoved.refusal(expected: "true") }
                self = .viewRemoved(id)
            } else if let isHidden = fields["hidden"].present {
                self = .viewHidden(id, try isHidden.bool())
            } else if let isEnabled = fields["enabled"].present {
                self = .viewEnabled(id, try isEnabled.bool())
            } else if let isFirst = fields["firstResponder"].present {
                self = .viewFirstResponder(id, try isFirst.bool())
            } else if let added = fields["added"].present {
                self = try added.object { (fields) throws(ScenarioError) in
                    .viewAdded(id, frame: try fields["frame"].rect(), parent: try fields["parent"].unlessNull?.name())
                }
            } else {
                throw fields.cursor.refusal(
                    expected: "\"removed\", \"hidden\", \"enabled\", \"firstResponder\" or \"added\" beside \"view\"")
            }
        } else if let touch = fields["touch"].present {
            self = .touch(try touch.bool())
        } else if let pointer = fields["pointer"].present {
            self = .pointer(try pointer.bool())
        } else {
            throw fields.cursor.refusal(expected: "\"recognizer\", \"view\", \"touch\" or \"pointer\" to set")
        }
    }
}

nonisolated extension Scenario.Matcher {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        switch cursor.json {
        case .number:
            self = .near(try cursor.number())
        case .object:
            self = try cursor.object { (fields) throws(ScenarioError) in
                let greaterThan = try fields["gt"].present?.number()
                let lessThan = try fields["lt"].present?.number()
                let approximately = try fields["approx"].present?.number()
                let tolerance = fields["tol"]
                guard greaterThan != nil || lessThan != nil || approximately != nil else {
                    throw cursor.refusal(expected: "\"gt\", \"lt\" or \"approx\"")
                }
                if tolerance.present != nil, approximately == nil {
                    throw tolerance.refusal(expected: "no \"tol\" without \"approx\"")
                }
                return .range(
                    greaterThan: greaterThan, lessThan: lessThan, approximately: approximately,
                    tolerance: try tolerance.present?.magnitude())
            }
        default:
            throw cursor.refusal(expected: "a number or {\"gt\", \"lt\", \"approx\", \"tol\"}")
        }
    }
}

nonisolated extension Scenario.QuantityMatcher {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        if case .array = cursor.json {
            self = try .pair(cursor)
        } else {
            self = .scalar(try Scenario.Matcher(cursor))
        }
    }

    fileprivate static func pair(_ cursor: Cursor) throws(ScenarioError) -> Self {
        guard case .array(let elements) = cursor.json, elements.count == 2 else {
            throw cursor.refusal(expected: "[x, y]")
        }
        let matchers = try cursor.array(of: Scenario.Matcher.init)
        return .vector(matchers[0], matchers[1])
    }
}

nonisolated extension Scenario.Expectation {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var expectation = Self(recognizer: try fields["recognizer"].name(), event: try fields["event"].choice())
            expectation.t = try fields["t"].present?.milliseconds()
            expectation.location = try fields["location"].present?.point()
            expectation.value = try fields["value"].present.map(Value.init) ?? Value()
            let reason = fields["reason"]
            if reason.present != nil, expectation.event != .failed {
                throw reason.refusal(expected: "no reason but for \"failed\"")
            }
            expectation.reason = try reason.present?.name()
            return expectation
        }
    }
}

nonisolated extension Scenario.Expectation.Value {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            Self(
                scale: try fields["scale"].present.map(Scenario.Matcher.init),
                rotation: try fields["rotation"].present.map(Scenario.Matcher.init),
                translation: try fields["translation"].present.map(Scenario.QuantityMatcher.pair),
                velocity: try fields["velocity"].present.map(Scenario.QuantityMatcher.init),
                touches: try fields["touches"].present.map(Scenario.Matcher.init),
                direction: try fields["direction"].present?.choice())
        }
    }
}

nonisolated extension Scenario.Prohibition {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            Self(
                recognizer: try fields["recognizer"].name(), event: try fields["event"].choice(),
                before: try fields["before"].present?.milliseconds(),
                after: try fields["after"].present?.milliseconds())
        }
    }
}

nonisolated extension Scenario.ViewExpectation {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            Self(
                view: try fields["view"].name(), event: try fields["event"].choice(),
                t: try fields["t"].present?.milliseconds(),
                count: try fields["count"].present?.integer(from: 1),
                locations: try fields["locations"].present?.array { (element) throws(ScenarioError) in
                    try element.point()
                },
                tapCount: try fields["tapCount"].present?.integer(from: 0),
                keys: try fields["keys"].present?.names())
        }
    }
}

nonisolated extension Scenario.Invariant {
    fileprivate init(_ cursor: Cursor) throws(ScenarioError) {
        self = try cursor.object { (fields) throws(ScenarioError) in
            var invariant = Self(
                recognizer: try fields["recognizer"].name(), property: try fields["property"].choice())
            invariant.from = try fields["from"].present?.milliseconds()
            let maxStep = try fields["maxStep"].present?.magnitude()
            let inPoints = fields["maxStepPx"]
            if inPoints.present != nil, maxStep != nil {
                throw inPoints.refusal(expected: "either \"maxStep\" or \"maxStepPx\"")
            }
            invariant.maxStep = try inPoints.present?.magnitude() ?? maxStep
            invariant.maxChange = try fields["maxChange"].present?.magnitude()
            invariant.final = try invariant.final(fields["final"])
            let tolerance = fields["tolerance"]
            if tolerance.present != nil, invariant.final == nil {
                throw tolerance.refusal(expected: "no \"tolerance\" without \"final\"")
            }
            invariant.tolerance = try tolerance.present?.magnitude()
            invariant.maxAbs = try fields["maxAbs"].present?.magnitude()
            invariant.isFinite = try fields["finite"].present?.bool() ?? false
            invariant.isPositive = try fields["positive"].present?.bool() ?? false
            invariant.isMonotonic = try fields["monotonic"].present?.bool() ?? false
            return invariant
        }
    }

    private func final(_ cursor: Cursor) throws(ScenarioError) -> Scenario.Quantity? {
        guard let cursor = cursor.present else { return nil }
        return switch property {
        case .translation, .location: .vector(try cursor.point())
        case .translationX, .scale, .rotation: .scalar(try cursor.number())
        case .velocity: try cursor.quantity()
        }
    }
}
