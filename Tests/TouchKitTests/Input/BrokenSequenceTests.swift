import Testing

@testable import TouchKit

/// A down that does not continue a sequence of taps ends that sequence first, as if time had run out, and is then a
/// touch like any other: what follows is judged as if nothing had come before.
@Suite struct BrokenSequenceTests {
    /// Why the second down does not continue the first tap.
    enum Break: String, CaseIterable {
        case tooFar, tooSoon, otherDevice
    }

    /// Which recognizers watch the view besides the double tap.
    enum Watchers: String, CaseIterable {
        case single, twoSingles, pan, press, singleAndPan, singleAndPress, everything

        func add(to screen: TestScreen) {
            let double = screen.tap("double", on: screen.window, taps: 2)
            func single(_ name: String) { screen.tap(name, on: screen.window).require(toFail: double) }
            func pan() { screen.pan("pan", on: screen.window).require(toFail: double) }
            func press() { screen.press("press", on: screen.window).require(toFail: double) }
            switch self {
            case .single: single("single")
            case .twoSingles:
                single("single")
                screen.tap("other", on: screen.window)
            case .pan: pan()
            case .press: press()
            case .singleAndPan:
                pan()
                single("single")
            case .singleAndPress:
                press()
                single("single")
            case .everything:
                single("single")
                pan()
                press()
                screen.press("tapAndPress", on: screen.window).numberOfTapsRequired = 1
            }
        }
    }

    /// What the hand does from the second down on.
    enum Continuation: String, CaseIterable {
        case tap, doubleTap, drag, press

        func play(on screen: TestScreen, from t: Double) {
            let place = (300.0, 300.0)
            switch self {
            case .tap: screen.tap(at: place, from: t, to: t + 60)
            case .doubleTap:
                screen.tap(at: place, from: t, to: t + 60)
                screen.tap(at: place, from: t + 160, to: t + 220)
            case .drag:
                screen.down(at: place, t)
                screen.move(to: (340, 300), t + 20)
                screen.move(to: (380, 300), t + 40)
                screen.up(t + 60)
            case .press:
                screen.down(at: place, t)
                screen.up(t + 700)
            }
            screen.wait(until: t + 2000)
        }
    }

    /// The recognizers' lines from a time on, as times since then.
    private func log(_ screen: TestScreen, since start: Double) -> [String] {
        screen.log.compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard let time = Double(parts[0]), time >= start, parts[1] != "window" else { return nil }
            return "\(plain(time - start)) \(parts[1]) \(parts[2])"
        }
    }

    @Test(arguments: Break.allCases, Watchers.allCases)
    func `what follows a breaking down is judged as if nothing had come before`(_ cause: Break, _ watchers: Watchers) {
        var settings = GestureSettings()
        if cause == .tooSoon { settings.multiTapMinimumInterval = .milliseconds(40) }
        for continuation in Continuation.allCases {
            let alone = TestScreen(settings)
            watchers.add(to: alone)
            continuation.play(on: alone, from: 1000)

            let screen = TestScreen(settings)
            watchers.add(to: screen)
            screen.tap(at: cause == .tooFar ? (100, 100) : (300, 300), from: 0, to: 60)
            if cause == .otherDevice { screen.hand = 1 }
            let start = cause == .tooSoon ? 80.0 : 160
            screen.clearLog()
            continuation.play(on: screen, from: start)

            // At the break itself the first tap comes to its end; everything after it is as on the other screen.
            let all = log(screen, since: start)
            let atBreak = all.prefix { $0.hasPrefix("0 ") && !$0.contains("press began") }
            #expect(
                Array(all.dropFirst(atBreak.count)) == log(alone, since: 1000), "\(cause) \(watchers) \(continuation)")
            #expect(
                atBreak.contains { $0.hasPrefix("0 double failed nextTap") }, "\(cause) \(watchers) \(continuation)")
            // The single tap that waited is released, unless another single tap was recognized in its place.
            let isReleased = ![.twoSingles, .pan, .press].contains(watchers)
            #expect(atBreak.contains("0 single ended") == isReleased, "\(cause) \(watchers) \(continuation)")
            #expect(screen.isAtRest && screen.faults.isEmpty)
        }
    }
}
