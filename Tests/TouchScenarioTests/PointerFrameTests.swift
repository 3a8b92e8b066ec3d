import Testing

@testable import TouchScenario

/// The frames of a pointer in a replay.
struct PointerFrameTests {
    /// The calls of touch methods while a finger and a mouse are used at the same time.
    private func calls(_ events: String) throws -> [String] {
        let text = #"{"name": "x", "events": [\#(events)], "advance_to": 100}"#
        let scenario = try Scenario.read([UInt8](text.utf8), file: "x.json")[0]
        return Replay(of: scenario).viewCalls.map { "\(Int($0.t)) \($0.event.rawValue)" }
    }

    private let start = """
        {"t": 0, "type": "down", "id": 0, "x": 10, "y": 10}, {"t": 40, "type": "pointer-enter", "x": 50, "y": 50}
        """

    @Test func `an event of a pointer is a frame of its own, also before a cancel of the same millisecond`() throws {
        let calls = try calls(
            """
            \(start), {"t": 50, "type": "pointer-down", "button": "primary"}, {"t": 50, "type": "cancel"},
            {"t": 60, "type": "pointer-up", "button": "primary"}
            """)
        #expect(calls == ["0 touchesBegan", "50 touchesBegan", "50 touchesCancelled", "60 touchesEnded"])
    }

    @Test func `a press and a release of one millisecond come before what the finger does afterwards`() throws {
        let calls = try calls(
            """
            \(start), {"t": 50, "type": "pointer-down", "button": "primary"},
            {"t": 50, "type": "pointer-up", "button": "primary"}, {"t": 50, "type": "up", "id": 0}
            """)
        #expect(calls == ["0 touchesBegan", "50 touchesBegan", "50 touchesEnded", "50 touchesEnded"])
    }

    @Test func `a scenario with pointer frames decides where they end`() throws {
        let calls = try calls(
            """
            \(start), {"t": 40, "type": "pointer-frame"}, {"t": 50, "type": "pointer-down", "button": "primary"},
            {"t": 50, "type": "cancel"}, {"t": 50, "type": "pointer-frame"},
            {"t": 60, "type": "pointer-up", "button": "primary"}
            """)
        #expect(calls == ["0 touchesBegan", "50 touchesCancelled", "50 touchesBegan", "60 touchesEnded"])
    }
}
