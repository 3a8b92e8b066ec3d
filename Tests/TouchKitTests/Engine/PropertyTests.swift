import Fuzzing
import Testing

@testable import TouchKit

/// What holds for any tree, any recognizers, any input and whatever the program does meanwhile. A failure names the seed
/// of its plan and shows what is left of that when everything is taken out that makes no difference.
@Suite struct PropertyTests {
    @Test func `the laws hold for any plan`() {
        FuzzRun(events: 50_000).forEachSeed { seed in
            let plan = Plan(seed: seed)
            guard let fault = World.faults(of: plan).first else { return plan.count }
            let small = plan.shrunk(from: fault)
            Issue.record("seed \(seed): \(fault)\nshrunk: \(World.faults(of: small))\n\(small)")
            return nil
        }
    }

    /// Any recognizers that require one another in any way, and a tap that the next down does not continue.
    @Test func `what follows a breaking down is judged as if nothing had come before`() {
        FuzzRun(events: 20_000, share: 0.1).forEachSeed { seed in
            var dice = Dice(seed: seed)
            let broken = BrokenTap(&dice)
            let (judged, alone) = (broken.log(afterTap: true), broken.log(afterTap: false))
            #expect(judged == alone, "seed \(seed): \(broken)")
            return judged == alone ? broken.contacts.count * 2 : nil
        }
    }

    /// Taps of one finger at a time, and who is to recognize them, told from the words of the rules alone.
    @Test func `taps are recognized as the rules say`() {
        FuzzRun(events: 20_000, share: 0.1).forEachSeed { seed in
            var dice = Dice(seed: seed)
            let hand = SoloHand(&dice)
            let expected = hand.expected
            let recognized = hand.recognized()
            #expect(recognized == expected, "seed \(seed): \(hand)")
            return recognized == expected ? hand.taps.count * 2 : nil
        }
    }
}

/// A finger that comes down again and again on one view, and what recognizers of one, two and three taps make of it.
private struct SoloHand {
    /// A contact of one finger, times in milliseconds.
    struct Contact {
        var hand: Int
        var place: Point
        var down: Int
        var up: Int
        var stray: Double
        var isCancelled: Bool
    }

    var settings = GestureSettings()
    private(set) var taps: [Contact] = []

    init(_ dice: inout Dice) {
        if dice.one(in: 3) { settings.multiTapMinimumInterval = .milliseconds(40) }
        if dice.one(in: 8) { settings.tapAllowableMovement = nil }
        if dice.one(in: 8) { settings.multiTapDistance = nil }
        var t = 0
        for _ in 0..<dice.number(1...12) {
            let down = t + dice.pick([1, 39, 40, 41, 100, 200, 299, 300, 301, 500])
            let up = down + dice.pick([0, 10, 80, 300, 749, 750, 751, 1000])
            taps.append(
                Contact(
                    hand: dice.one(in: 12) ? 1 : 0, place: Point(x: dice.pick([100, 100, 130, 145, 146, 200]), y: 100),
                    down: down, up: up, stray: dice.pick([0, 0, 0, 5, 20, 20.5, 80]), isCancelled: dice.one(in: 12)))
            t = up
        }
    }

    /// Who recognizes when. A contact that is neither cancelled, nor held too long, nor strays too far is a tap; it
    /// continues the last one if it comes soon enough, not too soon, near enough and from the same device, and else is
    /// the first of others. So many of them in a row are recognized, and the count begins anew.
    var expected: [String] {
        var lines: [(Int, String)] = []
        for needed in 1...3 {
            var row: [Contact] = []
            for tap in taps {
                if let last = row.last, !continues(tap, last) { row.removeAll() }
                let isTap =
                    !tap.isCancelled
                    && .milliseconds(tap.up - tap.down) <= (settings.tapMaximumDuration ?? .seconds(99))
                    && tap.stray <= settings.tapAllowableMovement ?? .infinity
                if isTap { row.append(tap) } else { row.removeAll() }
                guard row.count == needed else { continue }
                lines.append((tap.up, "\(tap.up) \(needed) at \(plain(row[0].place))"))
                row.removeAll()
            }
        }
        return lines.map(\.1).sorted()
    }

    private func continues(_ tap: Contact, _ last: Contact) -> Bool {
        let pause = Duration.milliseconds(tap.down - last.up)
        return tap.hand == last.hand && pause <= settings.multiTapInterval ?? .seconds(99)
            && pause >= settings.multiTapMinimumInterval
            && tap.place.distance(to: last.place) <= settings.multiTapDistance ?? .infinity
    }

