import Testing
import TouchKit

@testable import TouchScenario

/// Keys in scenario files are read, written, played, judged and recorded.
struct KeyTests {
    private func read(_ text: String) throws(ScenarioError) -> Scenario {
        try Scenario.read([UInt8](text.utf8), file: "f.json")[0]
    }

    /// A scenario with a first responder, another view that becomes it, and a double tap with a deadline.
    private let text = """
        {"name": "keys", "views": [
            {"id": "root", "frame": [0, 0, 100, 100]},
            {"id": "field", "frame": [0, 0, 50, 50], "parent": "root", "firstResponder": true},
            {"id": "other", "frame": [50, 50, 50, 50], "parent": "root"}],
         "recognizers": [{"id": "single", "kind": "tap", "requireToFail": ["double"]},
            {"id": "double", "kind": "tap", "taps": 2}],
         "thresholds": {"multiTapInterval": 300},
         "events": [
            {"t": 0, "type": "key-down", "key": "Shift_L", "modifiers": ["shift"]},
            {"t": 10, "type": "key-down", "key": "Q", "characters": "Q", "modifiers": ["shift", "control"]},
            {"t": 20, "type": "down", "id": 0, "x": 10, "y": 10},
            {"t": 30, "type": "up", "id": 0},
            {"t": 500, "type": "key-repeat", "key": "Q"},
            {"t": 510, "type": "key-up", "key": "Q"},
            {"t": 520, "type": "set", "view": "other", "firstResponder": true},
            {"t": 530, "type": "key-down", "key": "a", "characters": "a", "seat": "second"},
            {"t": 540, "type": "key-cancel"},
            {"t": 550, "type": "set", "view": "other", "firstResponder": false},
            {"t": 560, "type": "key-up", "key": "a", "seat": "second"},
            {"t": 570, "type": "key-up", "key": "unknown"}],
         "expect": [{"recognizer": "single", "event": "recognized", "t": 330},
            {"recognizer": "double", "event": "failed"}],
         "viewExpect": [
            {"view": "field", "event": "pressesBegan", "t": 0, "keys": ["Shift_L"]},
            {"view": "field", "event": "pressesBegan", "t": 10, "keys": ["Q"], "count": 1},
            {"view": "field", "event": "pressesChanged", "t": 500, "keys": ["Q"]},
            {"view": "field", "event": "pressesEnded", "t": 510, "keys": ["Q"]},
            {"view": "other", "event": "pressesBegan", "t": 530, "keys": ["a"]},
            {"view": "other", "event": "pressesCancelled", "t": 540, "keys": ["Shift_L"]},
            {"view": "other", "event": "pressesEnded", "t": 560, "keys": ["a"]}]}
        """

    @Test func `keys are read and written`() throws {
        let scenario = try read(text)
        #expect(
            scenario.events[1].kind
                == .keyDown(Key(name: "Q", characters: "Q", modifiers: [.shift, .control])))
        #expect(scenario.events[4].kind == .keyRepeat("Q"))
        #expect(scenario.views.map(\.isFirstResponder) == [false, true, false])
        #expect(try read(scenario.json) == scenario)
    }

    @Test func `keys go to the present first responder and do not delay deadlines`() throws {
        var scenario = try read(text)
        let last = scenario.viewExpect?.removeLast()
        let replay = Replay(of: scenario)
        #expect(replay.verdict == .pass)
        #expect(replay.outcomes.map(\.t) == [330, 330])
        // The view is no longer first responder, so the window gets the key.
        scenario.viewExpect?.append(try #require(last))
        #expect(
            Replay(of: scenario).verdict == .fail(because: "other pressesEnded at 560 was expected and did not come"))
    }

    @Test func `a recording of keys replays to the same calls`() throws {
        let scenario = try read(text)
        var recorder: Recorder?
        let live = Replay(of: scenario) { recorder = Recorder($0, name: "keys", start: EventTime(milliseconds: 0)) }
        let recording = try read(recorder?.json ?? "")
        let replay = Replay(of: recording)
        #expect(replay.verdict == .pass)
        #expect(replay.outcomes == live.outcomes)
        #expect(replay.viewCalls == live.viewCalls)
        let keys = recording.events.filter { if case .set = $0.kind { false } else { true } }.map(\.kind)
        #expect(keys.count { if case .keyDown = $0 { true } else { false } } == 3)
        #expect(keys.contains(.keyCancel(nil)))
    }

    @Test func `an event that names two held keys is for the one that was pressed first`() throws {
        var scenario = Scenario(name: "two")
        scenario.views[0].isFirstResponder = true
        let key = Key(name: "a", characters: "a")
        scenario.events = [
            .init(t: 0, kind: .keyDown(key)), .init(t: 10, kind: .keyDown(key)), .init(t: 20, kind: .keyUp("a")),
            .init(t: 30, kind: .keyCancel("a")), .init(t: 40, kind: .keyUp("a")),
        ]
        #expect(
            Replay(of: scenario).viewCalls.map { "\(Int($0.t)) \($0.event)" } == [
                "0 pressesBegan", "10 pressesBegan", "20 pressesEnded", "30 pressesCancelled",
            ])
    }

    @Test(arguments: [
        (
            #""views": [{"id": "a", "frame": [0,0,1,1], "firstResponder": true}, {"id": "b", "frame": [0,0,1,1], "firstResponder": true}], "events": []"#,
            "$.views[1].firstResponder: expected at most one first responder, found a second one"
        ),
        (#""events": [{"t": 0, "type": "key-down"}]"#, "$.events[0].key: expected a name, found nothing"),
        (
            #""events": [{"t": 0, "type": "key-down", "key": "a", "modifiers": ["alt"]}]"#,
            #"$.events[0].modifiers[0]: expected one of "shift", "control", "alternate", "command", found "alt""#
        ),
        (#""events": [{"t": 0, "type": "key-up", "key": ""}]"#, #"$.events[0].key: expected a name, found """#),
        (
            #""events": [{"t": 0, "type": "set", "view": "x", "firstResponder": true}]"#,
            #"$.events[0].view: expected a view: "root", found "x""#
        ),
    ])
    func `a key with one thing wrong is refused`(_ fields: String, _ expected: String) {
        let error = #expect(throws: ScenarioError.self) { try read(#"{"name": "n", \#(fields)}"#) }
        #expect(error?.description == "f.json: \(expected)")
    }
}
