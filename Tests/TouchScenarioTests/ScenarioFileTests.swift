import FoundationEssentials
import Fuzzing
import Testing
import TimeLimits
import TouchKit

@testable import TouchScenario

@Suite(.timeLimited) struct ScenarioFileTests {
    private func read(_ json: String) throws(ScenarioError) -> [Scenario] {
        try Scenario.read([UInt8](json.utf8), file: "f.json")
    }

    @Test func `every fixture is read, and is the same when it is written and read again`() throws {
        for file in Fixtures.files {
            #expect(try read(Scenario.json(of: file.scenarios)) == file.scenarios, "\(file.name)")
        }
        #expect(Fixtures.all.count == 213)
    }

    @Test func `an absent field has its default`() throws {
        let scenario = try #require(
            try read(
                """
                {"name": "n", "recognizers": [
                    {"id": "a", "kind": "tap"}, {"id": "b", "kind": "longPress"}, {"id": "c", "kind": "pan"},
                    {"id": "d", "kind": "swipe"}, {"id": "e", "kind": "edgePan"}],
                 "events": [{"t": 5, "type": "frame"}]}
                """
            ).first)
        #expect(scenario.views.map(\.id) == ["root"])
        #expect(scenario.views[0].frame == Rect(x: 0, y: 0, width: 800, height: 600))
        #expect(scenario.views[0].isMultipleTouchEnabled)
        #expect(
            scenario.recognizers.map(\.kind) == [
                .tap(taps: 1, touches: 1, buttons: .primary),
                .longPress(taps: 0, touches: 1, minimumPressDuration: 500, allowableMovement: 10),
                .pan(minTouches: 1, maxTouches: nil), .swipe(direction: .right, touches: 1), .edgePan(edges: [.left]),
            ])
        let tap = scenario.recognizers[0]
        #expect(tap.view == "root" && tap.isEnabled && tap.cancelsTouchesInView)
        #expect(!tap.delaysTouchesBegan && tap.delaysTouchesEnded)
        #expect(scenario.end == 5)
        #expect(scenario.viewExpect == nil && scenario.uikitAgrees == .unknown)
    }

    @Test func `a scenario may end with its last event`() throws {
        let scenarios = try read(#"{"name": "n", "events": [{"t": 5, "type": "frame"}], "advance_to": 5}"#)
        #expect(scenarios.map(\.end) == [5])
    }

    @Test func `recognizers do not delay the ends of touches by default where a scenario has viewExpect`() throws {
        let text = """
            {"name": "n", "events": [], "viewExpect": [], "recognizers": [
                {"id": "a", "kind": "tap"}, {"id": "b", "kind": "tap", "delaysTouchesEnded": true}]}
            """
        let scenarios = try read(text)
        #expect(scenarios[0].recognizers.map(\.delaysTouchesEnded) == [false, true])
        #expect(try read(Scenario.json(of: scenarios)) == scenarios)
    }

    @Test func `every field of the format is kept`() throws {
        let text = #"""
            {"name": "all", "source": "s\"\\\n\t\u0001é", "why": "w", "note": "n", "tags": ["a", "b"],
             "uikit_agrees": false, "partial": true, "strictOrder": true, "malformed": true,
             "clockBase": 4294967200, "handlerCost": 1.5, "advance_to": 500.25,
             "views": [
                {"id": "r", "frame": [0, 0, 10, 20], "parent": null, "multipleTouch": false},
                {"id": "c", "frame": [1, 2.5, 3, 4], "parent": "r", "enabled": false, "hidden": true, "alpha": 0.5,
                 "clips": true, "exclusiveTouch": true}],
             "recognizers": [
                {"id": "t", "kind": "tap", "taps": 2, "touches": 3, "buttons": "secondary", "view": "r",
                 "requireToFail": ["l"], "simultaneousWith": ["p"], "enabled": false, "cancelsTouchesInView": false,
                 "delaysTouchesBegan": true, "delaysTouchesEnded": true, "onAction": {"removeView": "c"}},
                {"id": "l", "kind": "longPress", "view": "r", "taps": 1, "touches": 2, "minimumPressDuration": 300,
                 "allowableMovement": 12, "onAction": {"moveView": "c"}},
                {"id": "p", "kind": "pan", "view": "c", "minTouches": 2, "maxTouches": 3},
                {"id": "s", "kind": "swipe", "view": "c", "direction": "up", "touches": 2},
                {"id": "n", "kind": "pinch", "view": "c"}, {"id": "o", "kind": "rotation", "view": "c"},
                {"id": "e", "kind": "edgePan", "view": "c", "edges": ["top", "bottom"]},
                {"id": "h", "kind": "hover", "view": "c"}],
             "thresholds": {"multiTapInterval": 1, "multiTapMinimumInterval": 2, "multiTapDistance": 3,
                "bounceInterval": 10,
                "tapMaximumDuration": null, "tapAllowableMovement": 4, "panSlop": 5, "pinchSlop": 6,
                "rotationSlop": 0.25, "swipeMinimumDistance": 7, "swipeMaximumDuration": null,
                "swipeMinimumVelocity": 8, "edgeInset": 9},
             "events": [
                {"t": 0, "type": "down", "id": 0, "x": 1, "y": 2, "outside": true, "seat": "left", "stamp": 7},
                {"t": 0, "type": "move", "id": 0, "x": 1, "y": 2, "major": 3, "minor": 2, "orientation": -0.5},
                {"t": 1, "type": "up", "id": -1, "malformed": true}, {"t": 1, "type": "cancel"},
                {"t": 1, "type": "cancel", "id": 4}, {"t": 1, "type": "frame"},
                {"t": 2, "type": "pointer-enter", "x": 1, "y": 2}, {"t": 2, "type": "pointer-move", "x": 1, "y": 2},
                {"t": 2, "type": "pointer-down", "button": "middle"}, {"t": 2, "type": "pointer-up", "button": "primary"},
                {"t": 2, "type": "pointer-frame"}, {"t": 2, "type": "pointer-leave"},
                {"t": 3, "type": "scroll", "dx": 0, "dy": -15, "source": "wheel"},
                {"t": 3, "type": "scroll", "dx": 1, "dy": 0}, {"t": 4, "type": "stall", "for": 600},
                {"t": 5, "type": "set", "recognizer": "t", "enabled": true},
                {"t": 5, "type": "set", "recognizer": "p", "translation": [1, 2]},
                {"t": 5, "type": "set", "view": "c", "removed": true},
                {"t": 5, "type": "set", "view": "c", "added": {"frame": [0, 0, 1, 1], "parent": "r"}},
                {"t": 5, "type": "set", "view": "new", "added": {"frame": [0, 0, 1, 1], "parent": null}},
                {"t": 5, "type": "set", "view": "new", "hidden": true},
                {"t": 5, "type": "set", "view": "new", "enabled": false},
                {"t": 6, "type": "set", "touch": false}, {"t": 6, "type": "set", "pointer": true}],
             "expect": [
                {"t": 1, "recognizer": "p", "event": "began", "location": [1, 2], "value": {
                    "scale": 2, "rotation": {"gt": 0, "lt": 3}, "translation": [1, {"approx": 2, "tol": 0.5}],
                    "velocity": 100, "touches": 2, "direction": "left"}},
                {"recognizer": "p", "event": "ended", "value": {"velocity": [1, {"gt": 2}]}},
                {"recognizer": "t", "event": "failed", "reason": "nextTapTooLate"}],
             "never": [{"recognizer": "t", "event": "recognized", "before": 5, "after": 1.5}],
             "viewExpect": [{"t": 1, "view": "c", "event": "touchesBegan", "count": 1, "locations": [[1, 2]],
                "tapCount": 2}],
             "viewNever": [{"view": "new", "event": "touchesCancelled"}],
             "invariants": [
                {"recognizer": "p", "property": "translation.x", "from": 5, "maxStep": 1, "maxChange": 2, "final": 3,
                 "tolerance": 0.5, "maxAbs": 4, "finite": true, "positive": true, "monotonic": true},
                {"recognizer": "p", "property": "location", "maxStepPx": 1, "final": [1, 2]},
                {"recognizer": "p", "property": "velocity", "final": 2}]}
            """#
        let scenarios = try read(text)
        let scenario = try #require(scenarios.first)
        #expect(scenario.source == "s\"\\\n\t\u{1}é")
        #expect(scenario.thresholds.count == Scenario.Threshold.allCases.count)
        #expect(scenario.thresholds[.tapMaximumDuration] == .infinity)
        #expect(scenario.events.count == 24)
        #expect(scenario.recognizers[0].onAction == .removeView("c"))
        #expect(scenario.events[0].kind == .down(id: 0, at: .init(position: Point(x: 1, y: 2)), outside: true))
        #expect(scenario.events[0].seat == "left" && scenario.events[0].stamp == 7)
        #expect(
            scenario.expect[0].value.translation
                == .vector(
                    .near(1), .within(.init(approximately: 2, tolerance: 0.5))))
        #expect(scenario.invariants[0].isMonotonic && scenario.invariants[1].maxStep == 1)
        #expect(try read(Scenario.json(of: scenarios)) == scenarios)
        #expect(try read(scenario.json) == scenarios)
    }

    @Test func `a scenario is written with one event on a line`() {
        var scenario = Scenario(
            name: "one-tap",
            events: [
                .init(t: 0, kind: .down(id: 0, at: .init(position: Point(x: 10, y: 20.5)), outside: false)),
                .init(t: 40, kind: .up(id: 0)),
            ])
        scenario.recognizers = [.init(id: "tap", kind: .tap(taps: 1, touches: 1, buttons: .primary))]
        scenario.expect = [.init(recognizer: "tap", event: .recognized, t: 40)]
        #expect(
            scenario.json == """
                {
                  "name":"one-tap",
                  "recognizers":[
                    {"id":"tap","kind":"tap"}
                  ],
                  "events":[
                    {"t":0,"type":"down","id":0,"x":10,"y":20.5},
                    {"t":40,"type":"up","id":0}
                  ],
                  "expect":[
                    {"t":40,"recognizer":"tap","event":"recognized"}
                  ]
                }
                """)
    }

    // MARK: Refusals

    /// Returns the error line of a file; nil if it is read.
    private func refusal(_ json: String) -> String? {
        do throws(ScenarioError) {
            _ = try read(json)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "$: expected JSON, found an empty file"),
        ("{", "$: expected JSON, found text that is not JSON"),
        ("[{]", "$: expected JSON, found text that is not JSON"),
        ("3", "$: expected an object, found 3"),
        ("[null]", "$[0]: expected an object, found null"),
        (#"{"name": "n"}"#, "$.events: expected an array, found nothing"),
        (#"{"events": []}"#, "$.name: expected a name, found nothing"),
        (#"{"name": "", "events": []}"#, #"$.name: expected a name, found """#),
        (
            #"[{"name": "n", "events": []}, {"name": "n", "events": []}]"#,
            #"$[1].name: expected a name unique in its file, found "n" again"#
        ),
    ]) func `a file that is not a scenario is refused`(_ json: String, _ expected: String) {
        #expect(refusal(json) == "f.json: \(expected)")
    }

    /// Fields of which one is wrong, and the beginning of the error line.
    @Test(arguments: [
        // Any field.
        (#""evnets": []"#, "$[0].evnets: expected one of the fields advance_to, clockBase"),
        (#""odd key": 1"#, #"$[0]["odd key"]: expected one of the fields"#),
        (#""why": 3"#, "$[0].why: expected a string, found 3"),
        (#""tags": {}"#, "$[0].tags: expected an array of strings, found an object"),
        (#""partial": 1"#, "$[0].partial: expected true or false, found 1"),
        (#""uikit_agrees": "maybe""#, #"$[0].uikit_agrees: expected true, false or "unknown", found "maybe""#),
        (#""clockBase": -1"#, "$[0].clockBase: expected milliseconds from 0 to 1e12, found -1"),
        (#""handlerCost": 1e13"#, "$[0].handlerCost: expected milliseconds from 0 to 1e12, found 10000000000000"),
        (#""advance_to": 39"#, "$[0].advance_to: expected 40 or more, the time of the last event, found 39"),
        // Numbers.
        (#""handlerCost": 1e999"#, "$[0].handlerCost: expected JSON, found a value that is neither"),
        (#""handlerCost": NaN"#, "$: expected JSON, found text that is not JSON"),
        // Views.
        (#""views": [{"frame": [0, 0, 1, 1]}]"#, "$[0].views[0].id: expected a name, found nothing"),
        (#""views": [{"id": "root"}]"#, "$[0].views[0].frame: expected [x, y, width, height], found nothing"),
        (
            #""views": [{"id": "root", "frame": [0, 0, 1]}]"#,
            "$[0].views[0].frame: expected [x, y, width, height], found an array of 3"
        ),
        (
            #""views": [{"id": "root", "frame": [0, 0, 1, "1"]}]"#,
            #"$[0].views[0].frame[3]: expected a number, found "1""#
        ),
        (
            #""views": [{"id": "root", "frame": [0, 0, -1, 1]}]"#,
            "$[0].views[0].frame: expected a width and a height of 0 or more, found [0,0,-1,1]"
        ),
        (
            #""views": [{"id": "root", "frame": [0, 0, 1, -1]}]"#,
            "$[0].views[0].frame: expected a width and a height of 0 or more, found [0,0,1,-1]"
        ),
        (
            #""views": [{"id": "root", "frame": [0, 0, 1, 1], "alpha": 2}]"#,
            "$[0].views[0].alpha: expected a number from 0 to 1, found 2"
        ),
        (
            #""views": [{"id": "a", "frame": [0, 0, 1, 1], "parent": "b"}, {"id": "b", "frame": [0, 0, 1, 1]}]"#,
            #"$[0].views[0].parent: expected a view before this one (there is none), found "b""#
        ),
        (
            #""views": [{"id": "root", "frame": [0, 0, 1, 1]}, {"id": "root", "frame": [0, 0, 1, 1]}]"#,
            #"$[0].views[1].id: expected a unique id, found "root" again"#
        ),
        // Recognizers.
        (
            #""recognizers": [{"id": "a", "kind": "tip"}]"#,
            #"$[0].recognizers[0].kind: expected one of "tap", "swipe", "longPress", "pan""#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "pan", "taps": 1}]"#,
            "$[0].recognizers[0].taps: expected one of the fields cancelsTouchesInView"
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "taps": 0}]"#,
            "$[0].recognizers[0].taps: expected a whole number from 1 to 2147483647, found 0"
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "touches": 1.5}]"#,
            "$[0].recognizers[0].touches: expected a whole number from 1 to 2147483647, found 1.5"
        ),
        (
            #""recognizers": [{"id": "a", "kind": "pan", "minTouches": 2, "maxTouches": 1}]"#,
            "$[0].recognizers[0].maxTouches: expected a whole number from 2 to 2147483647, found 1"
        ),
        (
            #""recognizers": [{"id": "a", "kind": "edgePan", "edges": []}]"#,
            "$[0].recognizers[0].edges: expected at least one edge, found an array of 0"
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap"}, {"id": "a", "kind": "tap"}]"#,
            #"$[0].recognizers[1].id: expected a unique id, found "a" again"#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "view": "x"}]"#,
            #"$[0].recognizers[0].view: expected a view: "root", found "x""#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "requireToFail": ["a"]}, {"id": "b", "kind": "tap"}]"#,
            #"$[0].recognizers[0].requireToFail[0]: expected another recognizer: "b", found "a""#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "simultaneousWith": ["c"]}]"#,
            #"$[0].recognizers[0].simultaneousWith[0]: expected another recognizer (there is none), found "c""#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "onAction": {}}]"#,
            #"$[0].recognizers[0].onAction: expected "removeView" or "moveView", found an object"#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap", "onAction": {"removeView": "x"}}]"#,
            #"$[0].recognizers[0].onAction.removeView: expected a view: "root", found "x""#
        ),
        // Thresholds.
        (#""thresholds": {"tapSlop": 3}"#, "$[0].thresholds.tapSlop: expected one of the fields bounceInterval"),
        (#""thresholds": {"panSlop": -1}"#, "$[0].thresholds.panSlop: expected a number from 0 to 1e12, found -1"),
        // Expectations.
        (
            #""expect": [{"recognizer": "a", "event": "recognized"}]"#,
            #"$[0].expect[0].recognizer: expected a recognizer (there is none), found "a""#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "pan"}], "expect": [{"recognizer": "a", "event": "recognized"}]"#,
            #"$[0].expect[0].event: expected what a pan reports: "began", "changed", "ended", "cancelled", "failed", "#
        ),
        (
            #""recognizers": [{"id": "a", "kind": "tap"}], "never": [{"recognizer": "a", "event": "began"}]"#,
            #"$[0].never[0].event: expected what a tap reports: "recognized", "cancelled", "failed", found "began""#
        ),
        (#""expect": [{"recognizer": "a", "event": "taped"}]"#, "$[0].expect[0].event: expected one of"),
        (
            #""expect": [{"recognizer": "a", "event": "ended", "reason": "moved"}]"#,
            #"$[0].expect[0].reason: expected no reason but for "failed""#
        ),
        (
            #""expect": [{"recognizer": "a", "event": "ended", "location": [1]}]"#,
            "$[0].expect[0].location: expected [x, y], found an array of 1"
        ),
        (
            #""expect": [{"recognizer": "a", "event": "ended", "value": {"scale": {}}}]"#,
            #"$[0].expect[0].value.scale: expected "gt", "lt" or "approx", found an object"#
        ),
        (
            #""expect": [{"recognizer": "a", "event": "ended", "value": {"scale": {"gt": 1, "tol": 1}}}]"#,
            #"$[0].expect[0].value.scale.tol: expected no "tol" without "approx", found 1"#
        ),
        (
            #""expect": [{"recognizer": "a", "event": "ended", "value": {"translation": 3}}]"#,
            "$[0].expect[0].value.translation: expected [x, y], found 3"
        ),
        (
            #""viewExpect": [{"view": "x", "event": "touchesBegan"}]"#,
            #"$[0].viewExpect[0].view: expected a view: "root", found "x""#
        ),
        (#""viewNever": [{"view": "root", "event": "touchBegan"}]"#, "$[0].viewNever[0].event: expected one of"),
        (
            #""invariants": [{"recognizer": "a", "property": "scale"}]"#,
            #"$[0].invariants[0].recognizer: expected a recognizer (there is none), found "a""#
        ),
        (
            #""invariants": [{"recognizer": "a", "property": "scale", "final": [1, 2]}]"#,
            "$[0].invariants[0].final: expected a number, found an array of 2"
        ),
        (
            #""invariants": [{"recognizer": "a", "property": "scale", "tolerance": 1}]"#,
            #"$[0].invariants[0].tolerance: expected no "tolerance" without "final", found 1"#
        ),
    ]) func `a scenario with one wrong field is refused`(_ fields: String, _ expected: String) throws {
        let words = try #require(
            refusal(#"[{"name": "n", "events": [{"t": 40, "type": "frame"}], \#(fields)}]"#))
        #expect(words.hasPrefix("f.json: \(expected)"), "\(words)")
        #expect(!words.contains("\n"))
    }

    @Test(arguments: [
        ("3", ": expected an object, found 3"),
        (#"{"type": "frame"}"#, ".t: expected milliseconds from 0 to 1e12, found nothing"),
        (#"{"t": 9, "type": "frame"}"#, ".t: expected 10 or more, the time of the event before it, found 9"),
        (#"{"t": 10, "type": "tap"}"#, #".type: expected one of "down", "move", "up", "cancel", "frame""#),
        (#"{"t": 10, "type": "down", "id": 0, "y": 1}"#, ".x: expected a number, found nothing"),
        (#"{"t": 10, "type": "down", "id": 0, "x": -1e13, "y": 1}"#, ".x: expected a number from -1e12 to 1e12, found"),
        (#"{"t": 10, "type": "down", "id": "0", "x": 1, "y": 1}"#, ".id: expected a whole number from -2147483648"),
        (#"{"t": 10, "type": "up", "id": 4294967296}"#, ".id: expected a whole number from -2147483648"),
        (
            #"{"t": 10, "type": "move", "id": 0, "x": 1, "y": 1, "outside": true}"#,
            ".outside: expected one of the fields"
        ),
        (
            #"{"t": 10, "type": "pointer-down", "button": "left"}"#,
            #".button: expected one of "primary", "secondary", "middle", found "left""#
        ),
        (#"{"t": 10, "type": "scroll", "dx": 1}"#, ".dy: expected a number, found nothing"),
        (#"{"t": 10, "type": "stall", "for": -1}"#, ".for: expected milliseconds from 0 to 1e12, found -1"),
        (
            #"{"t": 10, "type": "set"}"#,
            #": expected "recognizer", "view", "touch" or "pointer" to set, found an object"#
        ),
        (#"{"t": 10, "type": "set", "touch": true, "pointer": true}"#, ".pointer: expected one of the fields"),
        (
            #"{"t": 10, "type": "set", "recognizer": "x"}"#,
            #": expected "enabled" or "translation" beside "recognizer""#
        ),
        (
            #"{"t": 10, "type": "set", "recognizer": "x", "enabled": true}"#,
            #".recognizer: expected a recognizer (there is none), found "x""#
        ),
        (#"{"t": 10, "type": "set", "view": "x", "hidden": true}"#, #".view: expected a view: "root", found "x""#),
        (#"{"t": 10, "type": "set", "view": "root", "removed": false}"#, ".removed: expected true, found false"),
        (
            #"{"t": 10, "type": "set", "view": "root", "added": {"frame": [0, 0, 1, 1]}}"#,
            #".view: expected a unique id, found "root" again"#
        ),
        (
            #"{"t": 10, "type": "set", "view": "x", "added": {"frame": [0, 0, 1, 1], "parent": "x"}}"#,
            #".added.parent: expected another view: "root", found "x""#
        ),
    ]) func `an event with one wrong field is refused`(_ event: String, _ expected: String) throws {
        let words = try #require(refusal(#"{"name": "n", "events": [{"t": 10, "type": "frame"}, \#(event)]}"#))
        #expect(words.hasPrefix("f.json: $.events[1]\(expected)"), "\(words)")
    }

    private func views(_ count: Int, _ parent: (Int) -> Int?) -> String {
        (0..<count).map { number in
            let parent = parent(number).map { #", "parent": "v\#($0)""# } ?? ""
            return #"{"id": "v\#(number)", "frame": [0, 0, 9, 9]\#(parent)}"#
        }.joined(separator: ",")
    }

    @Test func `a scenario with more than the bounds allow is refused`() {
        func refusal(_ fields: String) -> String? { self.refusal(#"{"name": "n", \#(fields)}"#) }
        let deep = views(2001) { $0 == 0 ? nil : $0 - 1 }
        #expect(
            refusal(#""views": [\#(deep)], "events": []"#) == "f.json: $.views: expected at most 2000 views, found 2001"
        )
        let taps = (0..<257).map { #"{"id": "r\#($0)", "kind": "tap"}"# }
        #expect(
            refusal(#""recognizers": [\#(taps.joined(separator: ","))], "events": []"#)
                == "f.json: $.recognizers: expected at most 256 recognizers, found 257")
        let names = (1..<18).map { #""r\#($0)""# }.joined(separator: ",")
        let one = #"{"id": "r0", "kind": "tap", "requireToFail": [\#(names)]}"#
        #expect(
            refusal(#""recognizers": [\#(([one] + taps.dropFirst().prefix(70)).joined(separator: ","))], "events": []"#)
                == "f.json: $.recognizers[0].requireToFail: expected at most 16 names, found 17")
        func events(_ count: Int, _ fields: (Int) -> String) -> String {
            #""events": [\#((0..<count).map { #"{"t": 1, \#(fields($0))}"# }.joined(separator: ","))]"#
        }
        let seats = events(65) { #""type": "frame", "seat": "s\#($0)""# }
        #expect(refusal(seats) == "f.json: $.events: expected at most 64 seats, found 65")
        let fingers = events(257) { #""type": "down", "id": \#($0), "x": 1, "y": 1"# }
        #expect(refusal(fingers) == "f.json: $.events[256]: expected at most 256 touches at a time, found one more")
    }

    /// Runs in a process of its own, so that a stack overflow fails only this test.
    @Test func `a scenario of the greatest allowed depth is played`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let tests = ScenarioFileTests()
            let deep = tests.views(2000) { $0 == 0 ? nil : $0 - 1 }
            let taps = (0..<32).map { number in
                let others = (max(0, number - 4)..<number).map { #""r\#($0)""# }.joined(separator: ",")
                return
                    #"{"id": "r\#(number)", "kind": "tap", "view": "v\#(number * 62)", "requireToFail": [\#(others)]}"#
            }
            let fingers = (0..<20).map { #"{"t": \#($0), "type": "down", "id": \#($0), "x": 1, "y": 1}"# }
            let json = #"""
                {"name": "n", "views": [\#(deep)], "recognizers": [\#(taps.joined(separator: ","))],
                 "events": [\#(fingers.joined(separator: ",")), {"t": 999, "type": "set", "view": "v0", "removed": true}]}
                """#
            let start = Footprint.processorTime
            for scenario in try tests.read(json) { _ = Replay(of: scenario) }
            #expect(Footprint.processorTime - start < .seconds(20 * Footprint.patience))
        }
    }

    @Test func `many changes at one instant are played`() throws {
        let change = #"{"t": 0, "type": "set", "view": "root", "enabled": true}"#
        let json = #"""
            {"name": "n", "views": [{"id": "root", "frame": [0, 0, 9, 9]}],
             "events": [\#([String](repeating: change, count: 60_000).joined(separator: ","))]}
            """#
        let start = Footprint.processorTime
        for scenario in try read(json) { _ = Replay(of: scenario) }
        #expect(Footprint.processorTime - start < .seconds(20 * Footprint.patience))
    }

    @Test func `adding a view to a view inside it is refused`() {
        let views = #"[{"id": "a", "frame": [0, 0, 9, 9]}, {"id": "b", "frame": [0, 0, 9, 9], "parent": "a"}]"#
        let events = #"""
            [{"t": 1, "type": "set", "view": "a", "removed": true},
             {"t": 1, "type": "set", "view": "a", "added": {"frame": [0, 0, 1, 1], "parent": "b"}}]
            """#
        #expect(
            refusal(#"{"name": "n", "views": \#(views), "events": \#(events)}"#)
                == #"f.json: $.events[1].added.parent: expected no view inside "a", found "b""#)
    }

    @Test func `a deadline between two milliseconds passes`() throws {
        let json = #"""
            {"name": "n", "thresholds": {"tapMaximumDuration": 1e-6, "multiTapInterval": 1e-6}, "advance_to": 1e12,
             "recognizers": [{"id": "tap", "kind": "tap", "taps": 2}],
             "events": [{"t": 999999999000, "type": "down", "id": 0, "x": 1, "y": 1}]}
            """#
        for scenario in try read(json) { #expect(Replay(of: scenario).outcomes.map(\.event) == [.failed]) }
    }

    @Test func `a refusal is one line of bounded length`() throws {
        let long = String(repeating: "x", count: 70_000)
        let words = try #require(refusal(#"{"name": "n", "events": [], "\#(long)": "\#(long)\#u{9b}\#u{7f}"}"#))
        #expect(words.utf8.count < 4000)
        let odd = try #require(
            refusal(#"[{"name": "a\#u{9b}\#u{7f}", "events": []}, {"name": "a\#u{9b}\#u{7f}", "events": []}]"#))
        #expect(odd.hasSuffix(#"found "a\u009b\u007f" again"#))
    }

    @Test func `deep nesting is refused with its path`() throws {
        let deep = try #require(refusal(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)))
        #expect(deep.hasSuffix("[0]: expected JSON, found arrays and objects nested deeper than 32"))
        #expect(refusal(String(repeating: "[", count: 1_000_000)) != nil)
        #expect(refusal(String(repeating: #"{"a":"#, count: 1_000_000)) != nil)
    }

    @Test func `bytes that are not text are refused`() {
        #expect(throws: ScenarioError.self) { try Scenario.read([0x22, 0xff, 0xfe, 0x22], file: "f") }
        #expect(throws: ScenarioError.self) { try Scenario.read([0, 0, 0, 0], file: "f") }
        #expect(throws: ScenarioError.self) { try Scenario.read([UInt8](repeating: 0x20, count: 65 << 20), file: "f") }
    }

    @Test func `a file that cannot be read is refused`() {
        let missing = Fixtures.folder.appending(path: "missing.json").path
        #expect(throws: ScenarioError.unreadable(file: missing, reason: "there is no such file")) {
            try Scenario.read(file: missing)
        }
        #expect(throws: ScenarioError.unreadable(file: Fixtures.folder.path, reason: "it is a folder")) {
            try Scenario.read(file: Fixtures.folder.path)
        }
    }

    @Test func `a view may be added to a view that was removed from it`() throws {
        let json = #"""
            {"name": "n", "views": [{"id": "root", "frame": [0, 0, 99, 99]},
              {"id": "a", "frame": [0, 0, 9, 9], "parent": "root"}, {"id": "b", "frame": [0, 0, 9, 9], "parent": "a"}],
             "recognizers": [{"id": "tap", "kind": "tap", "view": "a"}],
             "events": [
              {"t": 1, "type": "set", "view": "b", "removed": true},
              {"t": 1, "type": "set", "view": "a", "removed": true},
              {"t": 2, "type": "set", "view": "a", "added": {"frame": [0, 0, 9, 9], "parent": "b"}},
              {"t": 3, "type": "set", "view": "b", "added": {"frame": [20, 20, 9, 9], "parent": "root"}},
              {"t": 10, "type": "down", "id": 0, "x": 24, "y": 24}, {"t": 60, "type": "up", "id": 0}]}
            """#
        let replays = try read(json).map { Replay(of: $0) }
        #expect(replays.map { $0.outcomes.map { "\($0.t) \($0.recognizer) \($0.event)" } } == [["60.0 tap recognized"]])
    }
}