    /// What the recognizers say.
    func recognized() -> [String] {
        let screen = TestScreen(settings)
        let view = screen.view("view", 0, 0, 400, 400)
        var lines: [String] = []
        screen.delegate.simultaneous = { _, _ in true }
        for needed in 1...3 {
            let tap = screen.tap("tap\(needed)", on: view, taps: needed)
            tap.delegate = screen.delegate
            tap.addAction { lines.append("\(milliseconds($0.now)) \(needed) at \(plain($0.location(in: nil)))") }
        }
        for contact in taps {
            screen.hand = contact.hand
            screen.down(at: (contact.place.x, contact.place.y), Double(contact.down))
            if contact.stray > 0 {
                screen.move(to: (contact.place.x, contact.place.y + contact.stray), Double(contact.down))
            }
            if contact.isCancelled { screen.cancel(Double(contact.up)) } else { screen.up(Double(contact.up)) }
        }
        screen.wait(until: 100_000)
        return lines.sorted()
    }
}

/// A tap, a down that does not continue it, and what a finger does from then on, under random recognizers of one view that
/// require one another.
private struct BrokenTap {
    /// A contact of one finger; times in milliseconds since the breaking down.
    struct Contact {
        var down: Double
        var up: Double
        var place: (Double, Double)
        var step: Double
    }

    private(set) var contacts: [Contact] = []
    private var watchers: [(kind: Plan.Kind, required: [Int], isFriendly: Bool)] = []
    private let isEarly: Bool

    init(_ dice: inout Dice) {
        isEarly = dice.one(in: 2)
        let count = dice.number(2...6)
        for index in 0..<count {
            let kind: Plan.Kind =
                switch dice.below(8) {
                case 0...3: .tap(taps: dice.number(1...3), touches: dice.pick([1, 1, 1, 2]), button: .primary)
                case 4: .press(after: dice.pick([100, 500]), taps: dice.pick([0, 1]), touches: 1)
                case 5: .pan(minimum: dice.number(1...2), maximum: 2, scrolls: false)
                case 6: .swipe(ways: 15, touches: 1)
                default: .pinch
                }
            let required = (0..<index).filter { _ in dice.one(in: 2) }
            watchers.append((kind, required, dice.one(in: 6)))
        }
        // Whoever counts taps is broken; without one there is nothing to break.
        watchers.append((.tap(taps: 2, touches: 1, button: .primary), [], false))
        var t = 0.0
        for _ in 0..<dice.number(1...4) {
            let up = t + dice.pick([20, 60, 600, 900])
            contacts.append(
                Contact(
                    down: t, up: up, place: (dice.pick([300, 310, 340]), 300), step: dice.pick([0, 0, 0, 15, 80])))
            t = up + dice.pick([10, 100, 300, 301, 500])
        }
    }

    /// The recognizers' lines from the breaking down on, as times since then. What the first tap comes to stands at 0 and
    /// is left out, unless it is of a contact that begins there.
    func log(afterTap: Bool) -> [String] {
        var settings = GestureSettings()
        if isEarly { settings.multiTapMinimumInterval = .milliseconds(40) }
        let screen = TestScreen(settings, width: 600, height: 600)
        var recognizers: [GestureRecognizer] = []
        screen.delegate.simultaneous = { one, _ in
            recognizers.firstIndex { $0 === one }.map { watchers[$0].isFriendly } ?? false
        }
        for (index, watcher) in watchers.enumerated() {
            let recognizer = World.recognizer(watcher.kind)
            screen.add(recognizer, "r\(index)", to: screen.window)
            recognizer.delegate = screen.delegate
            for other in watcher.required { recognizer.require(toFail: recognizers[other]) }
            recognizers.append(recognizer)
        }
        let start = 1000.0
        if afterTap {
            // Too soon at the same place, or in good time too far away.
            let (down, place) = isEarly ? (start - 70, (300.0, 300.0)) : (start - 160, (50.0, 50.0))
            screen.tap(at: place, from: down, to: down + 50)
        }
        screen.clearLog()
        for contact in contacts {
            screen.down(at: contact.place, start + contact.down)
            if contact.step > 0 {
                screen.move(to: (contact.place.0 + contact.step, 300), start + contact.down + 10)
            }
            screen.up(start + contact.up)
        }
        screen.wait(until: 100_000)
        return screen.log.compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard let time = Double(parts[0]), time > start, parts[1].hasPrefix("r") else { return nil }
            return "\(plain(time - start)) \(parts[1])"
        }
    }
}
