import Testing

@testable import TouchKit

// Some members of UIKit's `UITouch` and `UIEvent` have no counterpart. Wayland's core touch and pointer protocols carry
// no azimuth, altitude, estimated properties or hover regions (hover is a recognizer of its own). Every location keeps
// the fractions that the compositor sends, so there is no precise location. Touches are not predicted. An event is one
// of touches; presses have a class of their own.

/// The life of a `Touch`, and what a `TouchEvent` answers about its touches.
@Suite struct TouchTests {
    @Test func `one object is one finger from contact to lift, and changes in place`() {
        let screen = TestScreen()
        let a = screen.view("a")
        var seen: [Touch] = []
        var phases: [Touch.Phase] = []
        a.onTouch = { _, touches, _ in
            seen += touches
            phases += touches.map(\.phase)
        }
        screen.down(at: (10, 10), 0)
        screen.move(to: (20, 20), 10)
        screen.up(20)
        screen.tap(at: (10, 10), from: 1000, to: 1010)
        #expect(phases == [.began, .moved, .ended, .began, .ended])
        #expect(Set(seen).count == 2, "the id comes again, the touch does not")
        #expect(seen[0] === seen[1] && seen[1] === seen[2] && seen[3] === seen[4])
        #expect(seen[0].id == seen[3].id && seen[0] != seen[3])
    }

