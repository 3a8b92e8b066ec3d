import Testing

@testable import TouchKit

/// No assignment of `state` stops the program: it follows the table of transitions, has a documented meaning, or
/// changes nothing and is reported.
@Suite struct StateAssignmentTests {
    private nonisolated static let states: [GestureRecognizer.State] = [
        .possible, .began, .changed, .ended, .cancelled, .failed,
    ]

    /// The assignments that bring a recognizer from possible to a state.
    private static func way(to state: GestureRecognizer.State) -> [GestureRecognizer.State] {
        switch state {
        case .possible: []
        case .began: [.began]
        case .changed: [.began, .changed]
        case .ended: [.ended]
        case .cancelled: [.began, .cancelled]
        case .failed: [.failed]
        }
    }

    /// What an assignment comes to: the state afterwards, and whether it was reported as invalid.
    private static func outcome(
        _ from: GestureRecognizer.State, _ to: GestureRecognizer.State
    ) -> (GestureRecognizer.State, isInvalid: Bool) {
        if to == from || from.allows(to) && to != .possible { return (to, false) }
        if to == .failed, from == .began || from == .changed { return (.cancelled, false) }
        return (from, true)
    }

    @Test(arguments: states, states)
    func `every assignment in every state has its outcome`(
        _ from: GestureRecognizer.State, _ to: GestureRecognizer.State
    ) {
        let screen = TestScreen()
        let probe = screen.add(Probe(), "probe", to: screen.window)
        probe.isSilent = true
        var invalid: [String] = []
        screen.dispatcher.addInvalidTransitionObserver {
            invalid.append("\(milliseconds($0.time)) \($0.recognizer.title) \($0.from) to \($0.to)")
        }
        var after: GestureRecognizer.State?
        probe.on[.began] = { probe, _, _ in
            for step in Self.way(to: from) { probe.state = step }
            #expect(probe.state == from)
            probe.state = to
            after = probe.state
        }
        // A gesture that began has to end.
        probe.on[.ended] = { probe, _, _ in if probe.state == .began || probe.state == .changed { probe.state = .ended }
        }
        screen.down(at: (10, 10), 5)
        screen.up(10)
        let (state, isInvalid) = Self.outcome(from, to)
        #expect(after == state)
        #expect(invalid == (isInvalid ? ["5 probe \(from) to \(to)"] : []))
        #expect(screen.faults.isEmpty && screen.isAtRest)
    }

    @Test(arguments: states, states)
    func `outside a window an assignment that is not in the table changes nothing`(
        _ from: GestureRecognizer.State, _ to: GestureRecognizer.State
    ) {
        let recognizer = GestureRecognizer()
        for step in Self.way(to: from) { recognizer.state = step }
        // Nobody would reset it later, so a terminal state is left at once.
        let start = from.isTerminal ? .possible : from
        #expect(recognizer.state == start)
        recognizer.state = to
        let (state, _) = Self.outcome(start, to)
        #expect(recognizer.state == (state.isTerminal ? .possible : state))
    }

    @Test func `the code that public programs have for a second finger cancels a gesture that runs`() {
        let screen = TestScreen()
        let probe = screen.add(Probe(), "drawing", to: screen.window)
        probe.isSilent = true
        probe.on[.began] = { probe, _, _ in probe.state = probe.numberOfTouches > 1 ? .failed : .began }
        probe.on[.moved] = { probe, _, _ in probe.state = .changed }
        probe.on[.ended] = { probe, _, _ in probe.state = .ended }
        screen.down(0, at: (10, 10), 0)
        screen.move(0, to: (20, 10), 10)
        screen.down(1, at: (50, 50), 20)
        screen.move(0, to: (30, 10), 30)
        screen.up(0, 40)
        screen.up(1, 50)
        #expect(screen.log(of: "drawing") == ["0 drawing began", "10 drawing changed", "20 drawing cancelled"])
        #expect(screen.isAtRest)
    }

    @Test func `an invalid transition reads as one line`() {
        let screen = TestScreen()
        let probe = screen.add(Probe(.began, .changed), "mine", to: screen.window)
        probe.isSilent = true
        var lines: [String] = []
        screen.dispatcher.addInvalidTransitionObserver { lines.append($0.description) }
        screen.tap(at: (10, 10), from: 0, to: 10)
        #expect(lines == ["Probe \"mine\": state changed assigned while possible; ignored"])
    }

    @Test func `an observer of invalid transitions can be removed`() {
        let screen = TestScreen()
        let probe = screen.add(Probe(.began, .changed), "probe", to: screen.window)
        probe.isSilent = true
        var count = 0
        let token = screen.dispatcher.addInvalidTransitionObserver { _ in count += 1 }
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.dispatcher.removeObserver(token)
        screen.tap(at: (10, 10), from: 20, to: 30)
        #expect(count == 1)
    }
}
