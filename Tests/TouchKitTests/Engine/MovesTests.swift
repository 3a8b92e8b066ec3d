import Testing
import TimeLimits

@testable import TouchKit

/// A program is told once of moves that it reads together, and everything is decided as if it had read each alone.
@Suite(.timeLimited) struct MovesTests {
    private let screen = TestScreen()
    private let a: TestView

    init() {
        a = screen.view("a", 0, 0, 400, 400)
        a.isMultipleTouchEnabled = true
    }

    /// Makes the view log where a touch was, where it comes from and the moves between.
    private func logMoves() {
        a.onTouch = { [unowned screen] call, touches, event in
            guard call == .moved, let touch = touches.first else { return }
            let moves = (event.coalescedTouches(for: touch) ?? []).map {
                "\(milliseconds($0.timestamp)):\(Self.way(of: $0))"
            }
            screen.note("\(Self.way(of: touch)) by \(moves.joined(separator: " "))")
        }
    }

    private static func way(of touch: Touch) -> String {
        "\(plain(touch.previousLocation(in: nil)))→\(plain(touch.location(in: nil)))"
    }

    @Test func `a view is told once of moves that are read together, with each of them`() {
        logMoves()
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 10), 10)
        screen.stalled {
            screen.move(to: (30, 10), 20)
            screen.move(to: (40, 10), 30)
        }
        screen.move(to: (50, 10), 40)
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 a touchesMoved 0", "10 10,10→20,10 by 10:10,10→20,10",
                "30 a touchesMoved 0", "30 20,10→40,10 by 20:20,10→30,10 30:30,10→40,10",
                "40 a touchesMoved 0", "40 40,10→50,10 by 40:40,10→50,10",
            ])
    }

    @Test func `a coalesced touch is the touch at its move, with its shape`() {
        var moves: [Touch] = []
        var touch: Touch?
        a.onTouch = { call, touches, event in
            guard call == .moved else { return }
            touch = touches.first
            moves += touch.flatMap { event.coalescedTouches(for: $0) } ?? []
        }
        screen.down(7, at: (10, 10), 0)
        screen.stalled {
            screen.move(7, to: (11, 10), 10)
            screen.together {
                screen.move(7, to: (12, 10), 20)
                screen.reshape(7) { $0.force = 0.5 }
            }
            screen.move(7, to: (13, 10), 30)
        }
        #expect(moves.map(\.force) == [0, 0.5, 0.5] && touch?.force == 0.5)
        #expect(moves.allSatisfy { $0.id == 7 && $0.view === a && $0.phase == .moved && $0 != touch })
        #expect(moves.map { plain($0.startLocation(in: nil)) } == ["10,10", "10,10", "10,10"])
    }

    @Test func `a running gesture reports once the moves that are read together, and its beginning at its time`() {
        screen.add(PanGestureRecognizer(), "pan", to: a) {
            "\(plain($0.translation(in: nil))) \($0.numberOfTouches)"
        }
        screen.stalled {
            screen.down(at: (10, 10), 0)
            for step in 1...6 { screen.move(to: (10 + 8 * Double(step), 10), Double(step) * 10) }
            screen.up(70)
        }
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "20 pan began 6,0 1", "20 a touchesCancelled 0", "60 pan changed 38,0 1",
                "70 pan ended 38,0 0",
            ])
    }

    @Test func `what comes between the moves comes between the calls`() {
        screen.down(0, at: (10, 10), 0)
        a.perform(after: .milliseconds(25)) { [unowned screen] in screen.note("performed") }
        screen.stalled {
            screen.move(0, to: (20, 10), 10)
            screen.move(0, to: (30, 10), 20)
            screen.move(0, to: (40, 10), 30)
            screen.down(1, at: (200, 10), 40)
            screen.move(0, to: (50, 10), 50)
            screen.move(1, to: (210, 10), 60)
            screen.up(1, 70)
            screen.move(0, to: (60, 10), 80)
        }
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "20 a touchesMoved 0", "25 performed", "30 a touchesMoved 0",
                "40 a touchesBegan 1", "60 a touchesMoved 0,1", "70 a touchesEnded 1", "80 a touchesMoved 0",
            ])
    }

    @Test func `a finger that strays and comes back within moves that are read together has strayed`() {
        screen.tap("tap", on: a)
        screen.stalled {
            screen.down(at: (10, 10), 0)
            screen.move(to: (60, 10), 10)
            screen.move(to: (10, 10), 20)
            screen.up(30)
        }
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "10 tap failed movedTooFar", "10 a touchesMoved 0", "20 a touchesMoved 0",
                "30 a touchesEnded 0",
            ])
    }

    @Test func `a view is told at its time of the move by which a touch is no longer a tap`() {
        a.onTouch = { [unowned screen] call, touches, _ in
            if call == .moved, let touch = touches.first { screen.note("tap count \(touch.tapCount)") }
        }
        screen.stalled {
            screen.down(at: (10, 10), 0)
            for step in 1...10 { screen.move(to: (10 + 8 * Double(step), 10), Double(step) * 10) }
            screen.up(110)
        }
        // The first move beyond 20 points is the third.
        #expect(
            screen.log == [
                "0 a touchesBegan 0", "30 a touchesMoved 0", "30 tap count 0", "100 a touchesMoved 0",
                "100 tap count 0", "110 a touchesEnded 0",
            ])
    }

    @Test func `an event that a handler keeps is not used for the next move`() {
        let probe = screen.add(Probe(), "probe", to: a)
        var kept: [TouchEvent] = []
        probe.on[.moved] = { _, _, event in if kept.isEmpty { kept.append(event) } }
        screen.down(at: (10, 10), 0)
        screen.stalled { for step in 1...3 { screen.move(to: (10, 10 + Double(step)), Double(step) * 10) } }
        #expect(kept.map { milliseconds($0.timestamp) } == ["10"])
        #expect(kept[0].allTouches.count == 1)
    }
}