    @Test func `a touch keeps the view that it came down in`() {
        let screen = TestScreen()
        let a = screen.view("a")
        screen.view("b", 100)
        var owners: [View?] = []
        a.onTouch = { _, touches, _ in owners += touches.map(\.view) }
        screen.down(at: (90, 50), 0)
        screen.move(to: (150, 50), 10)
        screen.move(to: (350, 350), 20)
        screen.up(30)
        #expect(
            screen.log == ["0 a touchesBegan 0", "10 a touchesMoved 0", "20 a touchesMoved 0", "30 a touchesEnded 0"])
        #expect(owners.allSatisfy { $0 === a })
    }

    @Test func `a finger that rests while another moves is stationary, in the event but in no call`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        var phases: [[Int32: Touch.Phase]] = []
        a.onTouch = { _, _, event in
            phases.append(Dictionary(uniqueKeysWithValues: event.allTouches.map { ($0.id, $0.phase) }))
        }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (50, 50), 10)
        screen.move(1, to: (60, 60), 20)
        screen.up(1, 30)
        #expect(
            screen.log == ["0 a touchesBegan 0", "10 a touchesBegan 1", "20 a touchesMoved 1", "30 a touchesEnded 1"])
        #expect(
            phases == [
                [0: .began], [0: .stationary, 1: .began], [0: .stationary, 1: .moved], [0: .stationary, 1: .ended],
            ])
    }

    @Test func `a touch's timestamp is when it changed, not when that was delivered`() {
        let screen = TestScreen()
        screen.view("a").record.saying = { milliseconds($0.timestamp) }
        screen.stalled {
            screen.down(at: (10, 10), 0)
            screen.move(to: (12, 10), 300)
            screen.up(310)
        }
        #expect(screen.log == ["0 a touchesBegan 0 0", "300 a touchesMoved 0 300", "310 a touchesEnded 0 310"])
    }

    @Test func `timestamps of one frame are those of its samples`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        a.record.saying = { milliseconds($0.timestamp) }
        screen.together {
            screen.down(0, at: (10, 10), 1)
            screen.down(1, at: (20, 10), 3)
        }
        #expect(screen.log == ["3 a touchesBegan 0,1 1 3"])
    }

    @Test func `location, previousLocation and startLocation are in the coordinates of the view that is asked for`() {
        let screen = TestScreen()
        let outer = screen.view("outer", 10, 20, 200, 200)
        outer.bounds.origin = Point(x: 5, y: 5)
        let inner = screen.view("inner", 40, 40, 100, 100, in: outer)
        inner.record.saying = { touch in
            [nil, outer, inner].map { plain(touch.location(in: $0)) }.joined(separator: " ")
                + " from \(plain(touch.previousLocation(in: inner))) since \(plain(touch.startLocation(in: inner)))"
        }
        screen.down(at: (60, 70), 0)
        screen.move(to: (70, 90), 10)
        screen.move(to: (75, 90.5), 20)
        screen.up(30)
        #expect(
            screen.log == [
                "0 inner touchesBegan 0 60,70 55,55 15,15 from 15,15 since 15,15",
                "10 inner touchesMoved 0 70,90 65,75 25,35 from 15,15 since 15,15",
                "20 inner touchesMoved 0 75,90.5 70,75.5 30,35.5 from 25,35 since 15,15",
                "30 inner touchesEnded 0 75,90.5 70,75.5 30,35.5 from 30,35.5 since 15,15",
            ])
    }

    @Test func `type, button and device say what touches`() {
        let screen = TestScreen()
        let a = screen.view("a")
        var lines: [String] = []
        a.onTouch = { call, touches, _ in
            if call == .began {
                lines += touches.map { "\($0.type) \($0.buttonMask.rawValue) \($0.device.generation)" }
            }
        }
        screen.tap(at: (10, 10), from: 0, to: 10)
        screen.click(at: (20, 20), from: 20, to: 30)
        screen.click(.secondary, at: (20, 20), from: 40, to: 50)
        #expect(lines == ["direct 0 1", "indirectPointer 1 2", "indirectPointer 2 2"])
    }

    @Test func `the shape and the force of a contact are in the touch`() {
        let screen = TestScreen()
        screen.view("a").record.saying = {
            [$0.majorRadius, $0.minorRadius, $0.orientation, $0.force].map { plain($0) }.joined(separator: "/")
        }
        screen.together {
            screen.down(at: (10, 10), 0)
            screen.reshape { $0.majorRadius = 5 }
        }
        screen.reshape {
            $0.majorRadius = 6
            $0.minorRadius = 4
            $0.orientation = 0.5
            $0.force = 0.25
        }
        screen.move(to: (12, 10), 10)
        screen.up(20)
        #expect(
            screen.log == [
                "0 a touchesBegan 0 5/0/0/0", "0 a touchesMoved 0 6/4/0.5/0.25", "10 a touchesMoved 0 6/4/0.5/0.25",
                "20 a touchesEnded 0 6/4/0.5/0.25",
            ])
    }

    @Test func `gestureRecognizers are those that receive the touch; they get fewer as some fail, finish or ignore it`()
    {
        let screen = TestScreen()
        let a = screen.view("a")
        var touch: Touch?
        a.onTouch = { _, touches, _ in touch = touches.first }
        let ignores = Probe()
        ignores.on[.began] = { probe, touches, event in for touch in touches { probe.ignore(touch, for: event) } }
        screen.add(ignores, "ignores", to: a)
        screen.add(Probe(.moved, .failed), "fails", to: a)
        screen.add(Probe(), "stays", to: screen.window)
        screen.tap("elsewhere", on: screen.view("b", 200))
        screen.down(at: (10, 10), 0)
        #expect(touch?.gestureRecognizers.map(\.name) == ["fails", "stays"])
        screen.move(to: (11, 10), 10)
        #expect(touch?.gestureRecognizers.map(\.name) == ["stays"])
        screen.up(20)
        #expect(touch?.gestureRecognizers.isEmpty == true)
    }

    @Test func `the button mask is the button's own, and each button is a touch of its own`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        a.record.saying = { "\($0.buttonMask.rawValue)" }
        screen.point(at: (10, 10), 0)
        screen.press(.primary, 10)
        screen.press(.secondary, 20)
        screen.pointer(to: (12, 12), 30)
        screen.release(.primary, 40)
        screen.release(.secondary, 50)
        #expect(
            screen.log == [
                "10 a touchesBegan 1 1", "20 a touchesBegan 2 2", "30 a touchesMoved 1,2 1 2", "40 a touchesEnded 1 1",
                "50 a touchesEnded 2 2",
            ])
    }

    @Test func `an event's touches can be had by window, by view and by recognizer`() throws {
        let screen = TestScreen()
        let a = screen.view("a")
        let b = screen.view("b", 100)
        let probe = screen.add(Probe(), "probe", to: b)
        let other = Window(size: Size(width: 10, height: 10), dispatcher: screen.dispatcher)
        var seen: TouchEvent?
        b.onTouch = { seen = $2 }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (110, 10), 10)
        let event = try #require(seen)
        #expect(Set(event.allTouches.map(\.id)) == [0, 1])
        #expect(event.touches(for: screen.window) == event.allTouches && event.touches(for: other).isEmpty)
        #expect(event.touches(for: a).map(\.id) == [0] && event.touches(for: b).map(\.id) == [1])
        #expect(event.touches(for: probe).map(\.id) == [1])
    }

    @Test func `an event may span two windows`() {
        let screen = TestScreen()
        let other = TestWindow(size: Size(width: 100, height: 100), dispatcher: screen.dispatcher)
        other.identifier = "other"
        other.record.note = { screen.note($0) }
        let device = InputDevice(seat: 0, generation: 9)
        let start = EventTime(milliseconds: 0)
        func began(_ id: Int32, in window: Window) -> TouchSample {
            TouchSample(
                TouchKey(device: device, id: id),
                .began(TouchSample.Start(in: window, type: .direct), at: Point(x: 5, y: 5)), at: start)
        }
        let samples = [began(0, in: screen.window), began(1, in: other)]
        screen.dispatcher.deliver(InputFrame(from: device, at: start, samples))
        #expect(screen.log == ["0 window touchesBegan 0", "0 other touchesBegan 1"])
    }

    @Test func `coalesced touches are the samples since the last delivery, the delivered one last`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        var samples: [String] = []
        a.onTouch = { call, touches, event in
            let touch = touches.min { $0.id < $1.id }
            let coalesced = touch.flatMap { event.coalescedTouches(for: $0) }
            samples.append(
                coalesced?.map { "\(milliseconds($0.timestamp)):\(plain($0.location(in: nil)))" }.joined(separator: " ")
                    ?? "nil")
        }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (50, 50), 0)
        screen.together {
            for step in 1...3 { screen.move(0, to: (10 + Double(step), 10), Double(step)) }
        }
        screen.move(1, to: (51, 50), 10)
        screen.up(0, 20)
        #expect(samples == ["nil", "nil", "1:11,10 2:12,10 3:13,10", "10:51,50", "nil"])
        #expect(screen.log.contains("3 a touchesMoved 0"), "a frame causes one call, whatever its samples are")
    }

    @Test func `a touch does not outlive its contact inside the library`() {
        final class Glance: View {
            weak var touch: Touch?
            override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) { touch = touches.first }
        }
        let screen = TestScreen()
        let glance = Glance(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        screen.window.addSubview(glance)
        screen.tap("tap", on: glance)
        screen.down(at: (10, 10), 0)
        #expect(glance.touch != nil)
        screen.up(10)
        #expect(glance.touch == nil && screen.isAtRest)
    }

    @Test func `a stamp that steps back counts as the last good one`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.record.saying = { milliseconds($0.timestamp) }
        screen.down(at: (10, 10), 100)
        screen.move(to: (11, 10), 95)
        screen.up(90)
        screen.tap(at: (10, 10), from: 110, to: 120)
        #expect(
            screen.log == [
                "100 a touchesBegan 0 100", "100 a touchesMoved 0 100", "100 a touchesEnded 0 100",
                "110 a touchesBegan 0 110", "120 a touchesEnded 0 120",
            ])
    }

    @Test func `an event that a handler keeps has the touches that there were`() {
        let screen = TestScreen()
        let a = screen.view("a")
        a.isMultipleTouchEnabled = true
        var kept: [TouchEvent] = []
        a.onTouch = { _, _, event in kept.append(event) }
        screen.down(0, at: (10, 10), 0)
        screen.down(1, at: (20, 10), 10)
        screen.up(0, 20)
        screen.up(1, 30)
        #expect(kept.map { $0.allTouches.map(\.id).sorted() } == [[0], [0, 1], [0, 1], [1]])
    }
}
